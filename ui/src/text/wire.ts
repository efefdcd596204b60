import type { WireView } from "../ipc/bindings";

/** The format that an address most likely means: Responses at OpenAI and Azure, which their newest models want. */
export function usualWire(address: string): WireView {
  const host = URL.parse(address.trim())?.hostname ?? "";
  if (host === "api.openai.com" || host.endsWith(".azure.com")) return "open_ai_responses";
  return host === "api.anthropic.com" ? "anthropic_messages" : "open_ai_chat";
}
