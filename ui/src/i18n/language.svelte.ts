// Language of the windows: the one the user chose, or the first of the system's that the catalogue has.

import type { Language } from "../ipc/bindings";

/** A language with a catalogue. `pseudo` is English with accents, 40 % longer and right to left, for tests of the layout. */
export type Locale = Exclude<Language, "system">;

/** BCP 47 tag for `Intl`, and for the `lang` and `dir` attributes. */
const TAGS: Record<Locale, { format: string; lang: string; dir: "ltr" | "rtl" }> = {
  en: { format: "en-GB", lang: "en", dir: "ltr" },
  de: { format: "de-DE", lang: "de", dir: "ltr" },
  pseudo: { format: "en-GB", lang: "en-XA", dir: "rtl" },
};

/** The first of the user's languages with a catalogue, else English. */
export function systemLocale(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split("-")[0];
    if (language === "en" || language === "de") return language;
  }
  return "en";
}

let choice = $state<Language>("system");

/** The language in use. Reactive: what reads it in a component is drawn again after a change. */
export const language = {
  get locale(): Locale {
    return choice === "system" ? systemLocale(globalThis.navigator?.languages ?? []) : choice;
  },
  /** Tag for `Intl` formatters. */
  get tag(): string {
    return TAGS[this.locale].format;
  },
  /** Whether it runs from right to left. */
  get rtl(): boolean {
    return TAGS[this.locale].dir === "rtl";
  },
  /** Speaks the chosen language from now on. A choice this version does not know means the system's. */
  choose(to: Language): void {
    choice = to in TAGS ? to : "system";
    const root = globalThis.document?.documentElement;
    if (!root) return;
    const { lang, dir } = TAGS[this.locale];
    root.lang = lang;
    root.dir = dir;
  },
};

// The shell names the choice in `data-language` before the page's first paint (src-tauri/src/look.js). A later change counts as well.
const page = globalThis.document?.documentElement;
const named = () => language.choose((page?.dataset["language"] ?? "system") as Language);
named();
if (page) new MutationObserver(named).observe(page, { attributeFilter: ["data-language"] });
