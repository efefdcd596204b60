// Messages in the language in use.

import { FluentType, type FluentVariable } from "@fluent/bundle";
import type { Snippet } from "svelte";
import { catalogueOf } from "./catalogue";
import { language } from "./language.svelte";
import type { Messages } from "./messages";
import { writtenOut } from "../text/hidden";

/** Name of a message. */
export type MessageId = keyof Messages;
/** Value for a placeable. */
export type Value = string | number;
/** Names of the values that a message inserts. */
export type ArgumentName<Id extends MessageId> = Messages[Id] extends string ? Messages[Id] : never;
type Values<Id extends MessageId> = [ArgumentName<Id>] extends [never] ? [] : [Record<ArgumentName<Id>, Value>];

/** What opens an isolate, what closes the innermost one, and what ends a paragraph and with it every isolate. */
const BOUNDARIES = /[\u2066-\u2069\u2029\u0085\u001c-\u001e]/g;
const CLOSES = "\u2069";

/**
 * A value that cannot leave the isolate around it: an isolate that it opens is closed at its end, and a character that would close
 * the one around it, or end the paragraph, is written out. A message inside a message stays as it is.
 */
function contained(value: string): string {
  let open = 0;
  const text = value.replace(BOUNDARIES, (mark) => {
    if (mark < CLOSES && mark >= "\u2066") open += 1;
    else if (mark !== CLOSES || open === 0) return writtenOut(mark);
    else open -= 1;
    return mark;
  });
  return text + CLOSES.repeat(open);
}

function format(id: MessageId, given: Record<string, FluentVariable> | undefined): string {
  const values = given && Object.fromEntries(Object.entries(given).map(([name, value]) => [name, typeof value === "string" ? contained(value) : value]));
  const bundle = catalogueOf(language.locale);
  const pattern = bundle?.getMessage(id)?.value;
  // With a list for the errors, a value that is missing shows as its name instead of throwing.
  return bundle && pattern ? bundle.formatPattern(pattern, values ?? null, []) : id;
}

/** The message in the language in use. Reactive to a change of the language. */
export function t<Id extends MessageId>(id: Id, ...values: Values<Id>): string {
  return format(id, values[0]);
}

/** Noncharacters that mark where a snippet goes. They are removed from values. */
const SLOT = /([\uFDD0-\uFDEF])/;
const FIRST_SLOT = 0xfdd0;

class Slot extends FluentType<number> {
  override toString(): string {
    return String.fromCharCode(FIRST_SLOT + this.value);
  }
}

/** The message in parts: text, and the snippets among its values where they go. */
export function partsOf(id: MessageId, values: Record<string, Value | Snippet>): (string | Snippet)[] {
  const snippets: Snippet[] = [];
  const given: Record<string, FluentVariable> = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === "function") given[name] = new Slot(snippets.push(value) - 1);
    else given[name] = typeof value === "string" ? value.split(SLOT).filter((part) => !SLOT.test(part)).join("") : value;
  }
  return format(id, given)
    .split(SLOT)
    .map((part) => (SLOT.test(part) ? (snippets[part.charCodeAt(0) - FIRST_SLOT] ?? "") : part));
}
