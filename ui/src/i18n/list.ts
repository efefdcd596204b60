// Lists and titles inside a sentence, as the language in use writes them.

import { language } from "./language.svelte";

/** Items as a sentence lists them: `A, B and C`. */
export function joined(items: readonly string[]): string {
  return new Intl.ListFormat(language.tag, { type: "conjunction" }).format(items);
}

/** A title inside a sentence: its first letter is small, except where a language keeps it, or in an abbreviation. */
export function insideSentence(title: string): string {
  if (language.locale === "de" || /^[A-Z]{2}/.test(title)) return title;
  return title.charAt(0).toLowerCase() + title.slice(1);
}

/** A number with its unit, or a date: its parts keep their order in a text that runs the other way. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** A message without the marks that isolate its values: for a search in it, never for display. */
export function withoutIsolation(message: string): string {
  return message.replace(/[\u2068\u2069]/g, "");
}
