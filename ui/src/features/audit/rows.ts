// Owns how rows of the audit log are drawn: an outcome stands with its decision, under the day it fell on.

import type { AuditView } from "../../ipc/bindings";

/** A decision with what came of it, or a row of its own. */
export type Act = { row: AuditView; outcome: AuditView | null };

/** Acts under the day on which they were decided. */
export type Day = { title: string; acts: Act[] };

/** Puts each outcome to its decision. Rows come newest first; an outcome whose decision is not there stays alone. */
export function actsOf(rows: readonly AuditView[]): Act[] {
  const outcomes = new Map<string, AuditView>();
  for (const row of rows) if (row.kind === "outcome" && row.call !== null) outcomes.set(row.call, row);
  const decided = new Set(rows.filter((row) => row.kind === "call").map((row) => row.call));
  return rows
    .filter((row) => row.kind !== "outcome" || !decided.has(row.call))
    .map((row) => ({ row, outcome: row.kind === "call" && row.call !== null ? (outcomes.get(row.call) ?? null) : null }));
}

/** Groups acts by day, in their order. */
export function daysOf(acts: readonly Act[], now: number): Day[] {
  const days: Day[] = [];
  for (const act of acts) {
    const title = dayOf(act.row.at_ms ?? 0, now);
    const last = days.at(-1);
    if (last?.title === title) last.acts.push(act);
    else days.push({ title, acts: [act] });
  }
  return days;
}

function dayOf(ms: number, now: number): string {
  const day = (at: number) => new Date(at).setHours(0, 0, 0, 0);
  if (day(ms) === day(now)) return "Today";
  if (day(ms) === day(day(now) - 1)) return "Yesterday";
  return new Date(ms).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}

/** What an act is, in words; a call is known by its tool. */
export function wordsOf(row: AuditView): string {
  switch (row.kind) {
    case "launch":
      return "Start of the server";
    case "outcome":
      return "outcome";
    case "call":
      return "";
    case "other":
      return row.subject;
  }
}
