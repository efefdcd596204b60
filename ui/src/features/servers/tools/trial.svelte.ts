// Owns a tool that is tried: what is written for it, the call that waits or runs, and what came of the last one.

import type { CallView } from "../../../ipc/bindings";
import { type Failure, toFailure } from "../../../ipc/failure";
import { host } from "../../../ipc/host";
import { Writing } from "./writing.svelte";

export class Trial extends Writing {
  readonly server: string;
  readonly tool: string;
  /** The tool's name as calls show it. */
  readonly name: string;
  pending = $state(false);
  call = $state.raw<CallView | null>(null);
  failure = $state.raw<Failure | null>(null);

  constructor(server: string, tool: string, name: string) {
    super();
    this.server = server;
    this.tool = tool;
    this.name = name;
  }

  /** Sends the arguments. The question about it stands in the consent window. */
  async send(): Promise<void> {
    if (this.pending) return;
    this.pending = true;
    this.failure = null;
    this.call = null;
    try {
      this.call = await host.toolTry(this.server, this.tool, this.json);
    } catch (thrown) {
      this.failure = toFailure(thrown);
    }
    this.pending = false;
  }

  /** How the call is, while it waits and runs. */
  receive(call: CallView): void {
    if (this.pending && (this.call?.id ?? call.id) === call.id && call.tool === this.name) this.call = call;
  }
}
