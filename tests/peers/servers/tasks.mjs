// A server of 2026-07-28 whose one tool always becomes a task. The task ends when FOLDER/done.txt is there; its words are the result.
// It writes to FOLDER/marks what it was asked to do.
//
//   node tasks.mjs FOLDER

import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const [folder] = process.argv.slice(2);
const done = join(folder, "done.txt");
const mark = (word) => appendFileSync(join(folder, "marks"), `${word}\n`);
const task = { taskId: "a9b1", status: "working", statusMessage: "on its way", createdAt: "2026-07-28T10:00:00Z", lastUpdatedAt: "2026-07-28T10:00:00Z", ttlMs: null, pollIntervalMs: 50 };
const completed = () => ({ ...task, status: "completed", statusMessage: "ended", result: { content: [{ type: "text", text: readFileSync(done, "utf8") }] } });
const cached = { resultType: "complete", ttlMs: 0, cacheScope: "private" };

const answers = {
  "server/discover": () => ({
    ...cached,
    supportedVersions: ["2026-07-28"],
    capabilities: { tools: {}, extensions: { "io.modelcontextprotocol/tasks": {} } },
    serverInfo: { name: "tasks", version: "1.0.0" },
  }),
  "tools/list": () => ({ ...cached, tools: [{ name: "slow", description: "Takes long", inputSchema: { type: "object" } }] }),
  "tools/call": () => {
    mark("called");
    return { resultType: "task", ...task };
  },
  "tasks/get": () => ({ resultType: "complete", ...(existsSync(done) ? completed() : task) }),
  "tasks/cancel": () => {
    mark("cancelled");
    return { resultType: "complete" };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  const body = answer ? { result: answer() } : { error: { code: -32601, message: `no ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...body })}\n`);
}
