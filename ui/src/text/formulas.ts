// Owns where a formula begins and ends in a model's text: $…$, \(…\), $$…$$ and \[…\]. An amount of money is none.

import type { TokenizerAndRendererExtension, Tokens } from "marked";

/** A formula. `raw` has its marks, `tex` has not. */
export type FormulaToken = Tokens.Generic & { type: "formula"; tex: string; display: boolean };

/** The marks around a formula on lines of its own. */
const MARKS = [
  ["$$", "$$"],
  ["\\[", "\\]"],
] as const;
/** What cannot be before or after a formula between single dollars: it would be a name, a variable of a shell, or an amount. */
const JOINED = /[\p{L}\p{N}_$\\]/u;
const DOLLARS = /^\$((?:\\[^]|[^$\\`])+)\$/;
/** An amount: `5 or US` in "$5 or US$". A formula that begins with a number has an operator, or no space. */
const AMOUNT = /^\d[^\\^_=+<>*/{}]*\s[^\\^_=+<>*/{}]*$/;
const BLANK_LINE = /\n[ \t]*\n/;

const token = (raw: string, tex: string, display: boolean): FormulaToken => ({ type: "formula", raw, tex: tex.trim(), display });

/** The formula that `src` begins with, between marks of two characters. */
function marked(src: string, open: string, close: string, display: boolean): FormulaToken | undefined {
  if (!src.startsWith(open)) return undefined;
  const end = src.indexOf(close, open.length);
  const tex = src.slice(open.length, end);
  if (end < 0 || tex.trim() === "" || BLANK_LINE.test(tex)) return undefined;
  return token(src.slice(0, end + close.length), tex, display);
}

function between(src: string, before: string): FormulaToken | undefined {
  const [raw, tex] = DOLLARS.exec(src) ?? [];
  if (raw === undefined || tex === undefined || JOINED.test(before) || JOINED.test(src.charAt(raw.length))) return undefined;
  if (/^\s|\s$/.test(tex) || AMOUNT.test(tex) || BLANK_LINE.test(tex)) return undefined;
  return token(raw, tex, false);
}

/** The mark that ends the formula that is open after a line, if `open` was before it. */
export function openAfter(line: string, open: string | null): string | null {
  let at = 0;
  for (;;) {
    if (open !== null) {
      const end = line.indexOf(open, at);
      if (end < 0) return open;
      at = end + open.length;
      open = null;
    } else {
      const begins = /(?<!\\)(?:\$\$|\\\[)/g;
      begins.lastIndex = at;
      const match = begins.exec(line);
      if (!match) return null;
      open = match[0] === "$$" ? "$$" : "\\]";
      at = match.index + match[0].length;
    }
  }
}

/** What reads formulas among markdown. */
export const FORMULAS: TokenizerAndRendererExtension[] = [
  {
    name: "formula-lines",
    level: "block",
    start(src) {
      const line = /\n {0,3}(?:\$\$|\\\[)/.exec(src);
      return line ? line.index + 1 : undefined;
    },
    tokenizer(src) {
      const indent = /^ {0,3}/.exec(src)?.[0] ?? "";
      for (const [open, close] of MARKS) {
        const found = marked(src.slice(indent.length), open, close, true);
        const rest = found && /^[ \t]*(?:\n|$)/.exec(src.slice(indent.length + found.raw.length));
        // In one line with other words, it is a part of their paragraph.
        if (found && (rest || found.raw.includes("\n"))) return { ...found, raw: indent + found.raw + (rest?.[0] ?? "") };
      }
      return undefined;
    },
  },
  {
    name: "formula",
    level: "inline",
    start: (src) => /\$|\\[([]/.exec(src)?.index,
    tokenizer(src, tokens) {
      for (const [open, close] of MARKS) {
        const found = marked(src, open, close, true);
        if (found) return found;
      }
      return marked(src, "\\(", "\\)", false) ?? between(src, tokens.at(-1)?.raw.at(-1) ?? "");
    },
  },
];
