// Pseudo-localization: English with accents and 40 % longer, so that a layout that only fits English shows.

const ACCENTS: Readonly<Record<string, string>> = {
  a: "áá", e: "éé", i: "íí", o: "óó", u: "úú", y: "ý", c: "ç", n: "ñ", s: "š", z: "ž", d: "ď", r: "ř", l: "ļ",
  A: "ÁÁ", E: "ÉÉ", I: "ÍÍ", O: "ÓÓ", U: "ÚÚ", Y: "Ý", C: "Ç", N: "Ñ", S: "Š", Z: "Ž", D: "Ď", R: "Ř", L: "Ļ",
};

/** The text as the pseudo-locale says it. Inserted values do not pass here. */
export function pseudo(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => ACCENTS[letter] ?? letter);
}
