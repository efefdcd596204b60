import { expect, it } from "vitest";
import type { Event as HostEvent } from "../src/ipc/bindings";
import { DeltaBatch, MAX_WAITING } from "../src/state/deltas";

type Delta = Extract<HostEvent, { type: "delta" }>;
const delta = (part: string, text: string): Delta => ({
  type: "delta",
  conversation: "c",
  message: "m",
  part,
  reasoning: false,
  at: 0,
  text,
});

function batch() {
  const applied: string[] = [];
  const frames: (() => void)[] = [];
  const it = new DeltaBatch(
    (d) => applied.push(`${d.part}:${d.text}`),
    (flush) => frames.push(flush),
  );
  return { it, applied, frames };
}

it("joins the deltas of a part into one change per frame", () => {
  const { it: b, applied, frames } = batch();
  for (const c of "abc") b.push(delta("1", c));
  b.push(delta("2", "x"));
  expect([applied, frames.length]).toEqual([[], 1]);
  frames.shift()?.();
  expect(applied).toEqual(["1:abc", "2:x"]);
  b.push(delta("1", "d"));
  expect(frames.length).toBe(1);
});

it("does not wait for a frame once much text waits, and applies nothing twice", () => {
  const { it: b, applied, frames } = batch();
  b.push(delta("1", "a"));
  b.push(delta("1", "x".repeat(MAX_WAITING)));
  expect(applied.length).toBe(1);
  frames.shift()?.();
  expect(applied.length).toBe(1);
});

it("forgets what waits when a whole state comes", () => {
  const { it: b, applied, frames } = batch();
  b.push(delta("1", "a"));
  b.clear();
  frames.shift()?.();
  expect(applied).toEqual([]);
});
