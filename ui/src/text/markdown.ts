// Owns how a model's text becomes what is drawn. While it streams, finished blocks are neither read nor drawn again;
// what is read again, the last block, is short. See `blocks` for where a block ends.

import { Lexer, Marked, type Token } from "marked";
import { BlockReader, type CodeBlock, type RawBlock, type TableBlock, type TextBlock } from "./blocks";
import { FORMULAS } from "./formulas";

/** A block as it is drawn, with a key that stays while text is added at the end. */
export type Block = { key: string } & (
  | { kind: "token"; token: Token; joined: boolean; number: number | null }
  | { kind: "code"; code: CodeBlock }
  | { kind: "table"; table: TableBlock }
);

/** Blocks that are laid out together. A full group stays the same object. */
export type Group = {
  key: number;
  blocks: readonly Block[];
  full: boolean;
  /** Whether another group follows. */
  past: boolean;
  characters: number;
};

/** A group is full with this many blocks, or this many characters. */
const GROUP_BLOCKS = 80;
const GROUP_CHARACTERS = 12_000;

/** Blocks nested deeper than this are shown as the text that they are. */
export const MAX_DEPTH = 12;

/** What was added at the end of a text last, and where: spares looking at the rest. */
export type Added = { at: number; text: string };

const NAMED: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  copy: "©",
  times: "×",
};

/** Character references as the characters they stand for; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w{1,8}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] as string) : whole;
    const code = decimal !== undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : whole;
  });
}

/** The address of a link if a person may follow it, and where it leads; else `null`. */
export function followable(href: string): { url: string; host: string } | null {
  if (!/^https?:\/\/[^\s]/i.test(href)) return null;
  try {
    const { href: url, host } = new URL(href);
    return { url, host };
  } catch {
    return null;
  }
}

/** Whether the words of a link say where it leads, so that it need not be said again. */
export function saysHost(words: string, host: string): boolean {
  const said = words.trim().toLowerCase();
  return [host, `www.${host}`].some(
    (name) => [name, `https://${name}`, `http://${name}`].some((start) => said === start || said.startsWith(`${start}/`)),
  );
}

/** Marks in front of a line: quotes and list items, each of which nests what follows. */
const NEST = /^[ \t]*(?:(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])[ \t]*){13}/m;
/** Emphasis this dense is no prose, and slow to read. */
const dense = (raw: string) => raw.length > 400 && raw.split(/[*_]/).length > raw.length * 0.4;

const PLAIN = { gfm: true, breaks: false };
const WITH_FORMULAS = new Marked({ ...PLAIN, extensions: FORMULAS }).defaults;
/** Looking for formulas takes as long as all else: only text with a mark of one is searched. */
const lexer = (raw: string) => new Lexer(/\$|\\[([]/.test(raw) ? WITH_FORMULAS : PLAIN);

function lex(raw: string): Token[] {
  if (!NEST.test(raw) && !dense(raw)) {
    try {
      return lexer(raw).lex(raw).filter((token) => token.type !== "space");
    } catch {
      // The lexer recurses: text made to exhaust it is shown as it is.
    }
  }
  return [{ type: "plain", raw }];
}

/** The runs of a table's cell. */
export function lexInline(text: string): Token[] {
  if (!dense(text)) {
    try {
      return lexer(text).inlineTokens(text);
    } catch {
      // As above.
    }
  }
  return [{ type: "text", raw: text, text }];
}

/** About how many characters a block draws. */
function sizeOf(block: Block): number {
  if (block.kind === "token") return block.token.raw.length;
  return (block.kind === "code" ? block.code.lines.length : block.table.rows.length) * 40;
}

/** Blocks of one growing text. */
export class MarkdownStream {
  #text = "";
  #reader = new BlockReader();
  #groups: Group[] = [];
  /** What was read of text that is not finished, to be used again where it did not change. */
  #read: { block: TextBlock; blocks: Block[] }[] = [];
  #afterReturn = false;
  #started = false;
  #view: readonly Group[] = [];
  /** How many characters were read as markdown over all updates. */
  read = 0;

  /** The groups of blocks of `text`. Text that only grew keeps finished blocks, with the same identity. */
  update(text: string, added?: Added): readonly Group[] {
    const known = this.#text.length;
    const follows = added !== undefined && added.at + added.text.length === text.length;
    if (follows && this.#started && known === text.length) return this.#view;
    if (follows && this.#started && known === added.at) this.#push(added.text);
    else if (text.startsWith(this.#text)) {
      if (this.#started && known === text.length) return this.#view;
      this.#push(text.slice(known));
    } else {
      this.#reset();
      this.#push(text);
    }
    this.#started = true;
    this.#text = text;
    return this.#view;
  }

  #reset(): void {
    this.#reader = new BlockReader();
    this.#groups = [];
    this.#read = [];
    this.#afterReturn = false;
  }

  #push(text: string): void {
    for (const block of this.#reader.push(this.#lineBreaks(text))) this.#add(this.#groups, this.#blocksOf(block));
    const open = this.#reader.tail();
    const tail = open.flatMap((block) => this.#blocksOf(block));
    this.#read = this.#read.filter(({ block }) => open.includes(block));
    const view = this.#groups.slice();
    this.#add(view, tail);
    this.#view = view;
  }

  /** All kinds of line breaks as one; one that comes in two pieces counts once. */
  #lineBreaks(text: string): string {
    if (text === "") return text;
    const rest = this.#afterReturn && text.startsWith("\n") ? text.slice(1) : text;
    this.#afterReturn = text.endsWith("\r");
    return rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest;
  }

  #blocksOf(block: RawBlock): Block[] {
    if (block.kind === "code") return [{ key: `${block.at}`, kind: "code", code: block }];
    if (block.kind === "table") return [{ key: `${block.at}`, kind: "table", table: block }];
    const known = this.#read.find((last) => last.block.at === block.at && last.block.raw === block.raw);
    if (known) {
      known.block = block;
      return known.blocks;
    }
    this.read += block.raw.length;
    const { joined, number } = block;
    const blocks = lex(block.raw).map(
      (token, i): Block => ({ key: `${block.at}.${i}`, kind: "token", token, joined: joined && i === 0, number: i === 0 ? number : null }),
    );
    this.#read.push({ block, blocks });
    return blocks;
  }

  /** Adds blocks to the last group, or to new ones once it is full. */
  #add(groups: Group[], blocks: readonly Block[]): void {
    for (const block of blocks) {
      const size = sizeOf(block);
      const last = groups.at(-1);
      if (!last || last.full) {
        if (last && !last.past) groups[groups.length - 1] = { ...last, past: true };
        groups.push({ key: groups.length, blocks: [block], full: size >= GROUP_CHARACTERS, past: false, characters: size });
      } else {
        const characters = last.characters + size;
        const full = last.blocks.length + 1 >= GROUP_BLOCKS || characters >= GROUP_CHARACTERS;
        groups[groups.length - 1] = { ...last, blocks: [...last.blocks, block], full, characters };
      }
    }
  }
}
