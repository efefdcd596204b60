// Owns how a server's state is said: its glyph, its word, and what may be done.

import type { Glyph } from "../../components/StateGlyph.svelte";
import type { FailureView, ServerStateView } from "../../ipc/bindings";

/** The glyph of a state. */
export function glyphOf(state: ServerStateView): Glyph {
  switch (state.state) {
    case "stopped":
      return "stopped";
    case "awaiting_review":
      return "attention";
    case "starting":
      return "starting";
    case "ready":
      return "ready";
    case "backing_off":
    case "failed":
      return "failed";
  }
}

/** The word of a state. */
export function wordOf(state: ServerStateView): string {
  switch (state.state) {
    case "stopped":
      return "Stopped";
    case "awaiting_review":
      return "Waiting for your review";
    case "starting":
      return "Starting";
    case "ready":
      return "Ready";
    case "backing_off":
      return "Failed, starts again";
    case "failed":
      return "Failed";
  }
}

/** What went wrong, if something did. */
export function failureOf(state: ServerStateView): FailureView | null {
  return state.state === "failed" || state.state === "backing_off" ? state.failure : null;
}

/** Whether there is something to start; otherwise there is something to stop. */
export function canStart(state: ServerStateView): boolean {
  return state.state === "stopped" || state.state === "failed";
}
