// Owns one answer of the host: what came last, what went wrong, whether one is awaited. A later request outruns an earlier one.

import { type Failure, toFailure } from "../../ipc/failure";

export class Loaded<T> {
  /** What came last; it stays while it is asked for again. */
  value = $state.raw<T | null>(null);
  failure = $state.raw<Failure | null>(null);
  busy = $state(false);
  #turn = 0;

  /** Asks; yields whether this was the answer that counts. */
  async load(ask: () => Promise<T>): Promise<boolean> {
    const turn = ++this.#turn;
    this.busy = true;
    try {
      const value = await ask();
      if (turn !== this.#turn) return false;
      this.value = value;
      this.failure = null;
    } catch (thrown) {
      if (turn !== this.#turn) return false;
      this.failure = toFailure(thrown);
    }
    this.busy = false;
    return this.failure === null;
  }

  /** Waits no longer; what came stays. */
  giveUp(): void {
    this.#turn++;
    this.busy = false;
  }

  /** Forgets what came, and an answer that is still under way. */
  clear(): void {
    this.giveUp();
    this.value = null;
    this.failure = null;
  }
}
