// Echo round trips through the client of the TypeScript SDK: `node ts.mjs COUNT AT_ONCE WARM -- PROGRAM [ARG]…`, the message
// in `MSG`. Prints one line of JSON: `{p50_us, p99_us, tail_us, rate, cpu_s}`.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [count, atOnce, warm] = process.argv.slice(2, 5).map(Number);
const [command, ...args] = process.argv.slice(process.argv.indexOf("--") + 1);
const message = process.env.MSG;

const client = new Client({ name: "bench", version: "1" });
await client.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));
const call = () => client.callTool({ name: "echo", arguments: { message } });

const first = await call();
if (!first.content[0].text.includes(message)) throw new Error("not what was sent");
for (let i = 0; i < warm; i++) await call();

const taken = new Float64Array(count);
let next = 0;
async function worker() {
  while (next < count) {
    const at = next++;
    const begin = performance.now();
    await call();
    taken[at] = (performance.now() - begin) * 1000;
  }
}
const cpuBefore = process.cpuUsage();
const begin = performance.now();
await Promise.all(Array.from({ length: atOnce }, worker));
const seconds = (performance.now() - begin) / 1000;
const cpu = process.cpuUsage(cpuBefore);

taken.sort();
console.log(
  JSON.stringify({
    p50_us: taken[count >> 1],
    p99_us: taken[Math.floor(count * 0.99)],
    tail_us: [0.5, 0.75, 0.9, 0.95, 0.99, 0.999].map((share) => taken[Math.floor(count * share)]),
    rate: count / seconds,
    cpu_s: (cpu.user + cpu.system) / 1e6,
  }),
);
await client.close();
process.exit(0);
