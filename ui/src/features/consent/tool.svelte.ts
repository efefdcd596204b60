// Owns what the user chooses about a tool call besides the scope.

import type { ToolApprovalView } from "../../ipc/bindings";

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
