// Names what cannot be seen in text that others wrote, for places that show it whole.
import type { SegmentView } from "../ipc/bindings";

/** Control and format characters, and those that select a variation of the one before. */
const HIDDEN = /([\p{Cc}\p{Cf}\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}])\1*/gu;

/** Text in which everything that hides is named in brackets: for a value inside a message, whose own marks are no one else's text. */
export function named(text: string): string {
  return segmentsOf(text)
    .map((segment) => (segment.kind === "hidden" ? `[${segment.code}]` : segment.text))
    .join("");
}

/** Text as runs of what shows and what hides. */
export function segmentsOf(text: string): SegmentView[] {
  const segments: SegmentView[] = [];
  let end = 0;
  for (const match of text.matchAll(HIDDEN)) {
    const [run, character] = [match[0], match[1] as string];
    if (match.index > end) segments.push({ kind: "text", text: text.slice(end, match.index) });
    const code = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
    segments.push({ kind: "hidden", code, name: "", count: run.length / character.length });
    end = match.index + run.length;
  }
  if (end < text.length) segments.push({ kind: "text", text: text.slice(end) });
  return segments;
}
