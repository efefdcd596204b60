// Owns which parts of a table's text stay in one line: dates, times, numbers with their units, and codes.

/** A piece of text, and whether it stays in one line. */
export type Piece = { text: string; whole: boolean };

/** A longer piece may break. */
const MOST = 32;
const HAS_DIGIT = /\p{N}/u;
/** What belongs to the number before it, or to the one after it. */
const UNIT = /^(?:%|‰|\p{Sc}|[A-Z]{3}|[kKMGT]?i?B|[kcm]?m|[km]?g|[µm]?s|min|h|°C|°F)[.,;]?$/u;
const SIGN = /^(?:[+−–-]|\p{Sc}|[A-Z]{3}|[<>≤≥≈~])$/u;

/** Splits text at what stays whole. */
export function piecesOf(text: string): Piece[] {
  if (!HAS_DIGIT.test(text)) return [{ text, whole: false }];
  const pieces: Piece[] = [];
  const add = (part: string, whole: boolean) => {
    const last = pieces.at(-1);
    if (last && !last.whole && !whole) last.text += part;
    else pieces.push({ text: part, whole });
  };
  const tokens = text.match(/\s+|\S+/gu) ?? [];
  for (let at = 0; at < tokens.length; ) {
    const run = runAt(tokens, at);
    const part = tokens.slice(at, at + run).join("");
    add(part, HAS_DIGIT.test(part) && part.length <= MOST);
    at += run;
  }
  return pieces;
}

/** How many tokens from `at` on make one piece: `SEK 12`, `12 000 SEK`, `2026-11-22 14:05`. */
function runAt(tokens: readonly string[], at: number): number {
  const joins = (from: number, fits: RegExp) => tokens[from] === " " && fits.test(tokens[from + 1] ?? "");
  let run = 1;
  if (SIGN.test(tokens[at] ?? "") && joins(at + 1, /^\p{N}/u)) run = 3;
  else if (!HAS_DIGIT.test(tokens[at] ?? "")) return run;
  // Another number goes on with it: a time after a date, or the next three digits.
  if (joins(at + run, /^\p{N}{1,2}:\p{N}{2}|^\p{N}{3}(?!\p{N})/u)) run += 2;
  if (joins(at + run, UNIT)) run += 2;
  return run;
}
