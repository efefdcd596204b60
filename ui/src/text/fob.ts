// Owns a server's fob: its shape, its colour and its monogram.

/** A shape on a 24 by 24 grid and where its monogram stands. */
export type FobShape = { path: string; x: number; y: number };

const SHAPES: readonly FobShape[] = [
  { path: "M12 1a11 11 0 1 1 0 22 11 11 0 0 1 0-22z", x: 12, y: 12 },
  {
    path: "M5 1.5h14a3.5 3.5 0 0 1 3.5 3.5v14a3.5 3.5 0 0 1-3.5 3.5H5A3.5 3.5 0 0 1 1.5 19V5A3.5 3.5 0 0 1 5 1.5z",
    x: 12,
    y: 12,
  },
  { path: "M12 .8l10 5.7v11L12 23.2 2 17.5v-11z", x: 12, y: 12 },
  { path: "M2.5 2h19v10.5c0 5.2-4 8.9-9.5 10.7-5.5-1.8-9.5-5.5-9.5-10.7z", x: 12, y: 11 },
  { path: "M2.5 23V10.5a9.5 9.5 0 0 1 19 0V23z", x: 12, y: 13.2 },
  { path: "M1 3.5h15.5l7 8.5-7 8.5H1z", x: 10.2, y: 12 },
  { path: "M5.5 3h13l5 18.5H.5z", x: 12, y: 13.2 },
  { path: "M12 .2 23.8 12 12 23.8.2 12z", x: 12, y: 12 },
];

/** Shape by the fob's place in eight; the colour moves one step with each further eight. */
export function fobOf(fob: number): { shape: FobShape; colour: number } {
  const place = fob % SHAPES.length;
  const colour = ((place + Math.floor(fob / SHAPES.length)) % SHAPES.length) + 1;
  return { shape: SHAPES[place] as FobShape, colour };
}

/** The initials of the user's name for a server: of its first two words, or its first two letters. */
export function monogram(name: string, letters: 1 | 2): string {
  const words = name.match(/\p{L}[\p{L}\p{N}]*/gu) ?? name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const [first = "", second] = words;
  const initials = second === undefined ? [...first].slice(0, 2) : [[...first][0], [...second][0]];
  return initials.slice(0, letters).join("").toLocaleUpperCase() || "?";
}
