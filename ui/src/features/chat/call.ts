// Owns how the state of a call is said: its words, its glyph, its place in the ledger.

import type { IconName } from "../../components/Icon.svelte";
import { isolated } from "../../i18n/list";
import { t } from "../../i18n/t";
import type { CallStateView, CallView, DecidedByView } from "../../ipc/bindings";
import { clockOf, count, duration, secondsLeft } from "../../text/units";

/** How a call's row looks. `icon` is `null` while it runs: an arc turns there. */
export type CallLook = { word: string; icon: IconName | null; mood: "" | "is-wait" | "is-fail" | "is-deny" };

/** The look of a state. */
export function lookOf(state: CallStateView): CallLook {
  switch (state.state) {
    case "waiting":
      return { word: t("call-waiting"), icon: "clock", mood: "is-wait" };
    case "running":
      return { word: runningWord(state), icon: null, mood: "" };
    case "done":
      if (state.tool_error) return { word: t("call-tool-error"), icon: "warn", mood: "is-fail" };
      return { word: doneWord(state.by), icon: "check", mood: "" };
    case "denied":
      return { word: t("call-denied"), icon: "dash", mood: "is-deny" };
    case "failed":
      return { word: t("call-failed"), icon: "warn", mood: "is-fail" };
    case "cancelled":
      return { word: t("call-cancelled"), icon: "close", mood: "is-deny" };
    case "unknown":
      return { word: t("call-unknown"), icon: "warn", mood: "is-fail" };
  }
}

function runningWord(state: Extract<CallStateView, { state: "running" }>): string {
  if (state.stopping) return t("call-stopping");
  return state.background ? t("call-background") : t("call-running");
}

/** After this many milliseconds a call may move to the background. */
const LONG = 120_000;

/** Whether a call runs so long that its turn may go on without it. */
export function isLong(call: CallView, now: number): boolean {
  const { state, sent_ms } = call;
  return state.state === "running" && !state.background && !state.stopping && sent_ms !== null && now - sent_ms >= LONG;
}

function doneWord(by: DecidedByView | null): string {
  if (by === "rule") return t("call-done-rule");
  return by === "command_line" ? t("call-done-cli") : t("call-done");
}

/** Whether the number at the end of a row counts, so that it must be drawn anew. */
export function counts(state: CallStateView): boolean {
  return state.state === "running" || (state.state === "waiting" && state.expires_at_ms !== null);
}

/** The number at the end of a row: time left, time so far, or how long it took. */
export function timeOf(call: CallView, now: number): string {
  const { state } = call;
  if (state.state === "waiting") return state.expires_at_ms ? clockOf(secondsLeft(state.expires_at_ms, now)) : "";
  if (!call.sent_ms) return "";
  if (state.state === "running") {
    const seconds = Math.max(0, Math.floor((now - call.sent_ms) / 1000));
    return seconds < 120 ? isolated(`${count(seconds)} s`) : duration(seconds * 1000);
  }
  return call.ended_ms ? duration(call.ended_ms - call.sent_ms) : "";
}

/** What is said below a row without unfolding it: a reason and what to do. */
export function wordOf(state: CallStateView): { reason: string; rest: string } | null {
  switch (state.state) {
    case "waiting":
    case "running":
      return null;
    case "done":
      return state.hint === null ? null : { reason: "", rest: state.hint };
    case "denied":
    case "cancelled":
      return { reason: "", rest: state.reason };
    case "failed":
      return { reason: state.reason, rest: state.hint ?? "" };
    case "unknown":
      return {
        reason: state.reason,
        rest: t("call-unknown-hint"),
      };
  }
}

/** What the model searched the tools for; `null` if the call is no search. Innkeeper answers a search itself, so it has no server. */
export function searchOf(call: CallView): string | null {
  if (call.server !== null || call.tool !== "find_tools") return null;
  try {
    const given: unknown = JSON.parse(call.arguments);
    const queries = given !== null && typeof given === "object" && "queries" in given ? given.queries : [];
    return (Array.isArray(queries) ? queries : [queries]).map(String).join(", ");
  } catch {
    return call.arguments;
  }
}
