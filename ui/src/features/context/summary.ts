// Sums up what the model sees: a line for each thing that one would switch off, take away or unfold.

import type { ContextGroupView, ContextPartView, ContextView, ServerTag } from "../../ipc/bindings";

/** Most lines of a group. */
export const MAX_LINES = 24;

/** What a line sums up. */
export type LineKind = "part" | "notes" | "tools" | "said" | "results";

export interface Line {
  kind: LineKind;
  /** Its first part. */
  part: ContextPartView;
  /** The server that its parts came from. */
  server: ServerTag | null;
  /** How many there are: messages, tools, results. */
  count: number;
  tokens: number;
}

export interface Summary {
  group: ContextGroupView;
  tokens: number;
  lines: Line[];
  /** How many lines are left out. */
  more: number;
}

/** Which parts share a line, and what that is. */
function lineOf(part: ContextPartView): [LineKind, string] {
  const of = part.server?.id ?? "";
  switch (part.kind) {
    case "instructions":
      return ["notes", of];
    case "tool":
      return ["tools", of];
    case "result":
    case "image":
      return ["results", of];
    case "message":
    case "answer":
    case "state":
    case "call":
    case "note":
      return ["said", ""];
    case "system":
    case "project":
    case "summary":
    case "attachment":
      return ["part", String(part.index)];
  }
}

/** The lines of each group, in the order in which the model reads their first parts. */
export function summaryOf(view: ContextView): Summary[] {
  return view.groups.map(({ group, tokens }) => {
    const lines = new Map<string, Line>();
    for (const part of view.parts) {
      if (part.group !== group) continue;
      const [kind, of] = lineOf(part);
      const key = `${kind} ${of}`;
      const line = lines.get(key) ?? { kind, part, server: part.server, count: 0, tokens: 0 };
      if (kind !== "said" || part.kind === "message" || part.kind === "answer") line.count += 1;
      line.tokens += part.tokens;
      lines.set(key, line);
    }
    const all = [...lines.values()];
    return { group, tokens, lines: all.slice(0, MAX_LINES), more: Math.max(0, all.length - MAX_LINES) };
  });
}
