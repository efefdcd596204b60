import { expect, test } from "vitest";
import { differenceOf, meterName, partsOf, percentOf } from "../src/features/context/words";
import type { ContextPartView, ContextView } from "../src/ipc/bindings";
import { plain } from "./plain";

const part = (index: number, group: ContextPartView["group"]): ContextPartView => ({
  index,
  group,
  kind: group === "tools" ? "tool" : "message",
  title: "",
  server: null,
  tool: null,
  message: null,
  tokens: 10,
  bytes: 40,
  label: [],
  repeated: false,
  cached: null,
  shortened: null,
  deferred: false,
});

const view = (more: Partial<ContextView>): ContextView => ({
  request: null,
  model: "m",
  window: 1000,
  answer: 100,
  tokens: 250,
  groups: [
    { group: "tools", parts: 1, tokens: 10 },
    { group: "history", parts: 2, tokens: 20 },
  ],
  parts: [part(0, "tools"), part(1, "history"), part(2, "history")],
  parts_more: 0,
  omitted: [],
  omitted_more: 0,
  differs: null,
  ...more,
});

test("the share of the window is a whole percent between 1 and 100", () => {
  expect(percentOf(view({}))).toBe(25);
  expect(percentOf(view({ tokens: 1 }))).toBe(1);
  expect(percentOf(view({ tokens: 5000 }))).toBe(100);
  expect(percentOf(view({ window: null }))).toBeNull();
});

test("the meter has a name before, with and without a known window", () => {
  expect(meterName(null)).toBe("What the model sees");
  expect(plain(meterName(view({})))).toBe("What the model sees: about 250 of 1,000 tokens, 25 % of the window");
  expect(plain(meterName(view({ window: null })))).toContain("the size of the window is not known");
});

test("the difference says what is read anew", () => {
  expect(differenceOf(view({}))).toContain("no earlier request");
  expect(differenceOf(view({ differs: { index: 3, tokens: 0, only_adds: true } }))).toContain("same as");
  expect(plain(differenceOf(view({ differs: { index: 1, tokens: 20, only_adds: true } })))).toContain("adds about 20 tokens");
  expect(plain(differenceOf(view({ differs: { index: 1, tokens: 20, only_adds: false } })))).toContain("up to part 1.");
});

test("parts are listed by group in the order of the request", () => {
  expect(partsOf(view({})).map(([group, parts]) => [group, parts.map((one) => one.index)])).toEqual([
    ["tools", [0]],
    ["history", [1, 2]],
  ]);
});
