import { flushSync } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Roving } from "../src/components/roving.svelte";
import { counts } from "../src/features/chat/call";
import type { CallStateView } from "../src/ipc/bindings";
import { clock } from "../src/state/clock.svelte";

const LATE = new Date(2026, 10, 21, 23, 30).getTime();
const HOUR_MS = 3_600_000;

beforeEach(() => vi.useFakeTimers({ now: LATE, toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] }));
afterEach(() => vi.useRealTimers());

/** Follows what a view reads. Yields what it read each time, and the end. */
function follow<T>(read: () => T): { seen: T[]; pass: (ms: number) => void; close: () => Promise<void> } {
  const seen: T[] = [];
  const end = $effect.root(() => {
    const drawn = $derived(read());
    $effect(() => void seen.push(drawn));
  });
  flushSync();
  return {
    seen,
    pass: (ms) => {
      vi.advanceTimersByTime(ms);
      flushSync();
    },
    close: async () => {
      end();
      await Promise.resolve();
    },
  };
}

it("ticks while a view counts seconds, and no longer", async () => {
  let counting = $state(true);
  const view = follow(() => (counting ? clock.now : 0));
  for (let i = 0; i < 4; i++) view.pass(500);
  expect(view.seen).toEqual([0, 500, 1000, 1500, 2000].map((ms) => LATE + ms));
  counting = false;
  flushSync();
  await Promise.resolve();
  expect(vi.getTimerCount()).toBe(0);
  counting = true;
  flushSync();
  expect(vi.getTimerCount()).toBe(1);
  await view.close();
  expect(vi.getTimerCount()).toBe(0);
});

it("draws what names a day once a day", async () => {
  const view = follow(() => new Date(clock.today).getDate());
  for (let minutes = 0; minutes < 29; minutes++) view.pass(60_000);
  expect(view.seen).toEqual([21]);
  expect(vi.getTimerCount()).toBe(1);
  view.pass(60_000);
  expect(view.seen).toEqual([21, 22]);
  view.pass(24 * HOUR_MS);
  expect(view.seen).toEqual([21, 22, 23]);
  await view.close();
  expect(vi.getTimerCount()).toBe(0);
});

it("counts for a call only while it waits or runs", () => {
  const states: [CallStateView, boolean][] = [
    [{ state: "waiting", prompt: null, expires_at_ms: 61_000, why: "" }, true],
    [{ state: "waiting", prompt: null, expires_at_ms: null, why: "" }, false],
    [{ state: "running", progress: null, stopping: false, background: false }, true],
    [{ state: "done", by_rule: false, by: null, tool_error: false, hint: null }, false],
    [{ state: "denied", reason: "", by: null }, false],
    [{ state: "failed", reason: "", hint: null }, false],
    [{ state: "cancelled", reason: "" }, false],
    [{ state: "unknown", reason: "" }, false],
  ];
  for (const [state, runs] of states) expect(counts(state), state.state).toBe(runs);
});

it("looks through a list once, however many rows ask which of them Tab leads to", () => {
  let looks = 0;
  let current = $state("k7");
  const keys = Array.from({ length: 500 }, (_, i) => `k${i}`);
  const end = $effect.root(() => {
    const roving = new Roving(
      () => {
        looks += 1;
        return keys;
      },
      () => current,
    );
    $effect(() => {
      expect(keys.filter((key) => roving.tabindex(key) === 0)).toEqual([current]);
    });
  });
  flushSync();
  expect(looks).toBe(1);
  current = "k499";
  flushSync();
  expect(looks).toBe(2);
  end();
});
