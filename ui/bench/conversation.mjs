// Measures the chat in the window's own engine: how long a conversation of 10,000 messages takes to open, whether rows are blank while
// it is scrolled, and the frames while 1,000 pieces a second stream. Figures of a machine, so no test: node bench/conversation.mjs

import { open } from "../dev/browser.mjs";
import { serve } from "../dev/serve.mjs";

const MESSAGES = 10_000;
const ROUNDS = 5;
/** Each part is measured for so long, in milliseconds. */
const LONG = 5_000;

/** In the page: an open conversation of many messages, in place of every other. */
function fill(count) {
  const WORDS = [
    "The ledger holds one more **double fee**, in March; the `archive` booked it twice and says so.\n\n",
    "- one entry that names the account\n- another one that names the day\n\n",
    '```ts\nconst total = sum(rows, "amount");\nconst rest = total - paid;\n```\n\n',
    "| date | amount |\n|---|--:|\n| 2026-11-22 | 31,975.00 SEK |\n\n",
  ];
  return /** @type {any} */ (window).__TAURI_INTERNALS__.invoke("conversation_open", { conversation: "c1" }).then((view) => {
    const messages = Array.from({ length: count }, (_, i) => ({
      id: `n${i}`,
      parent: i ? `n${i - 1}` : null,
      siblings: [],
      role: i % 2 ? "assistant" : "user",
      status: { status: "complete" },
      model: i % 2 ? "m" : null,
      created_ms: Date.now(),
      usage: null,
      attachments: [],
      parts: [{ kind: "text", id: `n${i}/0`, text: i % 2 ? WORDS.slice(0, 1 + (i % WORDS.length)).join("") : `Message ${i}: which fees were booked twice?` }],
    }));
    window.fakeAnswers = { conversation_open: ({ conversation }) => ({ ...view, summary: { ...view.summary, id: conversation }, messages }) };
  });
}

/** In the page: opens a conversation; yields the milliseconds until its last message is painted. */
async function opens(id) {
  const row = document.querySelector(`[data-testid=conversation][data-id="${id}"]`) ?? document.querySelectorAll("[data-testid=conversation]")[Number(id)];
  const begin = performance.now();
  row.click();
  while (!document.querySelector('[data-id="n9999"]')) await new Promise((done) => setTimeout(done));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return performance.now() - begin;
}

/** In the page: scrolls up by a screen each frame; yields how many frames had nothing to read at three heights, and the messages drawn. */
async function scrolls(long) {
  const clip = document.querySelector(".thread-clip");
  const box = clip.getBoundingClientRect();
  const { left } = document.querySelector(".thread").getBoundingClientRect();
  let [blank, frames] = [0, 0];
  const end = performance.now() + long;
  while (performance.now() < end) {
    clip.dispatchEvent(new WheelEvent("wheel", { deltaY: -box.height, bubbles: true, cancelable: true }));
    clip.scrollTop -= box.height * 0.8;
    await new Promise(requestAnimationFrame);
    frames++;
    const text = [0.3, 0.5, 0.7].some((at) => {
      for (let y = 0; y < 60; y += 6) {
        const range = document.caretRangeFromPoint(left + 60, box.top + box.height * at + y);
        if (range?.startContainer.nodeType === Node.TEXT_NODE && clip.contains(range.startContainer)) return true;
      }
      return false;
    });
    if (!text) blank++;
  }
  return { blank, frames, drawn: document.querySelectorAll("[data-testid=message]").length };
}

/** In the page: finds a word that stands in the first messages only; yields the milliseconds until one of them is painted, and how many are drawn. */
async function finds() {
  const field = document.querySelector("[data-testid=find]");
  const begin = performance.now();
  field.value = "Message 2:";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  while (!document.querySelector('[data-id="n2"]')) await new Promise((done) => setTimeout(done));
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  return { took: performance.now() - begin, drawn: document.querySelectorAll("[data-testid=message]").length };
}

/**
 * In the page: streams pieces into the open conversation for so long; yields percentiles of the time from frame to frame, and of the time
 * that the page's thread worked for a frame (taking the pieces, script, styles, layout, painting), and how many pieces came and were shown.
 */
async function streams(long) {
  const { key: id } = /** @type {HTMLElement} */ (document.querySelector("[data-testid=conversation][aria-current=page]")).dataset;
  const send = (event) => window.fakeSend("watch", { conversation: id, ...event });
  const made = { id: "s1", parent: "n9999", siblings: [], role: "assistant", status: { status: "streaming" }, model: "m", created_ms: Date.now(), usage: null, attachments: [], parts: [] };
  send({ type: "turn", state: { state: "running" } });
  send({ type: "message", message: made });
  const [frames, works] = [[], []];
  const begin = performance.now();
  let [at, pieces, last] = [0, 0, begin];
  // A message that a frame's callback sends is received when the frame was made.
  const { port1, port2 } = new MessageChannel();
  const frameMade = () => new Promise((done) => ((port1.onmessage = () => done(performance.now())), port2.postMessage(0)));
  while (last - begin < long) {
    const taken = performance.now();
    for (const due = taken - begin; pieces < due; pieces++) {
      const text = pieces % 40 === 39 ? "done.\n\n" : "word ";
      send({ type: "delta", message: "s1", part: "s1/0", reasoning: false, at, text });
      at += text.length;
    }
    await Promise.resolve();
    const received = performance.now() - taken;
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - last);
    last = now;
    works.push(received + (await frameMade()) - now);
  }
  for (const list of [frames, works]) list.sort((a, b) => a - b);
  const of = (list, part) => list[Math.floor(list.length * part)];
  // What is measured must be there: the last piece is in sight.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  const shown = document.querySelector('[data-id="s1"]');
  const words = shown?.textContent.match(/word|done/g) ?? [];
  const left = shown ? shown.getBoundingClientRect().bottom - document.querySelector(".thread-clip").getBoundingClientRect().bottom : Infinity;
  return { p50: of(frames, 0.5), p95: of(frames, 0.95), work50: of(works, 0.5), work95: of(works, 0.95), pieces, shown: words.length, left };
}

const { server, address } = await serve();
const page = await open();
try {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    await page.go(`${address}/?do=chat&turn=idle&calm=1&motion=reduce`, 1280, 800);
    await page.run(`(${fill})(${MESSAGES})`);
    times.push(await page.run(`(${opens})(1)`));
  }
  times.sort((a, b) => a - b);
  console.log(`opening ${MESSAGES} messages: median ${times[ROUNDS >> 1].toFixed(0)} ms, slowest ${times.at(-1).toFixed(0)} ms (aim 200)`);
  const scrolled = await page.run(`(${scrolls})(${LONG})`);
  console.log(`scrolling up: ${scrolled.blank} of ${scrolled.frames} frames blank, ${scrolled.drawn} messages drawn at the end (aim 0)`);
  await page.chord("Control", "f");
  await page.until("document.activeElement.dataset.testid === 'find'");
  const found = await page.run(`(${finds})()`);
  console.log(`finding a word of the first messages: ${found.took.toFixed(0)} ms, ${found.drawn} messages drawn`);
  await page.press("Escape");
  const idle = await page.run(`(async () => { const f = []; let last = performance.now(); for (let i = 0; i < 120; i++) { await new Promise(requestAnimationFrame); const now = performance.now(); f.push(now - last); last = now; } f.sort((a, b) => a - b); return f[114]; })()`);
  await page.go(`${address}/?do=chat&turn=idle&calm=1&motion=reduce`, 1280, 800);
  await page.run(`(${fill})(${MESSAGES})`);
  await page.run(`(${opens})(1)`);
  const streamed = await page.run(`(${streams})(${LONG})`);
  console.log(`1,000 pieces a second: a frame takes the page's thread p50 ${streamed.work50.toFixed(1)} ms, p95 ${streamed.work95.toFixed(1)} ms (aim 16); from frame to frame p50 ${streamed.p50.toFixed(1)} ms, p95 ${streamed.p95.toFixed(1)} ms (at rest p95 ${idle.toFixed(1)} ms), ${streamed.pieces} pieces`);
  if (streamed.shown < streamed.pieces - 100 || streamed.left > 1) throw new Error(`not what is measured: ${streamed.shown} of ${streamed.pieces} pieces shown, ${streamed.left} pixels from the end`);
} finally {
  await page.close();
  server.close();
}
