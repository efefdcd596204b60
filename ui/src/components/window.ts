// Owns which rows of a long list are drawn. Every row has one height.

/** The rows from `first` to before `last`, and the space of those above that are not drawn, in the units of `height`. */
export type Window = { first: number; last: number; above: number };

/** How many rows are drawn beyond what is in sight, each way. */
export const SPARE = 12;

/** The window of a list of `total` rows, scrolled by `top`, of which `sight` can be seen. */
export function windowOf(top: number, sight: number, height: number, total: number): Window {
  const fit = Math.ceil(sight / height);
  const at = Math.min(Math.max(0, Math.floor(top / height)), Math.max(0, total - fit));
  const first = Math.max(0, at - SPARE);
  const last = Math.min(total, at + fit + SPARE);
  return { first, last, above: first * height };
}

/** Where to scroll so that the row at `index` is in sight: `top` if it is. */
export function scrollFor(index: number, top: number, sight: number, height: number): number {
  const from = index * height;
  if (from < top) return from;
  return from + height > top + sight ? from + height - sight : top;
}

/** The index that a key leads to from `at`, or `null` for a key that leads nowhere. */
export function moved(key: string, at: number, total: number, page: number): number | null {
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: total - 1,
  };
  const to = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return to === undefined || total === 0 ? null : Math.min(total - 1, Math.max(0, to));
}

/** How many rows came before those that were in sight: `keys` of these, the first at `index`, and all keys now. The first that
 * is still there counts; where none is left, 0. */
export function movedBy(keys: readonly string[], index: number, now: readonly string[]): number {
  const places = new Map(keys.map((key, i) => [key, i]));
  let first = keys.length;
  let by = 0;
  for (const [at, key] of now.entries()) {
    const place = places.get(key);
    if (place === undefined || place >= first) continue;
    first = place;
    by = at - (index + place);
    if (place === 0) break;
  }
  return by;
}
