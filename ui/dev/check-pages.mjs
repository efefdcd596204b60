// Runs the checks of the pages, two at a time, the longest first; see README.md. What one of them says is printed whole when it ends.
// Usage: node dev/check-pages.mjs [NAME…], with the names of CHECKS. The last line is one of JSON:
//   {"passed":1,"failed":0,"flaky":0,"checks":[{"name":"size","seconds":0.4,"passed":1,"failed":0,"flaky":0,"problem":null}]}

import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The checks, each with the time it may take, in seconds. The longest comes first: what is short fills the end. */
const CHECKS = { states: 900, chat: 600, main: 600, consent: 600, hostile: 600, size: 60 };
const AT_ONCE = 2;
/** How much of what a check says is kept, in characters. */
const MOST = 1_000_000;
/** How long a check has to end after it was asked to, in milliseconds. */
const TO_END = 10_000;
/** What runs, to be ended with this program. */
const running = new Set();
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => {
    for (const child of running) child.kill();
    process.exit(code);
  });

/** @typedef {{ name: string, seconds: number, passed: number, failed: number, flaky: number, problem: string | null }} Ended */

/** Runs a check to its end. Whatever goes wrong is in what it yields. */
async function run(name) {
  const begin = performance.now();
  const child = fork(fileURLToPath(new URL(`check-${name}.mjs`, import.meta.url)), { stdio: ["ignore", "pipe", "pipe", "ipc"] });
  running.add(child);
  const counts = { passed: 0, failed: 0 };
  child.on("message", (told) => Object.assign(counts, told));
  let said = "";
  let cut = false;
  const hear = (text) => {
    said += text;
    if (said.length > MOST) [said, cut] = [said.slice(-MOST), true];
  };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", hear);
  let late = false;
  const limit = setTimeout(() => ((late = true), child.kill()), CHECKS[name] * 1000);
  const last = setTimeout(() => child.kill("SIGKILL"), CHECKS[name] * 1000 + TO_END);
  /** @type {{ code: number | null, signal: string | null, error?: Error }} */
  const end = await new Promise((done) => child.on("error", (error) => done({ code: null, signal: null, error })).on("close", (code, signal) => done({ code, signal })));
  for (const timer of [limit, last]) clearTimeout(timer);
  running.delete(child);
  const problems = [
    late && `it took longer than ${CHECKS[name]} s`,
    end.error?.message,
    end.code !== 0 && `it ended with ${end.code ?? end.signal}`,
    !counts.passed && "nothing passed",
    counts.failed && `${counts.failed} failed`,
  ].filter(Boolean);
  const flaky = said.match(/^FLAKY /gm)?.length ?? 0;
  const seconds = Math.round((performance.now() - begin) / 100) / 10;
  process.stdout.write(`== ${name}, ${seconds} s\n${cut ? "(its beginning is cut off)\n" : ""}${said}`);
  /** @type {Ended} */
  return { name, seconds, ...counts, flaky, problem: problems.join("; ") || null };
}

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in CHECKS));
if (unknown.length) throw new Error(`no such check: ${unknown.join(", ")}`);
const left = Object.keys(CHECKS).filter((name) => !names.length || names.includes(name));
/** @type {Ended[]} */
const ended = [];
const lane = async () => {
  for (let name = left.shift(); name; name = left.shift()) ended.push(await run(name));
};
await Promise.all(Array.from({ length: AT_ONCE }, lane));

const sum = (what) => ended.reduce((all, check) => all + check[what], 0);
for (const { name, problem } of ended) if (problem) console.log(`FAILED ${name}: ${problem}`);
process.exitCode = ended.some(({ problem }) => problem) ? 1 : 0;
console.log(JSON.stringify({ passed: sum("passed"), failed: sum("failed"), flaky: sum("flaky"), checks: ended }));
