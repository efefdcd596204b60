// Owns how a server's state is said: its glyph, its word, and what may be done.

import type { Glyph } from "../../components/StateGlyph.svelte";
import { language } from "../../i18n/language.svelte";
import { isolated } from "../../i18n/list";
import { t } from "../../i18n/t";
import type { FailureView, ServerStateView } from "../../ipc/bindings";
import { decimal, duration } from "../../text/units";

/** The glyph of a state. */
export function glyphOf(state: ServerStateView): Glyph {
  switch (state.state) {
    case "stopped":
      return "stopped";
    case "asleep":
      return "asleep";
    case "awaiting_review":
    case "needs_sign_in":
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
      return t("state-stopped");
    case "asleep":
      return t("state-asleep");
    case "awaiting_review":
      return t("state-awaiting-review");
    case "needs_sign_in":
      return t("state-needs-sign-in");
    case "starting":
      return t("state-starting");
    case "ready":
      return t("state-ready");
    case "backing_off":
      return t("state-backing-off");
    case "failed":
      return t("state-failed");
  }
}

/** What went wrong, if something did. */
export function failureOf(state: ServerStateView): FailureView | null {
  return state.state === "failed" || state.state === "backing_off" ? state.failure : null;
}

/** Whether there is something to start; otherwise there is something to stop. */
export function canStart(state: ServerStateView): boolean {
  return state.state === "stopped" || state.state === "asleep" || state.state === "failed";
}

/** Whether its tools are on offer: it runs, or starts when an approved call needs it. */
export function offersTools(state: ServerStateView): boolean {
  return state.state === "ready" || state.state === "asleep";
}

/** A short time as `84 ms`, a longer one as `2.9 s`. */
export function millis(ms: number): string {
  return ms < 1000 ? isolated(`${decimal(ms, ms < 10 ? 1 : 0)} ms`) : duration(ms);
}

/** A moment as a clock time today, with its day before that. */
export function since(ms: number, now: number): string {
  const at = new Date(ms);
  const time = at.toLocaleTimeString(language.tag, { hour: "2-digit", minute: "2-digit" });
  if (at.toDateString() === new Date(now).toDateString()) return time;
  return isolated(`${at.toLocaleDateString(language.tag, { day: "numeric", month: "short" })}, ${time}`);
}

/** The host of a URL, as it is on the wire; the whole text if it is none. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
