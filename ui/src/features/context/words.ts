// What the parts of a request are called.

import { t } from "../../i18n/t";
import type { ContextGroupView, ContextKindView, ContextOmissionView, ContextPartView, ContextView } from "../../ipc/bindings";
import { count } from "../../text/units";

const GROUPS = { system: "context-system", tools: "context-tools", attachments: "context-attachments", history: "context-history" } as const;
const KINDS = {
  system: "context-kind-system",
  tool: "context-kind-tool",
  project: "context-kind-project",
  instructions: "context-kind-instructions",
  summary: "context-kind-summary",
  message: "context-kind-message",
  attachment: "context-kind-attachment",
  answer: "context-kind-answer",
  state: "context-kind-state",
  call: "context-kind-call",
  result: "context-kind-result",
  image: "context-kind-image",
  note: "context-kind-note",
} as const;
const REASONS = {
  result_limit: "context-reason-result-limit",
  tool_limit: "context-reason-tool-limit",
  budget: "context-reason-budget",
} as const;

/** The colours of groups, of what is kept for the answer, and of what is free. */
const COLOURS = {
  system: "var(--id-7)",
  tools: "var(--id-3)",
  attachments: "var(--id-2)",
  history: "var(--id-1)",
  room: "var(--line-1)",
  free: "var(--bg-sunken)",
} as const;
/** What a part of the bar stands for. */
export type BarPart = keyof typeof COLOURS;
/** The colour of a part of the bar. */
export const colourOf = (part: BarPart): string => COLOURS[part];
/** The name of a group. */
export const groupName = (group: ContextGroupView): string => t(GROUPS[group]);
/** What a part is. */
export const kindName = (kind: ContextKindView): string => t(KINDS[kind]);
/** Why a part is shortened or left out. */
export const reasonName = (reason: ContextOmissionView["reason"]): string => t(REASONS[reason]);

/** How much of the window a request takes, in whole percent, at least 1; `null` where the window is not known. */
export function percentOf(view: ContextView): number | null {
  if (!view.window) return null;
  return Math.min(100, Math.max(1, Math.round((view.tokens * 100) / view.window)));
}

/** What the meter says to a screen reader and on hover. */
export function meterName(view: ContextView | null): string {
  if (!view) return t("context-open");
  const percent = percentOf(view);
  const used = count(view.tokens);
  if (percent === null) return t("context-open-unknown", { used });
  return t("context-open-known", { used, window: count(view.window ?? 0), percent });
}

/** What the difference to the request before says. */
export function differenceOf(view: ContextView): string {
  const differs = view.differs;
  if (!differs) return t("context-first");
  if (differs.tokens === 0) return t("context-same");
  const { tokens } = differs;
  return differs.only_adds ? t("context-adds", { tokens }) : t("context-differs", { part: differs.index, tokens });
}

/** The parts of each group, in the order of the request. */
export function partsOf(view: ContextView): [ContextGroupView, ContextPartView[]][] {
  const groups = view.groups.map((size) => size.group);
  return groups.map((group) => [group, view.parts.filter((part) => part.group === group)]);
}
