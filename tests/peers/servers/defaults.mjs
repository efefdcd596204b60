// A server of the official SDK: a tool whose schema lists a property with a default, and a prompt with optional
// arguments only. The schema is declared as generators of schemas write it: what exists after parsing is required.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { GetPromptRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

const input = z.object({ text: z.string(), times: z.number().int().default(2) });
const server = new McpServer({ name: "defaults", version: "1.0.0" });
server.registerTool("repeat", { description: "Repeats a text.", inputSchema: input.shape }, ({ text, times }) => ({
  content: [{ type: "text", text: Array(times).fill(text).join(" ") }],
}));
const words = z.object({ name: z.string().optional() });
server.registerPrompt("greet", { argsSchema: words.shape }, () => ({ messages: [] }));
// As servers do that read the arguments themselves: without any, there is nothing to read.
server.server.setRequestHandler(GetPromptRequestSchema, (request) => {
  const { name } = words.parse(request.params.arguments);
  return { messages: [{ role: "user", content: { type: "text", text: `Greet ${name ?? "everybody"}.` } }] };
});
const listed = z.toJSONSchema(input, { target: "draft-7", io: "output" });
server.server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [{ name: "repeat", description: "Repeats a text.", inputSchema: listed }],
}));
await server.connect(new StdioServerTransport());
