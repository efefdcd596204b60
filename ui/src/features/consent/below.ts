// Owns what the strip above the answers says: what lies below the fold and was not seen yet.

import { insideSentence, joined } from "../../i18n/list";
import { t } from "../../i18n/t";

/** Something that can lie below the fold. */
export type Item = {
  name: string;
  kind: "argument" | "part";
  place: "below" | "cut" | "folded" | "seen";
  /** What several of them are called; without it, parts of one name are named once. */
  many?: string | undefined;
};

/** A part's title inside a sentence; an argument's name is the server's and stays as it is. */
function nameOf(item: Item): string {
  return item.kind === "part" ? insideSentence(item.name) : item.name;
}

/** Parts in their order, those of one name together. */
function parts(below: readonly Item[]): string[] {
  const names = [...new Set(below.map(nameOf))];
  return names.map((name) => {
    const [first, ...others] = below.filter((item) => nameOf(item) === name);
    return first?.many && others.length ? `${others.length + 1} ${first.many}` : name;
  });
}

/** The sentence of the strip, or `null` if everything was seen. */
export function belowText(items: readonly Item[]): string | null {
  const below = items.filter((item) => item.place === "below");
  const args = below.filter((item) => item.kind === "argument").length;
  const words = [
    ...(args ? [t("consent-below-arguments", { count: args })] : []),
    ...parts(below.filter((item) => item.kind === "part")),
    ...items.filter((item) => item.place === "cut").map((item) => t("consent-below-more", { name: nameOf(item) })),
  ];
  const folded = items.filter((item) => item.place === "folded").map(nameOf);
  if (!words.length && folded.length) return t("consent-below-folded", { names: joined(folded) });
  words.push(...folded.map((name) => t("consent-below-more", { name })));
  if (!words.length) return null;
  const list = joined(words);
  const many = words.length > 1 || below.length > 1;
  return t(many ? "consent-below-many" : "consent-below-one", { list: `${list.charAt(0).toUpperCase()}${list.slice(1)}` });
}
