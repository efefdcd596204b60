// What one more piece of a streaming answer costs when the answer so far is short, and when it is long: from the frame
// that takes it to the end of layout and paint, in a real browser on the built pages.
//
//   npm run build && node bench/stream.mjs [--json] [--engine chromium|webkit] [--kind NAME] [--rounds N]
//
// The ratio compares the median cost after 1 MB with that after 1 KB; the best of several rounds is taken, since
// anything else on the machine only adds. The aim is at most 1.3.

import { serve } from "../dev/serve.mjs";

const AIM = 1.3;
const SIZES = { small: 1_000, large: 1_000_000 };
const PIECES = 80;
/** Pieces before those that count. */
const WARM = 20;

const WORDS = "The ledger holds one more double fee, in March; the `archive` booked **it** twice and says so. ";
const KINDS = {
  prose: { unit: `${WORDS.repeat(4)}\n\n`, piece: WORDS },
  mixed: {
    unit: `## A part\n\n${WORDS.repeat(3)}\n\n- one ${WORDS}\n- two\n  - three\n\n\`\`\`ts\nconst a = 1; // ${WORDS}\nlet b = "two";\n\`\`\`\n\n| a | b |\n|---|--:|\n| one | 2 |\n\n`,
    piece: WORDS,
  },
  fence: { head: "```ts\n", unit: 'const total = sum(rows, "amount"); // in SEK\n', piece: 'const more = sum(rows, "fee");\n' },
  list: { unit: "- an item that says a little\n", piece: "- another item\n" },
  table: { head: "| a | b |\n|---|---|\n", unit: "| a cell | another cell |\n", piece: "| one | more |\n" },
  line: { unit: "word ", piece: "another word and some more " },
};

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const json = process.argv.includes("--json");
const engine = option("engine", process.env.ENGINE ?? "chromium");
const rounds = Number(option("rounds", 4));
const kinds = option("kind", Object.keys(KINDS).join(",")).split(",");
const { open } = await import(engine === "webkit" ? "../dev/webkit.mjs" : "../dev/browser.mjs");

/** In the page: streams an answer of `size` characters, then measures `PIECES` pieces, one a frame. */
async function measure({ head = "", unit, piece }, size, pieces, warm) {
  const send = (event) => window.fakeSend("watch", event);
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const after = () =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      port2.postMessage(0);
    });
  let at = 0;
  const delta = (text) => {
    send({ type: "delta", conversation: "c1", message: "bench", part: "bench/0", reasoning: false, at, text });
    at += text.length;
  };
  send({
    type: "message",
    conversation: "c1",
    message: { id: "bench", parent: null, role: "assistant", status: { status: "streaming" }, model: "m", created_ms: 0, tokens: null, parts: [] },
  });
  delta(head);
  const block = unit.repeat(Math.max(1, Math.round(32_000 / unit.length)));
  while (at < size) {
    const left = size - at;
    delta(left >= block.length ? block : unit.repeat(Math.max(1, Math.round(left / unit.length))));
    await frame();
    await after();
  }
  for (let i = 0; i < 10; i++) await frame();
  const costs = [];
  const frames = [];
  const clip = document.querySelector(".thread-clip");
  for (let i = 0; i < pieces + warm; i++) {
    // Callbacks of a frame run in the order in which they were asked for: the second takes the piece.
    const start = new Promise((done) => requestAnimationFrame(() => done(performance.now())));
    delta(piece);
    const end = new Promise((done) =>
      requestAnimationFrame(() => {
        void clip.scrollHeight;
        done(performance.now());
      }),
    );
    const cost = (await end) - (await start);
    await after();
    if (i >= warm) costs.push(cost), frames.push(performance.now() - (await start));
  }
  const shown = document.querySelector(".md:last-of-type")?.textContent.length ?? 0;
  return { costs, frames, length: at, shown };
}

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
const mean = (list) => list.reduce((sum, cost) => sum + cost, 0) / list.length;
/** The mean without the slowest tenth, which are other programs and the garbage collector. */
const cost = (list) => mean(list.toSorted((a, b) => a - b).slice(0, Math.ceil(list.length * 0.9)));

const { server, address } = await serve();
const page = await open();
const results = [];
try {
  for (const name of kinds) {
    const best = {};
    for (let round = 0; round < rounds; round++) {
      for (const [size, characters] of Object.entries(SIZES)) {
        await page.go(`${address}/?scene=bench&do=chat&calm=1`, 1280, 800);
        const args = [KINDS[name], characters, PIECES, WARM].map((arg) => JSON.stringify(arg)).join(", ");
        const { costs, frames, length } = await page.run(`(${measure})(${args})`);
        if (length < characters) throw new Error(`${name}: ${length} characters instead of ${characters}`);
        const now = { cost: cost(costs), median: median(costs), frame: cost(frames) };
        if (!best[size] || now.cost < best[size].cost) best[size] = now;
      }
    }
    const ratio = best.large.cost / best.small.cost;
    const result = { kind: name, small_ms: round3(best.small.cost), large_ms: round3(best.large.cost), ratio: round3(ratio), holds: ratio <= AIM };
    results.push(result);
    if (!json) console.log(`${name.padEnd(6)}  1 KB ${best.small.cost.toFixed(2)} ms   1 MB ${best.large.cost.toFixed(2)} ms   ratio ${ratio.toFixed(2)}   frames ${best.small.frame.toFixed(1)} ${best.large.frame.toFixed(1)}`);
  }
  for (const line of page.messages.splice(0)) console.error(line);
} finally {
  await page.close();
  server.close();
}
if (json) console.log(JSON.stringify({ bench: "stream", engine, aim: AIM, sizes: SIZES, pieces: PIECES, results }));

function round3(value) {
  return Math.round(value * 1000) / 1000;
}
