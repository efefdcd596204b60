// Owns how words of a server become one line of a list.

import { t } from "../../i18n/t";
import type { RootAccessView, SegmentView } from "../../ipc/bindings";

/** The longest text that a list looks at. */
const LINE = 300;

/** Segments on one line, what is hidden in them named. */
export function plain(segments: readonly SegmentView[]): string {
  let line = "";
  for (const segment of segments) {
    if (line.length > LINE) break;
    line += segment.kind === "text" ? segment.text.slice(0, LINE) : `[${segment.code}]`;
  }
  return line.replace(/\s+/g, " ").trim();
}

/** What a server is to do in a folder. */
export function accessWords(access: RootAccessView): string {
  return t(`access-${access}`);
}
