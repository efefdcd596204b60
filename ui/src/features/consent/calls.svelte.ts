// Owns what a person does with the calls of a group: ticks, what is open, what was viewed. A group may be left for one of its
// calls and come back, so this outlives the group's time on display.

import { t } from "../../i18n/t";
import type { CallsApprovalView, GroupedCallView, ApprovalView } from "../../ipc/bindings";
import { approvals } from "../../state/approvals.svelte";
import { namedCalls, standsOut } from "./calls";

/** The calls of every group that waits. */
class Calls {
  #known: ReadonlySet<string> = new Set();
  #unticked = $state.raw<ReadonlySet<string>>(new Set());
  #open = $state.raw<ReadonlySet<string>>(new Set());
  #viewed = $state.raw<ReadonlySet<string>>(new Set());

  /** A group is on display, in a revision of its own. What was unticked stays so. */
  show(group: CallsApprovalView, queue: readonly ApprovalView[]): void {
    const waiting = new Set(
      queue.flatMap(({ kind }) => (kind.kind === "calls" ? kind.calls.calls.map((call) => call.id) : [])),
    );
    const left = (set: ReadonlySet<string>) => new Set([...set].filter((id) => waiting.has(id)));
    this.#unticked = left(this.#unticked);
    this.#viewed = left(this.#viewed);
    const fresh = group.calls.filter((call) => !this.#known.has(call.id) && standsOut(call));
    this.#open = new Set([...left(this.#open), ...fresh.map((call) => call.id)]);
    this.#known = waiting;
  }

  isTicked = (call: GroupedCallView): boolean => !this.#unticked.has(call.id);
  isOpen = (call: GroupedCallView): boolean => this.#open.has(call.id);
  isViewed = (call: GroupedCallView): boolean => this.#viewed.has(call.id);

  /** Ticks calls, or takes their ticks away. What the buttons do changes, so that they arm anew. */
  tick(calls: readonly GroupedCallView[], on: boolean): void {
    const unticked = new Set(this.#unticked);
    for (const { id } of calls) {
      if (on) unticked.delete(id);
      else unticked.add(id);
    }
    this.#unticked = unticked;
    approvals.rearm();
  }

  /** Opens calls, or closes them. */
  open(calls: readonly GroupedCallView[], on: boolean): void {
    const open = new Set(this.#open);
    for (const { id } of calls) {
      if (on) open.add(id);
      else open.delete(id);
    }
    this.#open = open;
  }

  /** The arguments of a call were in sight to their end. */
  view(id: string): void {
    if (!this.#viewed.has(id)) this.#viewed = new Set([...this.#viewed, id]);
  }

  /** The calls that are ticked. */
  ticked(group: CallsApprovalView): GroupedCallView[] {
    return group.calls.filter(this.isTicked);
  }

  /** Why a yes is not possible yet, or `null`. */
  missing(group: CallsApprovalView): string | null {
    const ticked = this.ticked(group);
    if (!ticked.length) return t("consent-missing-call");
    const unseen = ticked.filter((call) => !this.isViewed(call)).map((call) => group.calls.indexOf(call) + 1);
    return unseen.length ? t("consent-view-first", { calls: namedCalls(unseen) }) : null;
  }
}

/** The one state of all groups. */
export const calls = new Calls();
