import { expect, it } from "vitest";
import { EVERY_MS, InputReports, LAST_MS } from "../src/state/input";

function keyboard() {
  const said: boolean[] = [];
  const state = { draft: false };
  let timers: { at: number; act: () => void; off: boolean }[] = [];
  let now = 0;
  const reports = new InputReports({
    report: (draft) => said.push(draft),
    draft: () => state.draft,
    after: (ms, act) => {
      const timer = { at: now + ms, act, off: false };
      timers.push(timer);
      return () => (timer.off = true);
    },
  });
  const pass = (ms: number) => {
    const end = now + ms;
    for (;;) {
      const due = timers.filter((timer) => !timer.off && timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      timers = timers.filter((timer) => timer !== due);
      now = due.at;
      due.act();
    }
    now = end;
  };
  return { reports, said, state, pass };
}

it("reports the first key at once and the last one of many, and no more than one in a quarter of a second", () => {
  const k = keyboard();
  k.reports.seen();
  expect(k.said).toHaveLength(1);
  for (let i = 0; i < 100; i++) {
    k.pass(10);
    k.reports.seen();
  }
  expect(k.said.length).toBeLessThanOrEqual(1 + 1000 / EVERY_MS);
  const before = k.said.length;
  k.pass(EVERY_MS);
  expect(k.said).toHaveLength(before + 1);
  k.pass(10 * LAST_MS);
  expect(k.said).toHaveLength(before + 1);
});

it("says once more when what was written is gone", () => {
  const k = keyboard();
  k.state.draft = true;
  k.reports.seen();
  k.pass(EVERY_MS + 1);
  k.state.draft = false;
  k.pass(LAST_MS);
  expect(k.said).toEqual([true, false]);
});
