// What stands beside the conversation: a request of many parts, summed up without losing any.

import { describe, expect, it } from "vitest";
import { MAX_LINES, summaryOf } from "../src/features/context/summary";
import type { ContextGroupView, ContextKindView, ContextPartView, ContextView, ServerTag } from "../src/ipc/bindings";

const server = (id: string) => ({ id, name: `Server ${id}` }) as unknown as ServerTag;
const of = (group: ContextGroupView, kind: ContextKindView, tokens: number, from: string | null = null) =>
  ({ group, kind, tokens, title: kind, server: from === null ? null : server(from) }) as unknown as ContextPartView;

function request(...parts: ContextPartView[]): ContextView {
  const numbered = parts.map((part, index) => ({ ...part, index }));
  const groups = (["system", "tools", "attachments", "history"] as const)
    .map((group) => ({ group, tokens: numbered.filter((part) => part.group === group).reduce((sum, part) => sum + part.tokens, 0) }))
    .filter(({ tokens }) => tokens > 0);
  return { groups, parts: numbered } as unknown as ContextView;
}

describe("what the model sees, in short", () => {
  it("has one line for a server's tools, notes and results, and one for what was said", () => {
    const view = request(
      of("system", "system", 100),
      of("system", "instructions", 20, "a"),
      of("tools", "tool", 30, "a"),
      of("tools", "tool", 40, "b"),
      of("tools", "tool", 50, "a"),
      of("history", "message", 1),
      of("history", "call", 2, "a"),
      of("history", "result", 300, "a"),
      of("history", "result", 400, "b"),
      of("history", "image", 500, "a"),
      of("history", "answer", 6),
    );
    const lines = summaryOf(view).map(({ group, lines }) => [group, ...lines.map((line) => [line.kind, line.server?.id ?? null, line.count, line.tokens])]);
    expect(lines).toEqual([
      ["system", ["part", null, 1, 100], ["notes", "a", 1, 20]],
      ["tools", ["tools", "a", 2, 80], ["tools", "b", 1, 40]],
      ["history", ["said", null, 2, 9], ["results", "a", 2, 800], ["results", "b", 1, 400]],
    ]);
  });

  it("counts every token once, and says how many lines it leaves out", () => {
    const view = request(...Array.from({ length: MAX_LINES + 3 }, (_, i) => of("attachments", "attachment", i + 1)));
    const [attachments] = summaryOf(view);
    expect(attachments?.lines).toHaveLength(MAX_LINES);
    expect(attachments?.more).toBe(3);
    const whole = request(of("history", "message", 3), of("history", "note", 4), of("history", "state", 5));
    for (const { tokens, lines } of summaryOf(whole)) expect(lines.reduce((sum, line) => sum + line.tokens, 0)).toBe(tokens);
  });
});
