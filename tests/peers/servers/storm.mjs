// A server of the stateful revisions, over stdio, that says everything it may say of its own accord as fast as it is
// read, from the call of its tool on: a numbered log, changed lists, a changed resource, progress of that call.
import { createInterface } from "node:readline";

const URI = "storm://eye";
const ROUNDS = 200;
let number = 0;
let token;

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const notice = (method, params = {}) => JSON.stringify({ jsonrpc: "2.0", method: `notifications/${method}`, params });

/** One gust, then a wait until it was read. */
function blow() {
  const lines = [];
  for (let i = 0; i < ROUNDS; i++) {
    number += 1;
    lines.push(notice("message", { level: "info", logger: "storm", data: `gust ${number}` }));
    lines.push(notice("resources/updated", { uri: URI }));
    lines.push(notice("tools/list_changed"), notice("resources/list_changed"), notice("prompts/list_changed"));
    if (token !== undefined) lines.push(notice("progress", { progressToken: token, progress: number, message: `gust ${number}` }));
  }
  if (process.stdout.write(`${lines.join("\n")}\n`)) setImmediate(blow);
  else process.stdout.once("drain", blow);
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: {
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      logging: {},
    },
    serverInfo: { name: "storm", version: "1" },
  }),
  "tools/list": () => ({
    tools: [{ name: "blow", description: "Begins the storm, and never ends", inputSchema: { type: "object", properties: {} } }],
  }),
  "resources/list": () => ({ resources: [{ uri: URI, name: "the eye" }] }),
  "resources/templates/list": () => ({ resourceTemplates: [] }),
  "resources/read": () => ({ contents: [{ uri: URI, text: "still" }] }),
  "prompts/list": () => ({ prompts: [] }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.id === undefined || message.method === undefined) continue;
  if (message.method === "tools/call") {
    // It has no answer: whoever asked stops waiting, or goes on looking at its progress.
    token = message.params._meta?.progressToken;
    setImmediate(blow);
  } else {
    write({ id: message.id, result: (answers[message.method] ?? (() => ({})))(message.params ?? {}) });
  }
}
process.exit(0);
