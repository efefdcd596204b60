// Starts a server and lets it see another revision of the protocol: `revision.mjs REVISION PROGRAM ARGUMENT…`.
// In `initialize`, what the client offers is replaced; every other message passes as it came. It ends with its server.
// `REVISION+sampling+elicitation` lets it also believe that the client offers these features, as servers do that never look.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [offer, program, ...args] = process.argv.slice(2);
const [revision, ...features] = offer.split("+");
const offered = { sampling: {}, elicitation: { form: {}, url: {} } };
const child = spawn(program, args, { stdio: ["pipe", "inherit", "inherit"] });
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
child.stdin.on("error", () => {});

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => {
  let out = line;
  if (line.includes('"initialize"')) {
    const message = JSON.parse(line);
    if (message.method === "initialize") {
      message.params.protocolVersion = revision;
      for (const feature of features) message.params.capabilities[feature] = offered[feature];
      out = JSON.stringify(message);
    }
  }
  child.stdin.write(`${out}\n`);
});
lines.on("close", () => child.stdin.end());
