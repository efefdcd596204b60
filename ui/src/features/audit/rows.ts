// Owns how rows of the audit log are drawn: under the day they fell on, the place of what is wrong marked; and what is asked for.

import type { AuditBreakView, AuditDecidedView, AuditQuery, AuditView } from "../../ipc/bindings";
import { count } from "../../text/units";

/** A row, or the place where one is missing or is not among those listed. */
export type Line = { kind: "row"; row: AuditView } | { kind: "place"; seq: number };

/** Lines under the day on which they were decided. */
export type Day = { title: string; lines: Line[] };

/** Which decisions are wanted. */
export type Decided = "all" | AuditDecidedView;
/** Since when. */
export type Since = "all" | "today" | "week" | "month";

/** What the fields above the list say. */
export type Wanted = { text: string; decided: Decided; server: string; since: Since };

/** Everything. */
export const ALL: Wanted = { text: "", decided: "all", server: "", since: "all" };

export const DECIDED: { id: Decided; name: string }[] = [
  { id: "all", name: "All" },
  { id: "person", name: "You allowed" },
  { id: "rule", name: "By rule" },
  { id: "denied", name: "Denied" },
];
export const SINCE: { id: Since; name: string }[] = [
  { id: "all", name: "All time" },
  { id: "today", name: "Today" },
  { id: "week", name: "Last 7 days" },
  { id: "month", name: "Last 30 days" },
];
const DAYS = { today: 1, week: 7, month: 30 } as const;

/** Whether nothing is left out. */
export function isAll(wanted: Wanted): boolean {
  return wanted.text.trim() === "" && wanted.decided === "all" && wanted.server === "" && wanted.since === "all";
}

/** The host's question for what is wanted. A day begins at midnight here. */
export function queryOf(wanted: Wanted, before: number | null, now: number): AuditQuery {
  return {
    text: wanted.text.trim(),
    decided: wanted.decided === "all" ? null : wanted.decided,
    server: wanted.server || null,
    since_ms: wanted.since === "all" ? null : startOf(now, DAYS[wanted.since] - 1),
    before,
  };
}

/** What was looked for, in words: what stands behind "Looked for". */
export function soughtIn(wanted: Wanted, server: string | undefined): string {
  const text = wanted.text.trim();
  const what = text ? `“${text}” in acts, servers, decisions and arguments` : "rows";
  const parts = [
    wanted.decided === "person" ? "that you allowed" : "",
    wanted.decided === "rule" ? "decided by a rule" : "",
    wanted.decided === "denied" ? "that were denied" : "",
    server ? `of ${server}` : "",
    wanted.since === "today" ? "of today" : "",
    wanted.since === "week" ? "of the last 7 days" : "",
    wanted.since === "month" ? "of the last 30 days" : "",
  ].filter(Boolean);
  return `${what}${parts.length ? `${text ? ", among rows" : ""} ${parts.join(", ")}` : ""}`;
}

/** Puts the place of the bad row among rows that lie around it, unless the row itself is there. */
export function linesOf(rows: readonly AuditView[], bad: number | null, from: number | null, whole: boolean): Line[] {
  const lines: Line[] = rows.map((row) => ({ kind: "row", row }));
  if (bad === null || rows.some((row) => row.seq === bad)) return lines;
  if (from !== null && bad >= from) return lines;
  const at = rows.findIndex((row) => row.seq < bad);
  if (at >= 0) lines.splice(at, 0, { kind: "place", seq: bad });
  else if (whole) lines.push({ kind: "place", seq: bad });
  return lines;
}

/** Groups lines by day, in their order. */
export function daysOf(lines: readonly Line[], now: number): Day[] {
  const days: Day[] = [];
  for (const line of lines) {
    const last = days.at(-1);
    const title = line.kind === "row" ? dayOf(line.row.at_ms ?? 0, now) : (last?.title ?? "Today");
    if (last?.title === title) last.lines.push(line);
    else days.push({ title, lines: [line] });
  }
  return days;
}

function startOf(ms: number, daysBefore = 0): number {
  const day = new Date(ms);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysBefore).getTime();
}

function dayOf(ms: number, now: number): string {
  if (startOf(ms) === startOf(now)) return "Today";
  if (startOf(ms) === startOf(now, 1)) return "Yesterday";
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
      return row.edited ? "edited by you" : "";
    case "other":
      return row.subject;
  }
}

/** What is wrong with the log, as a sentence. */
export function wrongIn({ seq, fault }: AuditBreakView): string {
  const row = `Row ${count(seq)}`;
  switch (fault) {
    case "edited":
      return `${row} was changed after it was written`;
    case "dropped":
      return `${row} is missing`;
    case "swapped":
      return `${row} stands in another row's place`;
    case "inserted":
      return `${row} was not written by Innkeeper`;
    case "tail_cut":
      return `The log was cut off at row ${count(seq)}`;
    case "rewritten":
      return `The log was written anew up to row ${count(seq)}`;
  }
}

/** What that means for the rest. */
export function restIn({ fault }: AuditBreakView): string {
  const rest = "Nothing was repaired or removed.";
  if (fault === "rewritten") return `It is not the log whose end is in the keychain: none of its rows can be trusted. ${rest}`;
  if (fault === "tail_cut") return `The keychain knows of later rows, which are gone. The rows that are there are intact. ${rest}`;
  return `Rows before it are intact; rows after it cannot be trusted. ${rest}`;
}

/** What stands in the list in place of the bad row. */
export function placeOf({ fault }: AuditBreakView): string {
  if (fault === "dropped") return "missing";
  if (fault === "tail_cut") return "cut off from here on";
  return "not as it was written";
}

/** A digest in groups, cut. */
export function shortly(hex: string): string {
  return `${(hex.slice(0, 12).match(/.{1,4}/g) ?? []).join(" ")} …`;
}

/** The next row that a key leads to; `null` for a key that moves nowhere. */
export function movedTo(key: string, at: number, rows: number): number | null {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows - 1 }[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), rows - 1);
}
