// Owns the messages of each language (Fluent). A catalogue is a file of its own, loaded when its language is first used.

import { FluentBundle, FluentResource } from "@fluent/bundle";
import type { Language } from "../ipc/bindings";
import { pseudo } from "./pseudo";

/** A language with a catalogue. `pseudo` is English with accents, 40 % longer and right to left, for tests of the layout. */
export type Locale = Exclude<Language, "system">;

/** A file with texts of Fluent files. */
type Source = () => Promise<{ default: Record<string, string> }>;
const english: Source[] = [() => import("./catalogues/en")];
const german: Source[] = [() => import("./catalogues/de")];
const SOURCES: Record<Locale, Source[]> = { en: english, de: german, pseudo: english };

/** From now on, each catalogue has what the main window does without. */
export function withMoreMessages(): void {
  english.push(() => import("./catalogues/more-en"));
  german.push(() => import("./catalogues/more-de"));
}

const bundles = new Map<Locale, FluentBundle>();

/** The messages of a language; `undefined` until they were loaded. */
export const catalogueOf = (locale: Locale): FluentBundle | undefined => bundles.get(locale);

const loading = new Map<Locale, Promise<void>>();

/** Loads the messages of a language. `tag` is its BCP 47 tag for numbers and plurals. */
export function loadCatalogue(locale: Locale, tag: string): Promise<void> {
  const begun = loading.get(locale) ?? load(locale, tag).finally(() => loading.delete(locale));
  loading.set(locale, begun);
  return begun;
}

async function load(locale: Locale, tag: string): Promise<void> {
  const files = await Promise.all(SOURCES[locale].map((source) => source()));
  // Each inserted value is isolated (FSI … PDI), so that it cannot reorder the text around it.
  const bundle = new FluentBundle(tag, { useIsolating: true, ...(locale === "pseudo" && { transform: pseudo }) });
  for (const text of files.flatMap((file) => Object.values(file.default))) bundle.addResource(new FluentResource(text));
  bundles.set(locale, bundle);
}
