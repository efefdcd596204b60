import { describe, expect, it } from "vitest";
import type { CallStateView, CallView } from "../src/ipc/bindings";
import { lookOf, searchOf, timeOf, wordOf } from "../src/features/chat/call";
import { deletes, KEY_MAP, shortcutOf } from "../src/features/shell/keys";
import { reachOf } from "../src/components/roving.svelte";
import { moment } from "../src/text/days";
import { sentence } from "../src/text/units";
import { plain } from "./plain";

const press = (key: string, code: string, more: Partial<KeyboardEvent> = {}, mac = false) =>
  shortcutOf({ key, code, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more }, mac);

it("knows the keys of the map and no others", () => {
  const ctrl = { ctrlKey: true };
  const shift = { ctrlKey: true, shiftKey: true };
  const known: [ReturnType<typeof press>, string][] = [
    [press("k", "KeyK", ctrl), "search"],
    [press("n", "KeyN", ctrl), "new-chat"],
    [press("f", "KeyF", ctrl), "find"],
    [press("m", "KeyM", ctrl), "model"],
    [press(",", "Comma", ctrl), "settings"],
    [press("/", "Slash", ctrl), "keys"],
    [press("/", "Digit7", shift), "keys"],
    [press(">", "Period", shift), "stop-all"],
    [press("P", "KeyP", shift), "question"],
    [press("S", "KeyS", shift), "servers"],
    [press("F2", "F2"), "rename"],
  ];
  for (const [shortcut, act] of known) expect(shortcut?.act).toBe(act);
  expect(press("m", "KeyM", { metaKey: true }, true), "minimizes on macOS").toBeNull();
  expect(press("M", "KeyM", { metaKey: true, shiftKey: true }, true)).toEqual({ act: "model" });
  expect(press("M", "KeyM", shift)).toBeNull();
  expect(press("3", "Digit3", ctrl)).toEqual({ act: "conversation", place: 3 });
  for (const [key, code, more, step] of [
    ["+", "Equal", shift, 1],
    ["=", "Equal", ctrl, 1],
    ["+", "BracketRight", ctrl, 1],
    ["+", "NumpadAdd", ctrl, 1],
    ["-", "Minus", ctrl, -1],
    ["-", "NumpadSubtract", ctrl, -1],
    ["0", "Digit0", ctrl, 0],
    ["à", "Digit0", ctrl, 0],
  ] as const)
    expect(press(key, code, more)).toEqual({ act: "zoom", step });
  expect(press("F6", "F6", { shiftKey: true })).toEqual({ act: "region", step: -1 });
});

it("leaves a field its own keys", () => {
  const ctrl = { ctrlKey: true };
  for (const code of ["KeyA", "KeyC", "KeyV", "KeyX", "KeyZ", "KeyY", "ArrowLeft", "Home"])
    expect(press(code.replace("Key", "").toLowerCase(), code, ctrl)).toBeNull();
  for (const code of ["KeyN", "KeyE", "Digit2", "Slash", "Delete"]) expect(press("x", code)).toBeNull();
  expect(press("n", "KeyN", { ctrlKey: true, altKey: true })).toBeNull();
  // On macOS, Ctrl with a letter moves the caret, and the command key is another.
  expect(press("f", "KeyF", ctrl, true)).toBeNull();
  expect(press("f", "KeyF", { metaKey: true }, true)).toEqual({ act: "find" });
  expect(press("f", "KeyF", { metaKey: true })).toBeNull();
});

it("deletes once for a key that is held down", () => {
  const key = { key: "Delete", repeat: false, ctrlKey: false, metaKey: false, altKey: false };
  expect(deletes(key)).toBe(true);
  expect(deletes({ ...key, repeat: true })).toBe(false);
  for (const other of [{ key: "Backspace" }, { ctrlKey: true }, { metaKey: true }, { altKey: true }]) expect(deletes({ ...key, ...other })).toBe(false);
});

it("leads Tab to one item of a list: where the focus is, else what is shown, else the first", () => {
  expect(reachOf(["a", "b", "c"], "b", "c")).toBe("b");
  expect(reachOf(["a", "b", "c"], null, "c")).toBe("c");
  expect(reachOf(["a", "b"], "gone", "gone too")).toBe("a");
  expect(reachOf([], "a")).toBeNull();
});

it("names no key twice for one place", () => {
  for (const { title, lines } of KEY_MAP) {
    const ways = lines.flatMap((line) => line.ways.map((way) => way.join(" "))).filter((way) => way !== "…");
    expect(new Set(ways).size, title).toBe(ways.length);
  }
});

it("says each state of a call in another word, and its time", () => {
  const states: CallStateView[] = [
    { state: "waiting", prompt: null, expires_at_ms: 61_000, why: "" },
    { state: "running", progress: null, stopping: false, background: false },
    { state: "done", by_rule: false, by: null, tool_error: false, hint: null },
    { state: "denied", reason: "", by: null },
    { state: "failed", reason: "", hint: null },
    { state: "cancelled", reason: "" },
    { state: "unknown", reason: "" },
  ];
  expect(new Set(states.map((state) => lookOf(state).word)).size).toBe(states.length);
  const call = { sent_ms: 1000, ended_ms: 1200 } as CallView;
  expect(states.slice(0, 3).map((state) => plain(timeOf({ ...call, state }, 13_900)))).toEqual(["0:48", "12 s", "0.2 s"]);
  expect(lookOf({ state: "done", by_rule: false, by: null, tool_error: true, hint: null }).mood).toBe("is-fail");
});

it("says below a tool's error what the host knows of it, and nothing below a result", () => {
  const done = { state: "done", by_rule: false, by: null, tool_error: true, hint: null } as const;
  expect(wordOf(done)).toBeNull();
  expect(wordOf({ ...done, hint: "Its page has the switch." })).toEqual({ reason: "", rest: "Its page has the switch." });
});

it("says what the tools were searched for, and takes no call of a server for a search", () => {
  const search = { server: null, tool: "find_tools", arguments: '{"queries":["send mail","write a letter"]}' } as CallView;
  expect(searchOf(search)).toBe("send mail, write a letter");
  expect(searchOf({ ...search, arguments: '{"queries":"send mail"}' })).toBe("send mail");
  expect(searchOf({ ...search, arguments: "{" })).toBe("{");
  expect(searchOf({ ...search, server: { id: "s", name: "Mail", fob: 0 } })).toBeNull();
  expect(searchOf({ ...search, tool: "call_tool" })).toBeNull();
});

it("begins a message with a capital and ends it", () => {
  expect(sentence("the server is gone")).toBe("The server is gone.");
  expect(sentence("`npx` was not found.")).toBe("`npx` was not found.");
  expect(sentence("https://login.example does not answer")).toBe("https://login.example does not answer.");
  expect(sentence("The server says: “not found”")).toBe("The server says: “not found”.");
  expect(sentence("It says: “No.”")).toBe("It says: “No.”");
  expect(sentence("")).toBe(".");
});

describe("moment", () => {
  const now = new Date(2026, 10, 21, 13, 21).getTime();
  it("is said as one says it", () => {
    expect(plain(moment(now - 60_000, now))).toBe("today 13:20");
    expect(plain(moment(new Date(2026, 10, 20, 18, 0).getTime(), now))).toBe("yesterday 18:00");
    expect(plain(moment(new Date(2026, 9, 1, 9, 5).getTime(), now))).toBe("1 Oct 2026 09:05");
  });
});
