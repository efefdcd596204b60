// Owns the providers that are offered by name. Names of models grow old: they are a start, not a list.

import type { WireView } from "../../ipc/bindings";

/** A provider that many people have a key for. */
export type Preset = { name: string; wire: WireView; base_url: string; model: string };

export const PRESETS: readonly Preset[] = [
  { name: "Anthropic", wire: "anthropic_messages", base_url: "https://api.anthropic.com", model: "claude-sonnet-4-5" },
  { name: "OpenAI", wire: "open_ai_responses", base_url: "https://api.openai.com/v1", model: "gpt-5.1" },
  {
    name: "Google Gemini",
    wire: "open_ai_chat",
    base_url: "https://generativelanguage.googleapis.com/v1beta/openai",
    model: "gemini-2.5-flash",
  },
  { name: "Mistral", wire: "open_ai_chat", base_url: "https://api.mistral.ai/v1", model: "mistral-large-latest" },
  { name: "OpenRouter", wire: "open_ai_chat", base_url: "https://openrouter.ai/api/v1", model: "openrouter/auto" },
];
