// Owns the glyph of each kind of reason.

import type { IconName } from "../../components/Icon.svelte";

const GLYPHS: Record<string, IconName> = {
  flow: "swap",
  risk: "globe",
  no_rule: "rules",
  claim: "info",
  edited: "pencil",
  schema: "lines",
  hidden: "warn",
  mixed: "warn",
  shadow: "lines",
  changed: "swap",
  note: "info",
  rule: "rules",
};

/** The glyph of a reason; a kind without one of its own is a warning. */
export function glyphOf(kind: string): IconName {
  return GLYPHS[kind] ?? "warn";
}
