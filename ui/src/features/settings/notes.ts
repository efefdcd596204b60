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

/** The fields of a model's notes that hold numbers. */
export type NoteField = "input" | "output" | "cached" | "window";

/** A written number of tokens: `null` for none, `undefined` for what is none. */
export function windowOf(text: string): number | null | undefined {
  const written = text.replace(/[\s.,]/g, "");
  if (written === "") return null;
  if (!/^\d+$/.test(written)) return undefined;
  const tokens = Number(written);
  return tokens >= 1000 && tokens <= 100_000_000 ? tokens : undefined;
}

/** The notes as they are written, or which fields are wrong. */
export function notesFrom(
  marks: Record<Mark, number>,
  written: Record<NoteField, string>,
): ModelNotesView | { wrong: NoteField[] } {
  const [input, output, cached] = [priceOf(written.input), priceOf(written.output), priceOf(written.cached)];
  const window = windowOf(written.window);
  if (input === undefined || output === undefined || cached === undefined || window === undefined) {
    const read = { input, output, cached, window };
    return { wrong: (["input", "output", "cached", "window"] as const).filter((field) => read[field] === undefined) };
  }
  return { ...marks, input_price: input, output_price: output, cached_price: cached, window };
}
