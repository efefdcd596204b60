// Owns how a growing text is cut into blocks. Each whole line is read once; what a line decides depends only on the
// lines before it, so that it does not matter in which pieces the text came.

import { openAfter } from "./formulas";
import { Growing, type Vec, vecOf } from "./vec";

/** Paragraphs, lists, quotes and headings: text that is read as markdown on its own, at most `TEXT_MOST` long. */
export type TextBlock = {
  kind: "text";
  at: number;
  raw: string;
  /** Whether it goes on with the list or paragraph before it, cut only because that was long. */
  joined: boolean;
  /** The number of its first item if it goes on with a numbered list. */
  number: number | null;
};
/** Code between fences. A line keeps its line break, so that the lines joined are the code. */
export type CodeBlock = {
  kind: "code";
  at: number;
  info: string;
  lines: Vec<CodeLine>;
  /** Whether the fence that ends it is there. */
  closed: boolean;
};
/** A line of code. One that is kept is the same object in every later state of its block. */
export type CodeLine = { readonly text: string };
/** A table; its rows are read when they are drawn. */
export type TableBlock = { kind: "table"; at: number; head: string; align: readonly Align[]; rows: Vec<string> };
export type Align = "" | "left" | "center" | "right";
export type RawBlock = TextBlock | CodeBlock | TableBlock;

/** A longer line is read in pieces of this many characters. */
export const LINE_MOST = 2048;
/** A text block ends at the latest here, in characters. */
export const TEXT_MOST = 4096;
/** A list is cut before an item once it has this many characters. */
const LIST_MOST = 1536;

const BLANK = /^[ \t]*$/;
const FENCE = /^( {0,3})(`{3,}|~{3,})([^\n]*)$/;
const NESTED_FENCE = /^(\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*)(`{3,}|~{3,})([^\n]*)$/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const ITEM = /^ {0,3}(?:[-*+]|(\d{1,9})[.)])(?:[ \t]|$)/;
const INTERRUPTING_ITEM = /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/;
const ALIGNMENT = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

type Fence = { mark: string; indent: number; info: string };
type OpenText = {
  kind: "text";
  at: number;
  raw: string;
  joined: boolean;
  number: number | null;
  /** Where its last line starts in `raw`. */
  last: number;
  /** Whether its last line is blank. */
  blank: boolean;
  list: boolean;
  /** How many items its list has at the left edge. */
  items: number;
  /** A heading or a rule: the next line is another block. */
  single: boolean;
  /** The fence that is open in an item of its list. */
  fence: Fence | null;
  /** What ends the formula that is open after its last line. */
  formula: string | null;
};
type OpenCode = { kind: "code"; at: number; fence: Fence; lines: Growing<CodeLine> };
type OpenTable = { kind: "table"; at: number; head: string; align: Align[]; rows: Growing<string> };
type Open = OpenText | OpenCode | OpenTable;

const indentOf = (line: string) => {
  let width = 0;
  for (const c of line) {
    if (c === " ") width++;
    else if (c === "\t") width += 4 - (width % 4);
    else break;
  }
  return width;
};

function fenceOf(line: string, pattern: RegExp): Fence | null {
  const match = pattern.exec(line);
  if (!match) return null;
  const [, before = "", mark = "", info = ""] = match;
  return mark.startsWith("`") && info.includes("`") ? null : { mark, indent: before.length, info: info.trim() };
}

function closes(fence: Fence, line: string): boolean {
  const mark = line.trim();
  return mark.length >= fence.mark.length && indentOf(line) <= fence.indent + 3 && mark === fence.mark.charAt(0).repeat(mark.length);
}

/** The cells of a row: cut at each `|` that has no `\` before it. */
export function cellsOf(row: string): string[] {
  const cells = row.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "").split(/(?<!\\)\|/);
  return cells.map((cell) => cell.trim().replace(/\\\|/g, "|"));
}

function alignmentOf(line: string, head: string): Align[] | null {
  if (!line.includes("-") || !ALIGNMENT.test(line) || !head.includes("|")) return null;
  const cells = cellsOf(line);
  if (cells.length !== cellsOf(head).length) return null;
  return cells.map((cell) => {
    const [left, right] = [cell.startsWith(":"), cell.endsWith(":")];
    return left && right ? "center" : right ? "right" : left ? "left" : "";
  });
}

/** Cuts a text, given in any pieces, into blocks. */
export class BlockReader {
  /** Blocks that are finished and not yet taken. */
  #done: RawBlock[] = [];
  #open: Open | null = null;
  /** Where the next line starts in the text. */
  #at = 0;
  /** The line that has not ended. */
  #rest = "";
  /** Whether `#rest` goes on in a line whose start was read. */
  #mid = false;

  /** Reads `text`, whose line breaks are `\n`, and yields the blocks that it finished. */
  push(text: string): RawBlock[] {
    const all = this.#rest + text;
    let at = 0;
    for (;;) {
      const end = all.indexOf("\n", at);
      const whole = end >= 0 && end - at <= LINE_MOST;
      if (!whole && all.length - at <= LINE_MOST) break;
      let next = whole ? end + 1 : at + LINE_MOST;
      if (!whole && isHigh(all.charCodeAt(next - 1))) next--;
      this.#line(all.slice(at, next));
      this.#mid = !whole;
      at = next;
    }
    this.#rest = all.slice(at);
    const done = this.#done;
    this.#done = [];
    return done;
  }

  /** The blocks after those that are finished, as they would be if the text ended here. */
  tail(): RawBlock[] {
    const open = this.#open;
    if (open?.kind === "code") {
      const ends = !this.#mid && closes(open.fence, this.#rest);
      if (this.#rest === "" || ends) return [this.#shown(open, ends)];
      const line = codeLine(open.fence, this.#rest, this.#mid);
      return [{ kind: "code", at: open.at, info: open.fence.info, lines: open.lines.now(line), closed: false }];
    }
    if (open?.kind === "table" && this.#rest !== "" && (this.#mid || isRow(this.#rest)))
      return [{ kind: "table", at: open.at, head: open.head, align: open.align, rows: open.rows.now(this.#rest) }];
    const trial = new BlockReader();
    trial.#at = this.#at;
    trial.#mid = this.#mid;
    trial.#open = open?.kind === "text" ? { ...open } : null;
    if (this.#rest !== "") trial.#line(this.#rest);
    const last = trial.#open ? [trial.#shown(trial.#open)] : [];
    return [...(open?.kind === "table" ? [this.#shown(open)] : []), ...trial.#done, ...last];
  }

  #shown(open: Open, closed = false): RawBlock {
    const { kind, at } = open;
    if (kind === "code") return { kind, at, info: open.fence.info, lines: open.lines.now(), closed };
    if (kind === "table") return { kind, at, head: open.head, align: open.align, rows: open.rows.now() };
    return { kind, at, raw: open.raw, joined: open.joined, number: open.number };
  }

  #finish(): void {
    if (this.#open) this.#done.push(this.#shown(this.#open, true));
    this.#open = null;
  }

  #line(line: string): void {
    const text = line.endsWith("\n") ? line.slice(0, -1) : line;
    this.#read(line, text);
    this.#at += line.length;
  }

  #read(line: string, text: string): void {
    const open = this.#open;
    if (open?.kind === "code") {
      if (!this.#mid && closes(open.fence, text)) this.#finish();
      else open.lines.push(codeLine(open.fence, line, this.#mid));
      return;
    }
    if (open?.kind === "table") {
      if (this.#mid || isRow(text)) return open.rows.push(text);
      this.#finish();
    }
    if (this.#open?.kind === "text") this.#inText(this.#open, line, text);
    else if (this.#mid || !BLANK.test(text)) this.#start(line, text, null);
  }

  #inText(open: OpenText, line: string, text: string): void {
    const room = open.raw.length + line.length <= TEXT_MOST;
    if (!this.#mid && BLANK.test(text)) {
      if (room) add(open, line, this.#mid);
      open.blank = true;
      open.formula = null;
      return;
    }
    if (open.formula !== null) {
      // Code and headings are told apart from a formula that never ends.
      if (room && (this.#mid || !(HEADING.test(text) || fenceOf(text, FENCE)))) return add(open, line, this.#mid);
      open.formula = null;
    }
    if (open.fence) {
      const inside = this.#mid || closes(open.fence, text) || BLANK.test(text) || indentOf(text) >= Math.min(open.fence.indent, 2);
      if (inside && room) return add(open, line, this.#mid);
      if (inside) {
        // A long piece of code in a list goes on as code of its own.
        const { fence } = open;
        this.#finish();
        this.#code(fence);
        this.#read(line, text);
        return;
      }
      open.fence = null;
    }
    if (!this.#mid && this.#ends(open, text)) {
      this.#finish();
      return this.#start(line, text, null);
    }
    const align = this.#mid || open.list || open.blank ? null : alignmentOf(text, open.raw.slice(open.last).trimEnd());
    if (align) return this.#table(open, align);
    const item = !this.#mid && open.list && ITEM.test(text);
    if (!room || (item && open.raw.length > LIST_MOST)) {
      this.#finish();
      return this.#start(line, text, open);
    }
    add(open, line, this.#mid);
  }

  /** Whether a line that is not blank is another block than the open one. */
  #ends(open: OpenText, text: string): boolean {
    if (open.single) return true;
    const inItem = open.list && indentOf(text) >= 2;
    if (open.blank) return !(inItem || (open.list && ITEM.test(text) && !RULE.test(text)));
    if (inItem) return false;
    if (HEADING.test(text) || fenceOf(text, FENCE)) return true;
    return !open.list && INTERRUPTING_ITEM.test(text);
  }

  #start(line: string, text: string, before: OpenText | null): void {
    const fence = this.#mid ? null : fenceOf(text, FENCE);
    if (fence && !before?.list) return this.#code(fence);
    const rule = !this.#mid && RULE.test(text);
    const item = this.#mid || rule ? null : ITEM.exec(text);
    const counted = before?.list && item?.[1] !== undefined;
    const number = counted ? (before.number ?? numberOf(before.raw)) + before.items : null;
    const open: OpenText = {
      kind: "text",
      at: this.#at,
      raw: "",
      joined: before !== null,
      number: number !== null && Number.isSafeInteger(number) ? number : null,
      last: 0,
      blank: false,
      list: item !== null,
      items: 0,
      single: !this.#mid && (HEADING.test(text) || rule),
      fence: null,
      formula: null,
    };
    this.#open = open;
    add(open, line, this.#mid);
  }

  #code(fence: Fence): void {
    this.#open = { kind: "code", at: this.#at, fence, lines: new Growing() };
  }

  /** The last line of `open` turned out to be the head of a table. */
  #table(open: OpenText, align: Align[]): void {
    const head = open.raw.slice(open.last).trimEnd();
    const at = open.at + open.last;
    open.raw = open.raw.slice(0, open.last);
    if (open.raw !== "") this.#finish();
    this.#open = { kind: "table", at, head, align, rows: new Growing() };
  }
}

const isHigh = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isRow = (text: string) =>
  !BLANK.test(text) && !HEADING.test(text) && !fenceOf(text, FENCE) && !INTERRUPTING_ITEM.test(text) && !/^ {0,3}>/.test(text);
const numberOf = (raw: string) => Number(ITEM.exec(raw)?.[1] ?? 1);

function add(open: OpenText, line: string, mid: boolean): void {
  const within = open.formula !== null;
  if (!open.fence && !open.single) open.formula = openAfter(line, open.formula);
  if (!mid && within) open.last = open.raw.length;
  else if (!mid) {
    open.last = open.raw.length;
    open.blank = false;
    const text = line.trimEnd();
    if (open.fence) {
      if (closes(open.fence, text)) open.fence = null;
    } else if (open.list) {
      if (ITEM.test(text)) open.items++;
      open.fence = fenceOf(text, NESTED_FENCE);
    }
  }
  open.raw += line;
}

/** A line of code without the indent of its fence. */
function codeLine(fence: Fence, whole: string, mid: boolean): CodeLine {
  const end = whole.endsWith("\n") ? whole.length - 1 : whole.length;
  let from = 0;
  while (!mid && from < Math.min(fence.indent, end) && whole[from] === " ") from++;
  return { text: whole.slice(from) };
}

/** A piece of code that is there in full, as a block. */
export function codeOf(info: string, code: string, closed = true): CodeBlock {
  const lines = (code.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((text) => ({ text }));
  return { kind: "code", at: 0, info, lines: vecOf(lines), closed };
}

/** The code, joined. */
export const wholeCode = (code: CodeBlock) => code.lines.chunks.map((chunk) => chunk.map((line) => line.text).join("")).join("");

/** A table that is there in full, or `null` if its text is none. */
export function tableOf(raw: string): TableBlock | null {
  const reader = new BlockReader();
  const [block] = [...reader.push(raw), ...reader.tail()];
  return block?.kind === "table" ? block : null;
}
