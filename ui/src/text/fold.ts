// Owns how long text is folded: both ends stay in sight, and what is folded is counted.

import type { SegmentView } from "../ipc/bindings";

/** Text longer than this many characters is folded in the consent window. */
export const FOLD_OVER = 2000;
/** How many characters stay before the fold. */
export const FOLD_HEAD = 600;
/** How many characters stay after the fold. */
export const FOLD_TAIL = 300;

/** Segments with their middle folded away. */
export type Folded = { head: SegmentView[]; tail: SegmentView[]; characters: number; hidden: number; marked: number };

/** Whether a segment is text that came from a server before. */
export const isMarked = (segment: SegmentView): boolean => segment.kind === "text" && (segment.from?.length ?? 0) > 0;

/** How many characters a segment stands for. */
export function lengthOf(segment: SegmentView): number {
  return segment.kind === "text" ? [...segment.text].length : segment.count;
}

/** The fold of a value, or `null` if it is short enough to be shown whole. A hidden run is never cut in two. */
export function foldSegments(segments: readonly SegmentView[], over = FOLD_OVER): Folded | null {
  const total = segments.reduce((sum, segment) => sum + lengthOf(segment), 0);
  if (total <= over) return null;
  const head = take(segments, FOLD_HEAD, false);
  const tail = take(segments, FOLD_TAIL, true);
  const hidden = (list: readonly SegmentView[]) =>
    list.reduce((sum, segment) => sum + (segment.kind === "hidden" ? segment.count : 0), 0);
  const kept = [...head, ...tail].reduce((sum, segment) => sum + lengthOf(segment), 0);
  const marks = (list: readonly SegmentView[]) => list.filter(isMarked).length;
  return {
    head,
    tail,
    characters: total - kept,
    hidden: hidden(segments) - hidden(head) - hidden(tail),
    marked: marks(segments.filter((segment) => !head.includes(segment) && !tail.includes(segment))),
  };
}

function take(segments: readonly SegmentView[], budget: number, fromEnd: boolean): SegmentView[] {
  const out: SegmentView[] = [];
  const ordered = fromEnd ? [...segments].reverse() : segments;
  for (const segment of ordered) {
    if (budget <= 0) break;
    const length = lengthOf(segment);
    if (length <= budget) out.push(segment);
    else if (segment.kind === "text") {
      const characters = [...segment.text];
      const text = (fromEnd ? characters.slice(-budget) : characters.slice(0, budget)).join("");
      out.push({ ...segment, text });
    } else break;
    budget -= length;
  }
  return fromEnd ? out.reverse() : out;
}

/** The first lines of a text, within both bounds, and whether that is less than all of it. */
export function preview(text: string, lines = 8, characters = 800): { text: string; cut: boolean } {
  let end = 0;
  for (let line = 0; line < lines && end < text.length; line++) {
    const next = text.indexOf("\n", end);
    end = next < 0 ? text.length : next + 1;
  }
  end = Math.min(end, characters);
  if (end >= text.length) return { text, cut: false };
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  return { text: text.slice(0, end).replace(/\n$/, ""), cut: true };
}
