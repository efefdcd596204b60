// Owns how notes on a model are written and read.

import type { MessageId } from "../../i18n/t";
import type { ModelNotesView } from "../../ipc/bindings";

/** The highest price that can be noted, in US dollars for a million tokens. */
export const MAX_PRICE = 1000;

type Mark = "cost" | "speed" | "intelligence";

/** The three marks and the words for 0, not known, to 5. */
export const MARKS: readonly { key: Mark; name: MessageId; words: readonly (MessageId | null)[] }[] = [
  { key: "cost", name: "mark-cost", words: ["mark-none", "mark-cost-1", null, null, null, "mark-cost-5"] },
  { key: "speed", name: "mark-speed", words: ["mark-none", "mark-speed-1", null, null, null, "mark-speed-5"] },
  {
    key: "intelligence",
    name: "mark-intelligence",
    words: ["mark-none", "mark-intelligence-1", null, null, null, "mark-intelligence-5"],
  },
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
