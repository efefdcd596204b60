// Owns how a call of a group reads in one line, and which of them are named.

import { joined } from "../../i18n/list";
import { t } from "../../i18n/t";
import type { GroupedCallView } from "../../ipc/bindings";
import { isMarked } from "../../text/fold";

/** Arguments with more characters than this are not shown in the line of their call. */
const LINE = 240;
/** More calls than this are counted, not named. */
const NAMED = 5;

/** One argument in the line of its call. */
export type Piece = { key: string; text: string };

/** The arguments in one line, or `null` where they have to be opened to be read: too long, or with something to look at. */
export function lineOf(call: GroupedCallView): Piece[] | null {
  const pieces = call.arguments.map((argument) => ({
    key: argument.key.map((segment) => (segment.kind === "text" ? segment.text : segment.code)).join(""),
    text: argument.value.map((segment) => (segment.kind === "text" ? segment.text : segment.code)).join(""),
  }));
  const length = pieces.reduce((sum, piece) => sum + piece.key.length + piece.text.length, 0);
  const plain = call.arguments.every(
    (argument) =>
      !argument.hidden && argument.key.every((s) => s.kind === "text") && !argument.value.some((s) => isMarked(s)),
  );
  const flat = pieces.every((piece) => !/[\n\r\t]/.test(piece.text) && !/[\n\r\t]/.test(piece.key));
  return plain && flat && length <= LINE ? pieces : null;
}

/** Whether a call is opened from the start: something about it is not so for the others. */
export function standsOut(call: GroupedCallView): boolean {
  const marked = call.arguments.some((argument) => argument.hidden || argument.value.some((s) => isMarked(s)));
  return marked || call.reasons.length > 0;
}

/** Calls by their numbers: `call 2`, `calls 2, 4 and 5`, `7 calls`. */
export function namedCalls(numbers: readonly number[]): string {
  if (numbers.length > NAMED) return t("consent-named-count", { count: numbers.length });
  return t("consent-named-calls", { count: numbers.length, numbers: joined(numbers.map(String)) });
}
