// Owns the next request of the conversation on display, as it was measured last.

import type { ContextView } from "../../ipc/bindings";
import type { Failure } from "../../ipc/failure";

/** What was measured last, and for which conversation. */
export const next = $state<{ conversation: string | null; view: ContextView | null; failure: Failure | null }>({
  conversation: null,
  view: null,
  failure: null,
});
