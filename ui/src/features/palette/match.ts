// Owns how the words of a query match a text: at the start of a word, inside one, or by letters in their order.

/** How good a match is, and the places of its letters, in order and apart. */
export type Match = { score: number; places: [number, number][] };

/** Scores of one word. The start of the text counts most, scattered letters least. */
const SCORE = { start: 100, word: 80, inside: 50, letters: 20 };
/** Letters that are scattered over more than this many times their count match by accident. */
const SPREAD = 4;
/** Shorter words match only where a word starts, or not at all: inside, they are everywhere. */
const INSIDE = 2;
const LETTERS = 3;

/** Text for a comparison without regard to case and accents. It is as long as the original, so places in it are places there. */
export function folded(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  let result = "";
  for (const character of text) {
    const base = /^(.)\p{M}+$/u.exec(character.normalize("NFD"))?.[1] ?? character;
    const lower = base.toLowerCase();
    result += lower.length === character.length ? lower : character;
  }
  return result;
}

/** The words of a query, folded. */
export function queryWords(query: string): string[] {
  return folded(query).split(/\s+/).filter(Boolean);
}

const startsWord = (text: string, at: number) => at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));

/** The match of one word in a folded text, or `null`. */
export function matchWord(word: string, text: string): Match | null {
  let inside = -1;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (startsWord(text, at)) return { score: at === 0 ? SCORE.start : SCORE.word, places: [[at, at + word.length]] };
    if (inside < 0) inside = at;
  }
  if (inside >= 0 && word.length >= INSIDE) return { score: SCORE.inside, places: [[inside, inside + word.length]] };
  return word.length >= LETTERS ? matchLetters(word, text) : null;
}

/** The letters of a word in their order, the first at the start of a word, as near together as they get. */
function matchLetters(word: string, text: string): Match | null {
  let best: Match | null = null;
  let least = word.length * SPREAD + 1;
  for (let from = text.indexOf(word.charAt(0)); from >= 0; from = text.indexOf(word.charAt(0), from + 1)) {
    if (!startsWord(text, from)) continue;
    const places: [number, number][] = [];
    let at = from - 1;
    for (const letter of word) {
      at = text.indexOf(letter, at + 1);
      if (at < 0) break;
      const last = places.at(-1);
      if (last?.[1] === at) last[1] += letter.length;
      else places.push([at, at + letter.length]);
    }
    // What is not found from here is not found further on.
    if (at < 0) break;
    const span = at + 1 - from;
    if (span >= least) continue;
    least = span;
    best = { score: SCORE.letters - places.length, places };
  }
  return best;
}

/** Places in order, with those that touch or overlap made one. */
export function merged(places: readonly (readonly [number, number])[]): [number, number][] {
  const result: [number, number][] = [];
  for (const [from, to] of [...places].sort((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result;
}

/** Text cut into runs that matched and runs that did not. */
export function runsOf(text: string, places: readonly (readonly [number, number])[]): { text: string; found: boolean }[] {
  const runs: { text: string; found: boolean }[] = [];
  let end = 0;
  for (const [from, to] of places) {
    if (from > end) runs.push({ text: text.slice(end, from), found: false });
    runs.push({ text: text.slice(from, to), found: true });
    end = to;
  }
  if (end < text.length) runs.push({ text: text.slice(end), found: false });
  return runs;
}
