// Owns how what a server asked of a model is said on its page.

/** Requests a minute: what can be set, and what holds at first. */
export const SAMPLING_MINUTE = { min: 1, max: 60, fallback: 6 };
/** Tokens a day: what can be set, and what holds at first. */
export const SAMPLING_DAY = { min: 1_000, max: 10_000_000, fallback: 100_000 };

/** What became of a request, in words. */
export function stateWords(state: string): { text: string; bad: boolean } {
  switch (state) {
    case "asked":
      return { text: "under way", bad: false };
    case "answered":
      return { text: "answered", bad: false };
    case "denied":
      return { text: "denied", bad: false };
    case "kept_back":
      return { text: "answer kept back", bad: false };
    case "withdrawn":
      return { text: "withdrawn by the server", bad: false };
    case "expired":
      return { text: "nobody answered in time", bad: false };
    case "over_budget":
      return { text: "over its budget, refused", bad: true };
    case "failed":
      return { text: "failed", bad: true };
    default:
      return { text: state.replaceAll("_", " "), bad: false };
  }
}
