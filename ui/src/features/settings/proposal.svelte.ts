// Owns a proposed model endpoint on its way through the consent window.

import type { ProposeProvider } from "../../ipc/bindings";
import { Failure, toFailure } from "../../ipc/failure";
import { host } from "../../ipc/host";

/** One proposal at a time; it waits until the question was answered. */
export class Proposal {
  waiting = $state(false);
  failure = $state<Failure | null>(null);

  /** Proposes an endpoint. Yields whether it was confirmed. */
  async make(provider: ProposeProvider): Promise<boolean> {
    if (this.waiting) return false;
    this.waiting = true;
    this.failure = null;
    try {
      await host.providersPropose(provider);
      return true;
    } catch (thrown) {
      const failure = toFailure(thrown);
      this.failure =
        failure.code === "denied" ? new Failure("denied", "This model was not confirmed.", failure.hint) : failure;
      return false;
    } finally {
      this.waiting = false;
    }
  }
}
