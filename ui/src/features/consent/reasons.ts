// Owns the glyph of each kind of reason.

import type { IconName } from "../../components/Icon.svelte";
import type { ReasonKind } from "../../ipc/bindings";

const GLYPHS: Record<ReasonKind, IconName> = {
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

/** The glyph of a reason. */
export const glyphOf = (kind: ReasonKind): IconName => GLYPHS[kind];
