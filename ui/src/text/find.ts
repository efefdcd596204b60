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
