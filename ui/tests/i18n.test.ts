import { afterEach, describe, expect, it } from "vitest";
import { language, systemLocale } from "../src/i18n/language.svelte";
import { insideSentence, joined } from "../src/i18n/list";
import { pseudo } from "../src/i18n/pseudo";
import { partsOf, t } from "../src/i18n/t";
import { bytes, decimal } from "../src/text/units";
import { plain } from "./plain";

afterEach(() => language.choose("system"));

describe("language", () => {
  it("is the first of the system's that has a catalogue, else English", () => {
    expect(["fr-FR de-AT en", "en-US de", "fr", ""].map((tags) => systemLocale(tags.split(" ")))).toEqual(["de", "en", "en", "en"]);
  });

  it("changes the messages, the plurals and the numbers", async () => {
    await language.choose("en");
    expect([t("consent-deny"), plain(t("hours", { count: 1 })), plain(t("hours", { count: 1200 }))]).toEqual([
      "Deny", "1 hour", "1,200 hours",
    ]);
    expect([joined(["A", "B", "C"]), insideSentence("What changed"), plain(bytes(12_345))]).toEqual(["A, B and C", "what changed", "12.3\u00a0KB"]);
    await language.choose("de");
    expect([t("consent-deny"), plain(t("hours", { count: 1 })), plain(t("hours", { count: 1200 }))]).toEqual([
      "Ablehnen", "1 Stunde", "1.200 Stunden",
    ]);
    expect([joined(["A", "B", "C"]), insideSentence("Was sich"), decimal(1.5, 1)]).toEqual(["A, B und C", "Was sich", "1,5"]);
  });

  it("falls back to the system's for a choice this version does not know", async () => {
    await language.choose("de");
    await language.choose("fr" as "de");
    expect(language.locale).toBe(systemLocale(globalThis.navigator?.languages ?? []));
  });
});

describe("values", () => {
  const RLO = "\u202e";

  it("are isolated, whatever direction they set", () => {
    expect(t("consent-launch-title", { server: `${RLO}evil` })).toBe(`Start \u2068${RLO}evil\u2069?`);
  });

  it("cannot leave their isolate", () => {
    const said = (server: string) => t("consent-launch-title", { server });
    expect(said(`a\u2069${RLO}b`)).toBe(`Start \u2068a⟨U+2069⟩${RLO}b\u2069?`);
    expect(said("a\u2067b")).toBe("Start \u2068a\u2067b\u2069\u2069?");
    expect(said("a\u2069\u2067b\u2029c\u0085")).toBe("Start \u2068a⟨U+2069⟩\u2067b⟨U+2029⟩c⟨U+0085⟩\u2069\u2069?");
    const inner = said("Mail");
    expect(said(inner)).toBe(`Start \u2068${inner}\u2069?`);
  });

  it("may be elements, whose places a value cannot imitate", () => {
    const call = () => ({}) as never;
    const parts = partsOf("consent-tool-title", { call, server: "A\ufdd0B" });
    expect(parts).toEqual(["Run \u2068", call, "\u2069 through \u2068AB\u2069?"]);
  });

  it("stay as they are in the pseudo-locale, whose own text is longer", async () => {
    await language.choose("pseudo");
    const text = plain(t("consent-launch-title", { server: "Mail" }));
    expect(text).toContain("Mail");
    expect(text).not.toContain("Start");
    const sentence = "Approval is needed again if its address changes.";
    expect(pseudo(sentence).length / sentence.length).toBeGreaterThan(1.3);
  });
});
