// Owns what the user chooses about a tool call besides the scope.

import type { ToolApprovalView } from "../../ipc/bindings";
import { wantsAllSeen } from "./kind";

/** The choices for one tool call. */
export class ToolChoices {
  /** Which of the conditions that are offered, by its place. */
  condition = $state(0);
  /** Tools to allow for a while, by the names that the server gives them. */
  tools = $state<string[]>([]);
  /** For how long, in minutes. */
  minutes = $state(30);
  /** Whether the answer also trusts the server's reading. */
  trust = $state(false);

  /** The arguments that were in sight to their end, by revision and place. */
  #seen = $state.raw<ReadonlySet<string>>(new Set());

  /** An argument was in sight to its end, with nothing in it folded. */
  see(revision: number, at: number): void {
    const key = `${revision}:${at}`;
    if (!this.#seen.has(key)) this.#seen = new Set([...this.#seen, key]);
  }

  /** How many arguments of a call that sends or destroys have to be seen before it can be allowed. */
  unseen(tool: ToolApprovalView, revision: number): number {
    if (!wantsAllSeen(tool.tier)) return 0;
    return tool.arguments.filter((_, at) => !this.#seen.has(`${revision}:${at}`)).length;
  }

  /** A new request or revision is on display. */
  begin(tool: ToolApprovalView): void {
    this.condition = 0;
    this.trust = false;
    this.tools = tool.beside.slice(0, 1).map((other) => other.key);
  }

  /** Whether trusting the server's reading is offered, and ticked. */
  trusts(tool: ToolApprovalView): boolean {
    return this.trust && tool.reading.length > 0;
  }
}
