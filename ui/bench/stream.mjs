// What one more piece of a streaming answer costs when the answer so far is short, and when it is long, in a real
// browser on the built pages: script, style, layout and paint of the page's main thread, one piece a frame.
//
//   npm run build && node bench/stream.mjs [--json] [--kind NAME,…] [--rounds N]
//
// The ratio compares the cost after 1 MB with that after 1 KB. Where the system says how long a thread was on a
// processor (Linux), that is the cost, so that other programs do not count; else the time from the piece to the end of
// layout. The least of several rounds is taken: what disturbs only adds. The aim is at most 1.3.

import { open } from "../dev/browser.mjs";
import { serve } from "../dev/serve.mjs";
import { mainThread } from "./cpu.mjs";

const AIM = 1.3;
const SIZES = { small: 1_000, large: 1_000_000 };
/** How much of the answer is there at once before the measure, in characters. */
const STEP = 30_000;
const PIECES = 120;
/** Pieces before those that count. */
const WARM = 30;

const SENTENCE = "The ledger holds one more double fee, in March; the `archive` booked **it** twice and says so. ";
const CODE = 'const total = sum(rows, "amount"); // in SEK\n';
/** How an answer begins, what it repeats, and the pieces that are measured, in turns: they are of the same kind. */
const KINDS = {
  prose: { unit: `${SENTENCE.repeat(4)}\n\n`, pieces: [SENTENCE, SENTENCE, SENTENCE, `${SENTENCE}\n\n`] },
  mixed: {
    unit: `## A part\n\n${SENTENCE.repeat(3)}\n\n- one ${SENTENCE}\n- two\n  - three\n\n\`\`\`ts\n${CODE}let b = "two";\n\`\`\`\n\n| a | b |\n|---|--:|\n| one | 2 |\n\n`,
    pieces: ["## A part\n\n", SENTENCE, `${SENTENCE}\n\n- one `, "and two\n- three\n\n", `\`\`\`ts\n${CODE}`, "```\n\n", "| a | b |\n|---|--:|\n", "| one | 2 |\n\n"],
  },
  fence: { head: "```ts\n", unit: CODE, pieces: [CODE] },
  list: { unit: "- an item that says a little\n", pieces: ["- another item ", "that says more\n"] },
  table: { head: "| a | b |\n|---|---|\n", unit: "| a cell | another cell |\n", pieces: ["| one | more |\n"] },
  line: { unit: "word ", pieces: ["another word and some more "] },
};

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const json = process.argv.includes("--json");
const rounds = Number(option("rounds", 3));
const kinds = option("kind", Object.keys(KINDS).join(",")).split(",");

/** In the page: begins an answer. */
function begin(head) {
  let at = 0;
  const send = (event) => window.fakeSend("watch", event);
  window.benchPiece = (text) => {
    send({ type: "delta", conversation: "c1", message: "bench", part: "bench/0", reasoning: false, at, text });
    return (at += text.length);
  };
  window.benchFrame = () => new Promise((done) => requestAnimationFrame(done));
  const status = { status: "streaming" };
  const message = { id: "bench", parent: null, role: "assistant", status, model: "m", created_ms: 0, tokens: null, attachments: [], parts: [] };
  send({ type: "message", conversation: "c1", message });
  return window.benchPiece(head);
}

/** In the page: lets the answer grow, not piece by piece. */
async function grow(text) {
  const length = window.benchPiece(text);
  for (let i = 0; i < 3; i++) await window.benchFrame();
  return length;
}

/** In the page: adds `count` pieces, one a frame, and yields the time until they were laid out. */
async function add(pieces, count) {
  const clip = document.querySelector(".thread-clip");
  let spent = 0;
  for (let i = 0; i < count; i++) {
    // Callbacks of a frame run in the order in which they were asked for: the second takes the piece.
    const start = new Promise((done) => requestAnimationFrame(() => done(performance.now())));
    window.benchPiece(pieces[i % pieces.length]);
    const end = new Promise((done) => requestAnimationFrame(() => done((clip.scrollHeight, performance.now()))));
    spent += (await end) - (await start);
    await window.benchFrame();
  }
  return spent;
}

const inPage = (act, ...args) => `(${act})(${args.map((arg) => JSON.stringify(arg)).join(", ")})`;
const rounded = (value) => Math.round(value * 1000) / 1000;

const { server, address } = await serve();
const page = await open();
const results = [];
try {
  for (const name of kinds) {
    const kind = KINDS[name];
    const best = {};
    for (let round = 0; round < rounds; round++) {
      for (const [size, characters] of Object.entries(SIZES)) {
        await page.go(`${address}/?scene=bench&do=chat&calm=1`, 1280, 800);
        let length = await page.run(inPage(begin, kind.head ?? ""));
        while (length < characters) {
          const left = Math.min(STEP, characters - length);
          length = await page.run(inPage(grow, kind.unit.repeat(Math.ceil(left / kind.unit.length))));
        }
        await page.run(inPage(add, kind.pieces, WARM));
        const before = await mainThread(page.pid);
        const spent = await page.run(inPage(add, kind.pieces, PIECES));
        const after = await mainThread(page.pid);
        const cost = (before === null || after === null ? spent : after - before) / PIECES;
        best[size] = Math.min(best[size] ?? Infinity, cost);
      }
    }
    const ratio = best.large / best.small;
    results.push({ kind: name, small_ms: rounded(best.small), large_ms: rounded(best.large), ratio: rounded(ratio), holds: ratio <= AIM });
    if (!json) console.log(`${name.padEnd(6)} 1 KB ${best.small.toFixed(2)} ms, 1 MB ${best.large.toFixed(2)} ms: ratio ${ratio.toFixed(2)}`);
  }
  for (const line of await page.errors()) console.error(line);
} finally {
  await page.close();
  server.close();
}
const worst = Math.max(...results.map((result) => result.ratio));
if (json) console.log(JSON.stringify({ bench: "stream", engine: page.engine, aim: AIM, sizes: SIZES, pieces: PIECES, worst, results }));
else console.log(`worst ratio ${worst.toFixed(2)}, aim ${AIM}`);
