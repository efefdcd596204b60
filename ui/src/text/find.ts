// Owns where words stand in a text.

/** Most places that are shown. */
export const MAX_FOUND = 500;

/** The places of `wanted` in `text`, without regard to case, in order and apart. */
export function placesOf(text: string, wanted: string): number[] {
  const needle = wanted.trim().toLowerCase();
  if (needle === "") return [];
  const lower = text.toLowerCase();
  // A few capitals become longer when they are lowered; places would be wrong then.
  const [hay, pin] = lower.length === text.length ? [lower, needle] : [text, wanted.trim()];
  const places: number[] = [];
  for (let at = hay.indexOf(pin); at >= 0 && places.length < MAX_FOUND; at = hay.indexOf(pin, at + pin.length))
    places.push(at);
  return places;
}

/** A text of Markdown without most of its marks, to find in it what is read in it. It is a guess: places are told by what is drawn. */
export const withoutMarks = (text: string): string => text.replace(/[*_~`\\]/g, "");

/** The words of a search, as the host reads them: letters and digits, whatever stands between. */
export function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words of `text` that begin like one of `words`, without regard to case and accents: their places, in order. */
export function wordsIn(text: string, words: readonly string[]): [number, number][] {
  const wanted = words.map(plain).filter((word) => word !== "");
  const places: [number, number][] = [];
  for (const { 0: word, index } of wanted.length ? text.matchAll(/[\p{L}\p{N}\p{M}]+/gu) : []) {
    if (places.length >= MAX_FOUND) break;
    const folded = plain(word);
    // Whole words: where a ligature ends one, a part of it cannot be marked.
    if (wanted.some((one) => folded.startsWith(one))) places.push([index, index + word.length]);
  }
  return places;
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
