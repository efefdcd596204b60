// Owns how the state of a call is said: its words, its glyph, its place in the ledger.

import type { IconName } from "../../components/Icon.svelte";
import type { CallStateView, CallView, DecidedByView } from "../../ipc/bindings";
import { clockOf, duration, secondsLeft } from "../../text/units";

/** How a call's row looks. `icon` is `null` while it runs: an arc turns there. */
export type CallLook = { word: string; icon: IconName | null; mood: "" | "is-wait" | "is-fail" | "is-deny" };

/** The look of a state. */
export function lookOf(state: CallStateView): CallLook {
  switch (state.state) {
    case "waiting":
      return { word: "Waiting for you", icon: "clock", mood: "is-wait" };
    case "running":
      return { word: state.stopping ? "Stopping" : "Running", icon: null, mood: "" };
    case "done":
      if (state.tool_error) return { word: "The tool reports an error", icon: "warn", mood: "is-fail" };
      return { word: doneWord(state.by), icon: "check", mood: "" };
    case "denied":
      return { word: "Denied", icon: "dash", mood: "is-deny" };
    case "failed":
      return { word: "Failed", icon: "warn", mood: "is-fail" };
    case "cancelled":
      return { word: "Stopped", icon: "close", mood: "is-deny" };
    case "unknown":
      return { word: "May have run", icon: "warn", mood: "is-fail" };
  }
}

function doneWord(by: DecidedByView | null): string {
  if (by === "rule") return "Done, by rule";
  return by === "command_line" ? "Done, by command line" : "Done";
}

/** The number at the end of a row: time left, time so far, or how long it took. */
export function timeOf(call: CallView, now: number): string {
  const { state } = call;
  if (state.state === "waiting") return state.expires_at_ms ? clockOf(secondsLeft(state.expires_at_ms, now)) : "";
  if (!call.sent_ms) return "";
  if (state.state === "running") return `${Math.max(0, Math.floor((now - call.sent_ms) / 1000))} s`;
  return call.ended_ms ? duration(call.ended_ms - call.sent_ms) : "";
}

/** What is said below a row without unfolding it: a reason and what to do. */
export function wordOf(state: CallStateView): { reason: string; rest: string } | null {
  switch (state.state) {
    case "waiting":
    case "running":
    case "done":
      return null;
    case "denied":
    case "cancelled":
      return { reason: "", rest: state.reason };
    case "failed":
      return { reason: state.reason, rest: state.hint ?? "" };
    case "unknown":
      return {
        reason: state.reason,
        rest: "The call was sent, so it may have run, wholly or in part. It is not sent again by itself. Check what it changed before you ask for it again.",
      };
  }
}
