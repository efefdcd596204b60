// Owns how a model's text becomes blocks. While it streams, only the last block is read again.

import { Lexer, type Token } from "marked";

/** A block of text with a key that stays while text is added at the end. */
export type Block = { key: number; token: Token; raw: string };

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

function lex(text: string): Token[] {
  return new Lexer({ gfm: true, breaks: false }).lex(text);
}

/** The address of a link if a person may follow it, else `null`. */
export function followable(href: string): string | null {
  return /^(?:https?:\/\/|mailto:)[^\s]/i.test(href) ? href : null;
}

/** Blocks of one growing text. */
export class MarkdownStream {
  #text = "";
  #blocks: Block[] = [];
  /** Where the unfinished block starts. */
  #open = 0;
  /** How many characters were read over all updates. */
  read = 0;

  /** The blocks of `text`. Text that only grew keeps the blocks before its last one, with the same identity. */
  update(text: string): Block[] {
    const clean = text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
    if (clean === this.#text) return this.#blocks;
    if (!clean.startsWith(this.#text)) {
      this.#blocks = [];
      this.#open = 0;
    }
    this.#text = clean;
    let kept = this.#blocks.length;
    while (kept > 0 && (this.#blocks[kept - 1] as Block).key >= this.#open) kept--;
    this.#blocks = this.#blocks.slice(0, kept).concat(this.#parse(clean.slice(this.#open)));
    return this.#blocks;
  }

  #parse(rest: string): Block[] {
    this.read += rest.length;
    const tokens = lex(rest);
    const blocks: Block[] = [];
    let at = this.#open;
    let last = at;
    for (const token of tokens) {
      if (token.type !== "space") {
        blocks.push({ key: at, token, raw: token.raw });
        last = at;
      }
      at += token.raw.length;
    }
    // If the lexer did not keep every character, places cannot be trusted: the next update reads it all from here.
    if (at === this.#open + rest.length) this.#open = last;
    return blocks;
  }
}
