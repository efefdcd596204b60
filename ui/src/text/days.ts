// Owns how conversations are grouped by day.

import type { ConversationSummary } from "../ipc/bindings";

/** A heading and the conversations below it. */
export type DayGroup = { title: "Today" | "This week" | "Older"; conversations: ConversationSummary[] };

const DAY_MS = 86_400_000;

function startOfDay(ms: number): number {
  return new Date(ms).setHours(0, 0, 0, 0);
}

/** Conversations in groups, newest first. "This week" is the six days before today. */
export function groupByDay(conversations: readonly ConversationSummary[], now: number): DayGroup[] {
  const today = startOfDay(now);
  const week = startOfDay(today - 6 * DAY_MS);
  const groups: DayGroup[] = [
    { title: "Today", conversations: [] },
    { title: "This week", conversations: [] },
    { title: "Older", conversations: [] },
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
  const at = new Date(ms ?? 0);
  return `${String(at.getHours()).padStart(2, "0")}:${String(at.getMinutes()).padStart(2, "0")}`;
}

/** The day something was, as `today`, `yesterday` or `3 Nov 2026`. */
export function dayOf(ms: number | null, now = Date.now()): string {
  const at = ms ?? 0;
  const today = startOfDay(now);
  if (at >= today) return "today";
  if (at >= startOfDay(today - 1)) return "yesterday";
  return new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
}

/** The same inside a sentence: `today`, `yesterday`, `on 3 Nov 2026`. */
export function onDay(ms: number | null, now = Date.now()): string {
  const day = dayOf(ms, now);
  return day === "today" || day === "yesterday" ? day : `on ${day}`;
}

/** When something was, as one says it: "today 09:40", "yesterday 18:00", "21 Nov 2026 18:00". */
export function moment(ms: number | null, now: number): string {
  const at = new Date(ms ?? 0);
  const today = startOfDay(now);
  const time = timeOfDay(ms);
  if (at.getTime() >= today) return `today ${time}`;
  if (at.getTime() >= startOfDay(today - 1)) return `yesterday ${time}`;
  const day = at.toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric" });
  return `${day} ${time}`;
}
