// Names what cannot be seen in text that others wrote, for places that show it whole.
import type { SegmentView } from "../ipc/bindings";

/**
 * Characters that cannot be seen or that change how others are seen, the same as `domain::is_hidden`: controls, format characters,
 * everything that Unicode lets a renderer ignore, the separators of lines and paragraphs, and the blank Braille pattern, but not
 * the format characters that draw a sign (U+0600 and the like). Line feed and tab count too: text in one line hides them.
 */
const HIDDEN = /((?![\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufff0-\ufffc\u{13430}-\u{1343f}\u{16fe4}\u{1d159}])\1*/gu;

/** Code point as it is written out: `U+202E`. */
function codeOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A hidden character written out, as the host does: `⟨U+202E⟩`. */
export function writtenOut(character: string): string {
  return `⟨${codeOf(character)}⟩`;
}

/** Text with every hidden character written out, for a value inside a message. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (run) => [...run].map(writtenOut).join(""));
}

/** Text as runs of what shows and what hides. */
export function segmentsOf(text: string): SegmentView[] {
  const segments: SegmentView[] = [];
  let end = 0;
  for (const match of text.matchAll(HIDDEN)) {
    const [run, character] = [match[0], match[1] as string];
    if (match.index > end) segments.push({ kind: "text", text: text.slice(end, match.index) });
    segments.push({ kind: "hidden", code: codeOf(character), name: "", count: run.length / character.length });
    end = match.index + run.length;
  }
  if (end < text.length) segments.push({ kind: "text", text: text.slice(end) });
  return segments;
}
