// Owns how conversations are grouped by day.

import { language } from "../i18n/language.svelte";
import { isolated } from "../i18n/list";
import { t } from "../i18n/t";
import type { ConversationSummary } from "../ipc/bindings";

/** A heading and the conversations below it. */
export type DayGroup = { title: "today" | "this-week" | "older"; conversations: ConversationSummary[] };

const DAY_MS = 86_400_000;

function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}

/** Conversations in groups, newest first. "This week" is the six days before today. */
export function groupByDay(conversations: readonly ConversationSummary[], now: number): DayGroup[] {
  const today = startOfDay(now);
  const week = startOfDay(today - 6 * DAY_MS);
  const groups: DayGroup[] = [
    { title: "today", conversations: [] },
    { title: "this-week", conversations: [] },
    { title: "older", conversations: [] },
  ];
  const sorted = [...conversations].sort((a, b) => (b.updated_ms ?? 0) - (a.updated_ms ?? 0));
  for (const conversation of sorted) {
    const at = conversation.updated_ms ?? 0;
    groups[at >= today ? 0 : at >= week ? 1 : 2]?.conversations.push(conversation);
  }
  return groups.filter((group) => group.conversations.length > 0);
}

/** The time of day, as `09:40`. */
export function timeOfDay(ms: number | null): string {
  return new Date(ms ?? 0).toLocaleTimeString(language.tag, { hour: "2-digit", minute: "2-digit" });
}

function relativeDay(days: 0 | -1): string {
  return new Intl.RelativeTimeFormat(language.tag, { numeric: "auto" }).format(days, "day");
}

function date(ms: number): string {
  return isolated(new Date(ms).toLocaleDateString(language.tag, { day: "numeric", month: "short", year: "numeric" }));
}

/** `today` or `yesterday`; `null` for an earlier day. */
function nearDay(ms: number, now: number): string | null {
  const today = startOfDay(now);
  if (ms >= today) return relativeDay(0);
  return ms >= startOfDay(today - 1) ? relativeDay(-1) : null;
}

/** The day something was, as `today`, `yesterday` or `3 Nov 2026`. */
export function dayOf(ms: number | null, now = Date.now()): string {
  return nearDay(ms ?? 0, now) ?? date(ms ?? 0);
}

/** The same inside a sentence: `today`, `yesterday`, `on 3 Nov 2026`. */
export function onDay(ms: number | null, now = Date.now()): string {
  return nearDay(ms ?? 0, now) ?? t("on-day", { day: date(ms ?? 0) });
}

/** When something was, as one says it: "today 09:40", "yesterday 18:00", "21 Nov 2026 18:00". */
export function moment(ms: number | null, now: number): string {
  return isolated(`${dayOf(ms, now)} ${timeOfDay(ms)}`);
}
