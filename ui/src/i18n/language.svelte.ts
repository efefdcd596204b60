// Language of the windows: the one the user chose, or the first of the system's that the catalogue has.

import type { Language } from "../ipc/bindings";
import { catalogueOf, loadCatalogue, type Locale, withMoreMessages } from "./catalogue";

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

const localeOf = (of: Language): Locale => (of === "system" ? systemLocale(globalThis.navigator?.languages ?? []) : of);

/** The choice that was made last. */
let wanted: Language = "system";
/** The language in use: its catalogue is loaded. */
let used = $state<Locale>(localeOf("system"));

function use(to: Language): void {
  used = localeOf(to);
  const root = globalThis.document?.documentElement;
  if (!root) return;
  const { lang, dir } = TAGS[used];
  root.lang = lang;
  root.dir = dir;
}

/** The language in use. Reactive: what reads it in a component is drawn again after a change. */
export const language = {
  get locale(): Locale {
    return used;
  },
  /** Tag for `Intl` formatters. */
  get tag(): string {
    return TAGS[this.locale].format;
  },
  /** Whether it runs from right to left. */
  get rtl(): boolean {
    return TAGS[this.locale].dir === "rtl";
  },
  /**
   * Speaks the chosen language from now on: at once if its catalogue is loaded, else as soon as it is, and until then the one before.
   * A choice this version does not know means the system's.
   */
  choose(to: Language): Promise<void> {
    wanted = to in TAGS ? to : "system";
    const locale = localeOf(wanted);
    if (!catalogueOf(locale)) {
      const asked = wanted;
      return loadCatalogue(locale, TAGS[locale].format).then(() => {
        if (wanted === asked) use(asked);
      });
    }
    use(wanted);
    return Promise.resolve();
  },
};

// The shell names the choice in `data-language` before the page's first paint (src-tauri/src/look.js). A later change counts as well.
const page = globalThis.document?.documentElement;
const named = () => language.choose((page?.dataset["language"] ?? "system") as Language);
if (page) new MutationObserver(() => void named()).observe(page, { attributeFilter: ["data-language"] });

/** Loads the messages of a window in its first language: before, it draws nothing. */
export function loadLanguage(window: "main" | "other"): Promise<void> {
  if (window === "other") withMoreMessages();
  return named();
}
