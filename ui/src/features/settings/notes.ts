// Owns how notes on a model are written and read.

import type { ModelNotesView } from "../../ipc/bindings";

/** The highest price that can be noted, in US dollars for a million tokens. */
export const MAX_PRICE = 1000;

type Mark = "cost" | "speed" | "intelligence";

/** The three marks and the words for 0, not known, to 5. */
export const MARKS: readonly { key: Mark; name: string; words: readonly string[] }[] = [
  { key: "cost", name: "Cost", words: ["Not noted", "1, dear", "2", "3", "4", "5, cheap"] },
  { key: "speed", name: "Speed", words: ["Not noted", "1, slow", "2", "3", "4", "5, fast"] },
  { key: "intelligence", name: "Intelligence", words: ["Not noted", "1, simple", "2", "3", "4", "5, clever"] },
];

/** A price as it is written in its field. */
export const priceText = (price: number | null): string => (price === null ? "" : String(price));

/** A written price: `null` for none, `undefined` for what is none. A comma stands for the point. */
export function priceOf(text: string): number | null | undefined {
  const written = text.trim().replace(",", ".");
  if (written === "") return null;
  if (!/^\d+(\.\d+)?$/.test(written)) return undefined;
  const price = Number(written);
  return price <= MAX_PRICE ? price : undefined;
}

/** The notes as they are written, or which price is none. */
export function notesFrom(
  marks: Record<Mark, number>,
  prices: { input: string; output: string },
): ModelNotesView | { wrong: ("input" | "output")[] } {
  const input = priceOf(prices.input);
  const output = priceOf(prices.output);
  if (input === undefined || output === undefined) {
    return { wrong: (["input", "output"] as const).filter((which) => priceOf(prices[which]) === undefined) };
  }
  return { ...marks, input_price: input, output_price: output };
}
