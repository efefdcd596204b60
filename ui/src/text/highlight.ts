// Owns how code is highlighted: line by line, with a state that goes from one line to the next. Each line is read once
// per grammar: what was read is kept beside the line, so code that grows is never read again from its start.

import { StringStream } from "@codemirror/language";
import type { CodeLine } from "./blocks";
import type { Grammar, Tint } from "./grammars";
import { CHUNK, type Vec } from "./vec";

/** A run of code and its class. */
export type CodeRun = { text: string; tint: Tint };
/** The runs of each line of a chunk of lines, without line breaks. */
export type TintedChunk = readonly (readonly CodeRun[])[];

/** A line in more runs than this is shown plain. */
const MAX_RUNS = 200;
/** A line of more characters is shown plain: the time of some grammars grows with their square. */
const MAX_CHARACTERS = 500;
/** So is one with this much white space in a row, for whose number of characters the time of a grammar grows with the cube. */
const BLANKS = /\s{64}/;
/** A block of code whose lines took longer, in milliseconds, is plain from there on. 3,000 lines of a program take a third of it. */
const BUDGET = 150;
/** So many chunks of one block of code are highlighted; more stay plain. */
const MAX_CHUNKS = 48;
/** Calls without progress after which a character is passed over. */
const MAX_STALLS = 10;
const TAB_SIZE = 4;
const INDENT = 2;

/** Where reading is after some lines of a block: the grammar's state, and the milliseconds that it took. */
type Progress = { state: unknown; spent: number };
/** What was read of lines or of one line. */
type Read<T> = { grammar: Grammar; runs: T; after: Progress };
const CHUNKS = new WeakMap<readonly CodeLine[], Read<TintedChunk>>();
const LINES = new WeakMap<CodeLine, Read<readonly CodeRun[]>>();

/** The runs of the first chunks of a block of code, in order. Joined, the runs of a line are its text. */
export function tinted(lines: Vec<CodeLine>, grammar: Grammar, budget = BUDGET): TintedChunk[] {
  const out: TintedChunk[] = [];
  let progress: Progress = { state: begun(grammar), spent: 0 };
  for (const chunk of lines.chunks.slice(0, MAX_CHUNKS)) {
    const read = chunkRead(chunk, grammar, progress, budget);
    out.push(read.runs);
    progress = read.after;
  }
  return out;
}

const begun = ({ parser }: Grammar): unknown => parser.startState?.(INDENT) ?? {};

function chunkRead(chunk: readonly CodeLine[], grammar: Grammar, before: Progress, budget: number): Read<TintedChunk> {
  const kept = CHUNKS.get(chunk);
  if (kept?.grammar === grammar) return kept;
  const full = chunk.length === CHUNK;
  const runs: (readonly CodeRun[])[] = [];
  let after = before;
  for (const line of chunk) {
    let read = LINES.get(line);
    if (read?.grammar !== grammar) {
      read = lineRead(textOf(line), grammar, after, budget);
      if (!full) LINES.set(line, read);
    }
    runs.push(read.runs);
    after = read.after;
  }
  const read = { grammar, runs, after };
  if (full) CHUNKS.set(chunk, read);
  return read;
}

/** Reads one line; `before` stays as it is. A line that the grammar fails on is plain, and the next begins anew. */
function lineRead(text: string, grammar: Grammar, before: Progress, budget: number): Read<readonly CodeRun[]> {
  const { parser } = grammar;
  if (before.spent > budget || text.length > MAX_CHARACTERS || BLANKS.test(text)) return { grammar, runs: plain(text), after: before };
  const start = performance.now();
  const spent = () => before.spent + performance.now() - start;
  try {
    const state = parser.copyState ? parser.copyState(before.state) : copied(before.state);
    if (text === "") parser.blankLine?.(state, INDENT);
    const runs = runsOf(text, grammar, state);
    return { grammar, runs: runs.length > MAX_RUNS ? plain(text) : runs, after: { state, spent: spent() } };
  } catch {
    return { grammar, runs: plain(text), after: { state: begun(grammar), spent: spent() } };
  }
}

function runsOf(text: string, { parser, tints }: Grammar, state: unknown): CodeRun[] {
  const runs: CodeRun[] = [];
  const stream = new StringStream(text, TAB_SIZE, INDENT);
  while (!stream.eol()) {
    stream.start = stream.pos;
    let type: string | null = null;
    for (let i = 0; i < MAX_STALLS && stream.pos <= stream.start; i++) type = parser.token(stream, state);
    if (stream.pos <= stream.start) stream.pos = stream.start + 1;
    const tint = tintOf(type, tints);
    const last = runs.at(-1);
    if (last?.tint === tint) last.text += stream.current();
    else runs.push({ text: stream.current(), tint });
  }
  return runs;
}

/** The class of a token's type, of whose words the last that has a class counts. */
function tintOf(type: string | null, tints: Grammar["tints"]): Tint {
  let tint: Tint = "";
  for (const word of type?.split(/[ .]/) ?? []) if (Object.hasOwn(tints, word)) tint = tints[word] ?? tint;
  return tint;
}

/** A copy of the state of a grammar that does not copy its own: its lists are copied too. */
function copied(state: unknown): unknown {
  if (typeof state !== "object" || state === null) return state;
  return Object.fromEntries(Object.entries(state).map(([key, value]) => [key, Array.isArray(value) ? value.slice() : value]));
}

const plain = (text: string): CodeRun[] => (text === "" ? [] : [{ text, tint: "" }]);

/** The text of a line without its line break. */
export const textOf = (line: CodeLine) => (line.text.endsWith("\n") ? line.text.slice(0, -1) : line.text);
