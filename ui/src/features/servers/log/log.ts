// Owns the rows of a server's log in the window: how pages of them join, which are shown, how they are copied. No view.

import { language } from "../../../i18n/language.svelte";
import { withoutIsolation } from "../../../i18n/list";
import { t } from "../../../i18n/t";
import type { CountView, LogLevelView, LogPageView, LogRowView, LogSourceView } from "../../../ipc/bindings";

/** What is known of a log, oldest row first. */
export type LogState = {
  rows: LogRowView[];
  /** The number of the last row. */
  last: number;
  dropped: CountView[];
  level: LogLevelView | null;
  takesLevel: boolean;
};

/** The levels, from the least grave (RFC 5424). */
export const LEVELS: readonly LogLevelView[] = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
];

/** More rows are not kept here; the oldest go first. */
export const KEPT = 5000;

export const emptyLog = (): LogState => ({ rows: [], last: 0, dropped: [], level: null, takesLevel: false });

/** A log after a page of its rows came. Rows that are known are not taken twice. */
export function takeLog(state: LogState, page: LogPageView): LogState {
  const fresh = page.rows.filter((row) => (row.seq ?? 0) > state.last);
  const rows = fresh.length ? [...state.rows, ...fresh].slice(-KEPT) : state.rows;
  const last = fresh.reduce((most, row) => Math.max(most, row.seq ?? 0), state.last);
  return { rows, last, dropped: page.dropped, level: page.level, takesLevel: page.takes_level };
}

const rank = (level: LogLevelView) => LEVELS.indexOf(level);

/** Whether a row says that something went wrong. */
export const isError = (row: LogRowView) => rank(row.level) >= rank("error");

/** How many rows after `seen` say that something went wrong. */
export const errorsAfter = (rows: readonly LogRowView[], seen: number) =>
  rows.filter((row) => (row.seq ?? 0) > seen && isError(row)).length;

/** The text of a row. A note of Innkeeper is without the marks that isolate its values. */
export const textOf = (row: LogRowView) => (row.source === "innkeeper" ? withoutIsolation(row.text) : row.text);

/** Whose words a row is. */
export function sourceOf(source: LogSourceView): string {
  return source === "innkeeper" ? "Innkeeper" : t(`log-source-${source}`);
}

/** The rows to show, newest first: at least as grave as `least`, with `text` in them. */
export function logShown(rows: readonly LogRowView[], least: LogLevelView, text: string): LogRowView[] {
  const wanted = text.trim().toLowerCase();
  const has = (row: LogRowView) => `${row.logger ?? ""} ${textOf(row)}`.toLowerCase().includes(wanted);
  return rows.filter((row) => rank(row.level) >= rank(least) && (wanted === "" || has(row))).reverse();
}

/** A time of day to the millisecond, as `11:20:41.118`. */
export function timeOf(ms: number | null): string {
  const at = new Date(ms ?? 0);
  return `${at.toLocaleTimeString(language.tag)}.${String(at.getMilliseconds()).padStart(3, "0")}`;
}

/** Rows as text, oldest first, a line each. */
export function logText(shown: readonly LogRowView[]): string {
  const line = (row: LogRowView) =>
    [new Date(row.at_ms ?? 0).toISOString(), row.level, sourceOf(row.source), row.logger, textOf(row)].filter(Boolean).join(" ");
  return shown.toReversed().map(line).join("\n");
}
