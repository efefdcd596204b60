// Owns the list of calls that go on without their turn: read when one of them changes, at most once a second.

import type { CallView, TaskView } from "../../ipc/bindings";
import { type Failure, toFailure } from "../../ipc/failure";
import { host, type HostEvent } from "../../ipc/host";

/** The least time between two reads, in milliseconds. */
const PAUSE = 1000;

class Tasks {
  /** Those that run come first; none before the first read. */
  all = $state.raw<TaskView[] | null>(null);
  failure = $state.raw<Failure | null>(null);
  #reading = false;
  #again = false;

  /** How many run. */
  get running(): number {
    return this.all?.filter(({ call }) => call.state.state === "running").length ?? 0;
  }

  /** Takes an event of the host. */
  receive(event: HostEvent): void {
    if (event.type === "resync" || event.type === "conversation_removed") void this.read();
    else if ((event.type === "call" || event.type === "tried") && this.#concerns(event.call)) void this.read();
  }

  /** Reads the list. What changes meanwhile leads to one more read. */
  async read(): Promise<void> {
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = true;
    do {
      this.#again = false;
      try {
        this.all = await host.tasks();
        this.failure = null;
      } catch (thrown) {
        this.failure = toFailure(thrown);
      }
      await new Promise((done) => setTimeout(done, PAUSE));
    } while (this.#again);
    this.#reading = false;
  }

  /** Whether a call is in the list or may belong there: a task of a server says its progress. */
  #concerns({ id, state }: CallView): boolean {
    if (this.all?.some(({ call }) => call.id === id)) return true;
    return state.state === "running" && (state.background || state.progress !== null);
  }
}

export const tasks = new Tasks();
