import { expect, it } from "vitest";
import type { CallStateView, CallView } from "../src/ipc/bindings";
import { lookOf, timeOf } from "../src/features/chat/call";
import { shortcutOf } from "../src/features/shell/keys";

const press = (key: string, code: string, more: Partial<KeyboardEvent> = {}) =>
  shortcutOf({ key, code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more });

it("knows the keys of the map and no others", () => {
  const ctrl = { ctrlKey: true };
  expect(press("n", "KeyN", ctrl)).toEqual({ act: "new-chat" });
  expect(press(">", "Period", { ctrlKey: true, shiftKey: true })).toEqual({ act: "stop-all" });
  expect(press("P", "KeyP", { metaKey: true, shiftKey: true })).toEqual({ act: "question" });
  expect(press("3", "Digit3", ctrl)).toEqual({ act: "conversation", place: 3 });
  expect(press("F6", "F6", { shiftKey: true })).toEqual({ act: "region", step: -1 });
  for (const free of [
    press("n", "KeyN"),
    press("c", "KeyC", ctrl),
    press("n", "KeyN", { ctrlKey: true, altKey: true }),
  ])
    expect(free).toBeNull();
});

it("says each state of a call in another word, and its time", () => {
  const states: CallStateView[] = [
    { state: "waiting", prompt: null, expires_at_ms: 61_000, why: "" },
    { state: "running", progress: null, stopping: false },
    { state: "done", by_rule: false, tool_error: false },
    { state: "denied", reason: "" },
    { state: "failed", reason: "", hint: null },
    { state: "cancelled", reason: "" },
    { state: "unknown", reason: "" },
  ];
  expect(new Set(states.map((state) => lookOf(state).word)).size).toBe(states.length);
  const call = { sent_ms: 1000, ended_ms: 1200 } as CallView;
  expect(states.slice(0, 3).map((state) => timeOf({ ...call, state }, 13_900))).toEqual(["0:48", "12 s", "0.2 s"]);
  expect(lookOf({ state: "done", by_rule: false, tool_error: true }).mood).toBe("is-fail");
});
