// Owns how rows of the audit log are drawn: under the day they fell on, the place of what is wrong marked; and what is asked for.

import { language } from "../../i18n/language.svelte";
import { isolated } from "../../i18n/list";
import { t, type MessageId } from "../../i18n/t";
import type { AuditBreakView, AuditDecidedView, AuditQuery, AuditView } from "../../ipc/bindings";

/** A row, or the place where one is missing or is not among those listed. */
export type Line = { kind: "row"; row: AuditView } | { kind: "place"; seq: number };

/** Lines under the day on which they were decided. */
export type Day = { title: string; lines: Line[] };

/** A line with the rows that follow it and are like it. */
export type Fold = { line: Line; like: AuditView[] };

/** Which decisions are wanted. */
export type Decided = "all" | AuditDecidedView;
/** Since when. */
export type Since = "all" | "today" | "week" | "month";

/** What the fields above the list say. */
export type Wanted = { text: string; decided: Decided; server: string; since: Since };

/** Everything. */
export const ALL: Wanted = { text: "", decided: "all", server: "", since: "all" };

export const DECIDED = [
  { id: "all", name: "audit-decided-all" },
  { id: "person", name: "audit-decided-person" },
  { id: "rule", name: "audit-decided-rule" },
  { id: "denied", name: "audit-decided-denied" },
] as const satisfies { id: Decided; name: MessageId }[];
export const SINCE = [
  { id: "all", name: "audit-since-all" },
  { id: "today", name: "today" },
  { id: "week", name: "audit-since-week" },
  { id: "month", name: "audit-since-month" },
] as const satisfies { id: Since; name: MessageId }[];
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
    since_ms: sinceOf(wanted.since, now),
    before,
  };
}

/** When that began: at a midnight here. */
export function sinceOf(since: Since, now: number): number | null {
  return since === "all" ? null : startOf(now, DAYS[since] - 1);
}

/** What was looked for, in words: what stands behind "Looked for". */
export function soughtIn(wanted: Wanted, server: string | undefined): string {
  const text = wanted.text.trim();
  const what = text ? t("audit-sought-text", { text }) : t("audit-sought-rows");
  const parts = [
    wanted.decided === "person" ? t("audit-sought-person") : "",
    wanted.decided === "rule" ? t("audit-sought-rule") : "",
    wanted.decided === "denied" ? t("audit-sought-denied") : "",
    server ? t("audit-sought-server", { server }) : "",
    wanted.since === "today" ? t("audit-sought-today") : "",
    wanted.since === "week" ? t("audit-sought-week") : "",
    wanted.since === "month" ? t("audit-sought-month") : "",
  ].filter(Boolean);
  if (!parts.length) return what;
  return t(text ? "audit-sought-among" : "audit-sought", { what, filters: parts.join(", ") });
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
    const title = line.kind === "row" ? dayOf(line.row.at_ms ?? 0, now) : (last?.title ?? t("today"));
    if (last?.title === title) last.lines.push(line);
    else days.push({ title, lines: [line] });
  }
  return days;
}

/** From this many rows on, those that are like the first are folded behind it. */
const FOLDED = 3;

/** Whether two rows say the same of different moments: the same act of the same server, decided and ended alike. */
function isLike(a: AuditView, b: AuditView): boolean {
  const said = (row: AuditView) => [row.kind, row.server?.id, row.subject, row.tier?.[0], row.edited, row.verdict, row.bad, row.outcome?.verdict, row.outcome?.bad];
  const others = said(b);
  return said(a).every((one, i) => one === others[i]);
}

/** Puts neighbouring rows that are alike behind the first of them. A row that stands `apart` is behind none, and has none behind it. */
export function foldsOf(lines: readonly Line[], apart: number | null): Fold[] {
  const folds: Fold[] = [];
  for (const line of lines) {
    const last = folds.at(-1);
    const head = last?.line.kind === "row" ? last.line.row : null;
    const alone = line.kind === "place" || line.row.seq === apart || head === null || head.seq === apart;
    if (last && !alone && isLike(head, line.row)) last.like.push(line.row);
    else folds.push({ line, like: [] });
  }
  return folds.flatMap((fold) =>
    fold.like.length + 1 >= FOLDED ? fold : [{ ...fold, like: [] }, ...fold.like.map((row): Fold => ({ line: { kind: "row", row }, like: [] }))],
  );
}

export function startOf(ms: number, daysBefore = 0): number {
  const day = new Date(ms);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - daysBefore).getTime();
}

function dayOf(ms: number, now: number): string {
  if (startOf(ms) === startOf(now)) return t("today");
  if (startOf(ms) === startOf(now, 1)) return t("yesterday");
  return isolated(new Date(ms).toLocaleDateString(language.tag, { day: "numeric", month: "long", year: "numeric" }));
}

/** What an act is, in words; a call is known by its tool. */
export function wordsOf(row: AuditView): string {
  switch (row.kind) {
    case "launch":
      return t("audit-launch");
    case "outcome":
      return t("audit-outcome-row");
    case "call":
      return row.edited ? t("audit-edited") : "";
    case "other":
      return row.subject;
  }
}

/** What is wrong with the log, as a sentence. */
export function wrongIn({ seq, fault }: AuditBreakView): string {
  switch (fault) {
    case "edited":
      return t("audit-wrong-edited", { row: seq });
    case "dropped":
      return t("audit-wrong-dropped", { row: seq });
    case "swapped":
      return t("audit-wrong-swapped", { row: seq });
    case "inserted":
      return t("audit-wrong-inserted", { row: seq });
    case "tail_cut":
      return t("audit-wrong-cut", { row: seq });
    case "rewritten":
      return t("audit-wrong-rewritten", { row: seq });
  }
}

/** What that means for the rest. */
export function restIn({ fault }: AuditBreakView): string {
  if (fault === "rewritten") return t("audit-rest-rewritten");
  if (fault === "tail_cut") return t("audit-rest-cut");
  return t("audit-rest");
}

/** What stands in the list in place of the bad row. */
export function placeOf({ fault }: AuditBreakView): string {
  if (fault === "dropped") return t("audit-place-dropped");
  if (fault === "tail_cut") return t("audit-place-cut");
  return t("audit-place-other");
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
