// Owns the messages that passed over a server's connection, as far as the window has them: how batches join, which are
// shown, how one is named. No view.

import { t } from "../../../i18n/t";
import type { TrafficBatchView, TrafficRowView } from "../../../ipc/bindings";

/** What is known of the traffic, oldest message first. */
export type TrafficState = { rows: TrafficRowView[]; last: number; kept: number; dropped: number };

/** Which way a message went. */
export type Direction = "all" | "sent" | "received";

/** What is looked for. */
export type TrafficFilter = { text: string; direction: Direction; hidePings: boolean };

/** The host keeps as many; more are not kept here either. */
export const RING = 5000;

export const emptyTraffic = (): TrafficState => ({ rows: [], last: 0, kept: 0, dropped: 0 });

/** The traffic after a batch came. Messages that are known are not taken twice. */
export function takeTraffic(state: TrafficState, batch: TrafficBatchView): TrafficState {
  const fresh = batch.rows.filter((row) => (row.seq ?? 0) > state.last);
  const rows = fresh.length ? [...state.rows, ...fresh].slice(-RING) : state.rows;
  const last = fresh.reduce((most, row) => Math.max(most, row.seq ?? 0), state.last);
  return { rows, last, kept: batch.kept, dropped: batch.dropped };
}

/** Names of methods whose messages are pings. */
const isPing = (row: TrafficRowView) => row.method === "ping";

/** The messages to show, newest first. */
export function trafficShown(rows: readonly TrafficRowView[], filter: TrafficFilter): TrafficRowView[] {
  const wanted = filter.text.trim().toLowerCase();
  const goes = (row: TrafficRowView) => filter.direction === "all" || row.sent === (filter.direction === "sent");
  const has = (row: TrafficRowView) =>
    wanted === "" ||
    row.id === wanted ||
    `${row.method ?? ""} ${row.id ?? ""} ${row.summary} ${row.bad ?? ""}`.toLowerCase().includes(wanted);
  return rows.filter((row) => goes(row) && !(filter.hidePings && isPing(row)) && has(row)).reverse();
}

/** The exchanges that have rounds, by the message that began each: all their messages, oldest first. */
export function exchangesOf(rows: readonly TrafficRowView[]): Map<number, TrafficRowView[]> {
  const found = new Map<number, TrafficRowView[]>();
  for (const row of rows) if (row.exchange_seq !== null) found.set(row.exchange_seq, []);
  for (const row of rows) {
    const first = [row.exchange_seq, row.answers_seq, row.seq].find((seq) => seq !== null && found.has(seq));
    if (first !== undefined && first !== null) found.get(first)?.push(row);
  }
  return found;
}

/** The same messages, newest first, with one of each exchange: its last. */
export function folded(shown: readonly TrafficRowView[], exchanges: ReadonlyMap<number, readonly TrafficRowView[]>): TrafficRowView[] {
  const exchangeOf = new Map([...exchanges].flatMap(([first, all]) => all.map((row) => [keyOf(row), first] as const)));
  const seen = new Set<number>();
  return shown.filter((row) => {
    const exchange = exchangeOf.get(keyOf(row));
    if (exchange === undefined) return true;
    if (seen.has(exchange)) return false;
    seen.add(exchange);
    return true;
  });
}

/** The exchange that a message belongs to; none if its request has one round alone. */
export function exchangeWith(row: TrafficRowView, exchanges: ReadonlyMap<number, TrafficRowView[]>): TrafficRowView[] | null {
  for (const all of exchanges.values()) if (all.some((one) => one.seq === row.seq)) return all;
  return null;
}

/** The key of a message among the rows. */
export const keyOf = (row: TrafficRowView) => String(row.seq ?? 0);

/** What a message is called: its method, or what it is without one. */
export function nameOf(row: TrafficRowView): string {
  if (row.method) return row.method;
  return row.id === null ? t("traffic-not-message") : t("traffic-unknown-answer");
}

/** The title of a message's detail: `tools/call, answer 118`. */
export function titleOf(row: TrafficRowView): string {
  const kind = row.answers_seq !== null ? "answer" : row.id !== null ? "request" : "";
  return [nameOf(row), [kind, row.id].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}
