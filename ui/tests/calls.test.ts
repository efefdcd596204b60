import { expect, it } from "vitest";
import type { GroupedCallView, ApprovalView, SegmentView } from "../src/ipc/bindings";
import { lineOf, namedCalls, standsOut } from "../src/features/consent/calls";
import { calls } from "../src/features/consent/calls.svelte";
import { plain } from "./plain";
import { show } from "./shown";

const text = (value: string): SegmentView[] => [{ kind: "text", text: value } as SegmentView];
const call = (id: string, value: SegmentView[] = text("/a"), more: Partial<GroupedCallView> = {}): GroupedCallView => ({
  id,
  tool: "read",
  times: 1,
  arguments: [
    { key: text("path"), size: "", value, hidden: value.filter((segment) => segment.kind === "hidden").length },
  ],
  json: "{}",
  bytes: 2,
  reasons: [],
  ...more,
});
const prompt = (id: string, members: GroupedCallView[], revision = 1) => {
  const group = {
    server: { id: "s", name: "Files", fob: 0 },
    conversation: null,
    asked_by: "m",
    tier: 3,
    tier_word: "",
    reasons: [],
    reach: [],
    tools: [],
    calls: members,
    bytes: 0,
  };
  return {
    view: { id, revision, expires_at_ms: 0, arm_ms: 500, times: 1, part_of: null, kind: { kind: "calls", calls: group } } as ApprovalView,
    group,
  };
};

it("shows a call in its line only where the line is all of it", () => {
  expect(lineOf(call("a"))).toEqual([{ key: "path", text: "/a" }]);
  expect(lineOf(call("a", text("x".repeat(300))))).toBeNull();
  expect(lineOf(call("a", text("two\nlines")))).toBeNull();
  const hidden: SegmentView = { kind: "hidden", code: "U+202E", name: "right-to-left override", count: 1 };
  expect(lineOf(call("a", [...text("/a"), hidden]))).toBeNull();
  expect(standsOut(call("a", [hidden]))).toBe(true);
  expect(standsOut(call("a"))).toBe(false);
  expect(standsOut(call("a", text("/a"), { reasons: [{ kind: "risk", lead: "", rest: "" }] }))).toBe(true);
});

it("names calls by their numbers, and counts many", () => {
  expect([[4], [2, 5], [2, 4, 5], [1, 2, 3, 4, 5, 6]].map((numbers) => plain(namedCalls(numbers)))).toEqual([
    "call 4",
    "calls 2 and 5",
    "calls 2, 4 and 5",
    "6 calls",
  ]);
});

it("allows the ticked calls only, once each was viewed, and keeps what was unticked when the group changes", () => {
  const members = ["a", "b", "c"].map((id) => call(id));
  const { view, group } = prompt("p", members);
  const shown = show(view);
  calls.show(group, [view]);
  expect(plain(shown.missing())).toBe("View the arguments of calls 1, 2 and 3 first");
  calls.view("a");
  calls.view("c");
  expect(plain(shown.missing())).toBe("View the arguments of call 2 first");
  calls.tick([members[1]!], false);
  expect(shown.missing()).toBeNull();
  expect(shown.answer()).toEqual({ answer: "allow_calls", calls: ["a", "c"] });

  // One of them was withdrawn, and the group was left for another question meanwhile.
  const next = prompt("p", members.slice(0, 2), 2);
  calls.show(next.group, [prompt("other", [call("x")]).view, next.view]);
  expect(show(next.view).answer()).toEqual({ answer: "allow_calls", calls: ["a"] });
  calls.tick(next.group.calls, false);
  expect(show(next.view).missing()).toBe("Select a call first");
  expect(shown.labels().map(plain)).toEqual(["Allow 3 calls", "Deny all"]);
  expect(shown.scopes().map((scope) => scope.off === null)).toEqual([true, false]);
});

it("opens from the start what is not so for the others", () => {
  const odd = call("odd", text("/a"), { reasons: [{ kind: "claim", lead: "", rest: "" }] });
  const { view, group } = prompt("q", [call("plain"), odd]);
  calls.show(group, [view]);
  expect(group.calls.map(calls.isOpen)).toEqual([false, true]);
  calls.open([odd], false);
  calls.show(group, [view]);
  expect(calls.isOpen(odd)).toBe(false);
});
