// A server of the newest TypeScript SDK, which speaks revision 2026-07-28 and the ones before it: over stdio, or over HTTP with the
// argument `http`, where the first line it prints is its URL. It ends with its input.
//
// `greet` asks the user for a name first, and keeps what it knows in the state that the client sends back, signed by this process, or
// with the key in `STATE_KEY`, which several processes can have. `meet` says in its
// question which process asks, and in its result which one answered.

import { createServer } from "node:http";
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import * as z from "zod/v4";
import { McpServer, acceptedContent, createMcpHandler, createRequestStateCodec, inputRequired } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const key = process.env.STATE_KEY ? Buffer.from(process.env.STATE_KEY, "hex") : randomBytes(32);
const codec = createRequestStateCodec({ key });
const text = (words) => ({ content: [{ type: "text", text: words }] });

function make() {
  const server = new McpServer({ name: "stateless", version: "1" }, { requestState: { verify: codec.verify } });
  server.registerTool("echo", { inputSchema: z.object({ text: z.string() }) }, async ({ text: words }) => text(words));
  server.registerTool("greet", { inputSchema: z.object({ word: z.string() }) }, async ({ word }, ctx) => {
    const given = acceptedContent(ctx.mcpReq.inputResponses, "who", z.object({ name: z.string() }));
    const kept = ctx.mcpReq.requestState();
    if (given) return text(`${kept.word}, ${given.name}`);
    const asked = inputRequired.elicit({
      message: "Who is there?",
      requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    });
    return inputRequired({ inputRequests: { who: asked }, requestState: await codec.mint({ word }, ctx) });
  });
  server.registerTool("meet", { inputSchema: z.object({}) }, async (_, ctx) => {
    const given = acceptedContent(ctx.mcpReq.inputResponses, "who", z.object({ name: z.string() }));
    if (given) return text(`${given.name}: ${process.pid}`);
    const asked = inputRequired.elicit({
      message: `Asked by ${process.pid}`,
      requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    });
    return inputRequired({ inputRequests: { who: asked }, requestState: await codec.mint({ asked: process.pid }, ctx) });
  });
  return server;
}

if (process.argv[2] === "http") {
  const handler = createMcpHandler(make);
  const web = createServer(async (asked, answered) => {
    const body = ["GET", "HEAD"].includes(asked.method) ? undefined : Readable.toWeb(asked);
    const url = new URL(asked.url, "http://127.0.0.1");
    const request = new Request(url, { method: asked.method, headers: asked.headers, body, duplex: "half" });
    const response = await handler.fetch(request);
    answered.writeHead(response.status, Object.fromEntries(response.headers));
    if (!response.body) return answered.end();
    Readable.fromWeb(response.body).on("error", () => answered.destroy()).pipe(answered);
  });
  web.listen(0, "127.0.0.1");
  await once(web, "listening");
  process.stdout.write(`http://127.0.0.1:${web.address().port}/mcp\n`);
  process.stdin.resume().on("end", () => process.exit(0));
} else {
  serveStdio(make);
}
