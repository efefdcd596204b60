import { expect, it } from "vitest";
import { type Arm, Arming, rearms } from "../src/state/arming";

function desk(options: { focused?: boolean; fails?: boolean } = {}) {
  const log: Arm[] = [];
  const timers: { ms: number; act: () => void; off: boolean }[] = [];
  const paints: (() => void)[] = [];
  const state = { focused: options.focused ?? true, shown: 0 };
  const arming = new Arming({
    focused: () => state.focused,
    painted: (act) => paints.push(act),
    shown: async () => {
      state.shown++;
      if (options.fails) throw new Error("stale");
    },
    after: (ms, act) => {
      const timer = { ms, act, off: false };
      timers.push(timer);
      return () => (timer.off = true);
    },
    changed: (arm) => log.push(arm),
  });
  const paint = async () => {
    for (const act of paints.splice(0)) act();
    await Promise.resolve();
    await Promise.resolve();
  };
  const elapse = () => timers.splice(0).forEach((timer) => timer.off || timer.act());
  return { arming, log, timers, state, paint, elapse };
}

it("arms only after paint, the host's word and the whole time", async () => {
  const d = desk();
  d.arming.restart(500);
  expect([d.arming.arm, d.state.shown]).toEqual(["waiting", 0]);
  await d.paint();
  expect([d.arming.arm, d.state.shown, d.timers[0]?.ms]).toEqual(["filling", 1, 500]);
  d.elapse();
  expect(d.log).toEqual(["waiting", "filling", "armed"]);
});

it("does not arm without the focus, nor if it is lost before the paint", async () => {
  const away = desk({ focused: false });
  away.arming.restart(500);
  await away.paint();
  expect([away.arming.arm, away.state.shown]).toEqual(["off", 0]);
  const lost = desk();
  lost.arming.restart(500);
  lost.state.focused = false;
  await lost.paint();
  expect(lost.state.shown).toBe(0);
});

it("begins again in full, and an older run can no longer arm", async () => {
  const d = desk();
  d.arming.restart(500);
  await d.paint();
  d.arming.restart(500);
  d.elapse();
  expect(d.arming.arm).toBe("waiting");
  await d.paint();
  expect(d.arming.arm).toBe("filling");
  d.arming.stop();
  d.elapse();
  expect(d.arming.arm).toBe("off");
});

it("stays off if the host says that the question is gone", async () => {
  const d = desk({ fails: true });
  d.arming.restart(500);
  await d.paint();
  await Promise.resolve();
  d.elapse();
  expect(d.arming.arm).toBe("off");
});

it("starts again for keys that someone types elsewhere, not for keys that only lead through the window", () => {
  for (const key of ["Tab", "F6", "PageDown", "E", "n", "Escape"])
    expect(rearms(key, false, false)).toBe(false);
  for (const key of ["x", "Enter", " ", "5", "Backspace", "a", "2"]) expect(rearms(key, false, false)).toBe(true);
  expect(rearms(" ", false, true)).toBe(false);
  expect(rearms("a", true, false)).toBe(true);
  expect(rearms("Tab", true, false)).toBe(false);
});
