import { expect, it, vi } from "vitest";
import type { ApplyApprovalView, ApprovalView, StagedChangeView } from "../src/ipc/bindings";
import { ApplyChoice, pathOf } from "../src/features/consent/apply.svelte";
import { desk } from "../src/ipc/desk";
import { plain } from "./plain";
import { show } from "./shown";

const change = (name: string, more: Partial<StagedChangeView> = {}): StagedChangeView => ({
  key: name,
  name,
  folder: "",
  kind: "added",
  old: null,
  new: { kind: "file", bytes: 3, mode: "rw-r--r--" },
  becomes_program: false,
  runs: false,
  trouble: null,
  ...more,
});

function applyOf(changes: StagedChangeView[]): ApplyApprovalView {
  const chosen = changes.filter((one) => one.trouble === null && !one.runs).map((one) => one.key);
  return { server: { id: "s", name: "Files", fob: 0 }, folder: [], folder_key: "/home/maja/work", changes, chosen, more: 0 };
}

function asked(changes: StagedChangeView[]) {
  const approval = { id: "q", revision: 1, expires_at_ms: 0, arm_ms: 500, times: 1, part_of: null, kind: { kind: "apply", apply: applyOf(changes) } };
  const shown = show<ApplyChoice>(approval as ApprovalView);
  shown.kind.begin?.(shown.props);
  return shown;
}

it("applies what is selected and can be applied, and nothing else", () => {
  const changes = [change("a"), change("b", { trouble: "It changed." }), change("c")];
  const shown = asked(changes);
  expect(shown.answer()).toEqual({ answer: "apply_changes", changes: ["a", "c"] });
  expect(shown.labels().map(plain)).toEqual(["Apply 2 changes", "Decide later"]);
  // A conflict can be selected, to be discarded, but is never applied.
  shown.own.select(changes, true);
  expect(shown.own.selected(applyOf(changes))).toEqual(["a", "b", "c"]);
  expect(shown.answer()).toEqual({ answer: "apply_changes", changes: ["a", "c"] });
  shown.own.select([changes[0]!, changes[2]!], false);
  expect(shown.missing()).toBe("No change is selected that can be applied.");
});

it("selects what other programs run by itself only", () => {
  const changes = [change("hook", { folder: ".git/hooks", runs: true }), change("a"), change("b")];
  const shown = asked(changes);
  expect(shown.answer()).toEqual({ answer: "apply_changes", changes: ["a", "b"] });
  shown.own.selectAll(changes, true);
  expect(shown.own.selected(applyOf(changes))).toEqual(["a", "b"]);
  shown.own.select([changes[0]!], true);
  expect(shown.answer()).toEqual({ answer: "apply_changes", changes: ["hook", "a", "b"] });
  shown.own.selectAll(changes, false);
  expect(shown.own.selected(applyOf(changes))).toEqual([]);
});

it("asks anew about discarding when the selection changes", () => {
  const changes = [change("a"), change("b")];
  const shown = asked(changes);
  shown.own.discarding = true;
  shown.own.select([changes[1]!], false);
  expect(shown.own.discarding).toBe(false);
});

it("shows the difference of the change that is open, not of one that was", async () => {
  const answers: Record<string, (note: string) => void> = {};
  const read = vi.spyOn(desk, "stagedDifference").mockImplementation(
    (_, key) =>
      new Promise((done) => {
        answers[key] = (note) => done({ difference: null, note });
      }),
  );
  const choice = new ApplyChoice();
  choice.begin(applyOf([change("a"), change("b")]), "q");
  choice.show("q", "b");
  answers["b"]?.("second");
  answers["a"]?.("first");
  await Promise.resolve();
  await Promise.resolve();
  expect([choice.open, choice.difference?.note]).toEqual(["b", "second"]);
  read.mockRestore();
});

it("names a change by its path", () => {
  expect([pathOf(change("a")), pathOf(change("b", { folder: "x/y" }))]).toEqual(["a", "x/y/b"]);
});
