// A server of the official SDK whose tools answer with a JSON-RPC error when the client lacks a feature: `sample` asks all
// the same and passes the refusal on, `form` lets the SDK look first, which asks nothing.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, CreateMessageResultSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const server = new Server({ name: "thrown", version: "1.0.0" }, { capabilities: { tools: {} } });
const inputSchema = { type: "object" };
server.setRequestHandler(ListToolsRequestSchema, () => ({
  tools: [
    { name: "sample", inputSchema },
    { name: "form", inputSchema },
    { name: "broken", inputSchema },
  ],
}));
const messages = [{ role: "user", content: { type: "text", text: "Shorten this" } }];
const tools = {
  sample: (extra) =>
    extra.sendRequest({ method: "sampling/createMessage", params: { messages, maxTokens: 50 } }, CreateMessageResultSchema),
  form: () => server.elicitInput({ message: "Your name?", requestedSchema: { type: "object", properties: {} } }),
  broken: () => Promise.reject(new Error("the disk does not spin")),
};
server.setRequestHandler(CallToolRequestSchema, (request, extra) => tools[request.params.name](extra));
await server.connect(new StdioServerTransport());
