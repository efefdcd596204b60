// Owns what a person chooses of the pending changes on display: which are selected, which one is open, and its difference.

import type { ApplyApprovalView, StagedChangeView, StagedDifferenceView } from "../../ipc/bindings";
import { desk } from "../../ipc/desk";
import { type Failure, toFailure } from "../../ipc/failure";
import { t } from "../../i18n/t";
import { approvals } from "../../state/approvals.svelte";

/** The path of a change relative to its folder. */
export function pathOf(change: StagedChangeView): string {
  return change.folder ? `${change.folder}/${change.name}` : change.name;
}

export class ApplyChoice {
  #selected = $state.raw<ReadonlySet<string>>(new Set());
  /** The key of the change that is open. */
  open = $state<string | null>(null);
  /** The difference of the open change; none while it is read. */
  difference = $state.raw<StagedDifferenceView | null>(null);
  failure = $state.raw<Failure | null>(null);
  /** Whether discarding is asked about once more. */
  discarding = $state(false);

  /** Changes are on display: the choice begins anew. */
  begin(view: ApplyApprovalView, prompt: string): void {
    this.#selected = new Set(view.chosen);
    this.discarding = false;
    const first = view.changes[0];
    if (first) this.show(prompt, first.key);
  }

  has(change: StagedChangeView): boolean {
    return this.#selected.has(change.key);
  }

  /** Selects changes, or no longer. What the buttons do changes, so that they arm anew. */
  select(changes: readonly StagedChangeView[], on: boolean): void {
    const selected = new Set(this.#selected);
    for (const { key } of changes) {
      if (on) selected.add(key);
      else selected.delete(key);
    }
    this.#selected = selected;
    this.discarding = false;
    approvals.rearm();
  }

  /** Selects all changes that no other program runs, or none at all. */
  selectAll(changes: readonly StagedChangeView[], on: boolean): void {
    this.select(on ? changes.filter((change) => !change.runs) : changes, on);
  }

  /** The keys of the selected changes. */
  selected(view: ApplyApprovalView): string[] {
    return view.changes.filter((change) => this.has(change)).map((change) => change.key);
  }

  /** The keys of the selected changes that can be applied. */
  applicable(view: ApplyApprovalView): string[] {
    return view.changes.filter((change) => this.has(change) && change.trouble === null).map((change) => change.key);
  }

  /** Why nothing can be applied yet, or `null`. */
  missing(view: ApplyApprovalView): string | null {
    return this.applicable(view).length ? null : t("consent-apply-none");
  }

  /** Opens a change and reads its difference. */
  show(prompt: string, key: string): void {
    [this.open, this.difference, this.failure] = [key, null, null];
    desk.stagedDifference(prompt, key).then(
      (difference) => {
        if (this.open === key) this.difference = difference;
      },
      (thrown) => {
        if (this.open === key) this.failure = toFailure(thrown);
      },
    );
  }
}
