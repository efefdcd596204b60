// Owns how what a server asked of a model is said on its page.

import { t } from "../../i18n/t";

/** Requests a minute: what can be set, and what holds at first. */
export const SAMPLING_MINUTE = { min: 1, max: 60, fallback: 6 };
/** Tokens a day: what can be set, and what holds at first. */
export const SAMPLING_DAY = { min: 1_000, max: 10_000_000, fallback: 100_000 };

/** What became of a request, in words. */
export function stateWords(state: string): { text: string; bad: boolean } {
  switch (state) {
    case "asked":
      return { text: t("sampling-state-asked"), bad: false };
    case "answered":
      return { text: t("sampling-state-answered"), bad: false };
    case "denied":
      return { text: t("sampling-state-denied"), bad: false };
    case "kept_back":
      return { text: t("sampling-state-withheld"), bad: false };
    case "withdrawn":
      return { text: t("sampling-state-withdrawn"), bad: false };
    case "expired":
      return { text: t("sampling-state-expired"), bad: false };
    case "over_budget":
      return { text: t("sampling-state-over-budget"), bad: true };
    case "failed":
      return { text: t("sampling-state-failed"), bad: true };
    default:
      return { text: state.replaceAll("_", " "), bad: false };
  }
}
