import { expect, it } from "vitest";
import { type Arm, Arming, type Fate, Gate, isAllowChord, type Stroke } from "../src/state/arming";

function desk(options: { focused?: boolean; fails?: boolean } = {}) {
  const log: Arm[] = [];
  const timers: { ms: number; act: () => void; off: boolean }[] = [];
  const paints: (() => void)[] = [];
  const state = { focused: options.focused ?? true, shown: 0 };
  const arming = new Arming({
    present: () => state.focused,
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

it("waits for a pause before it begins, and a restart calls the pause off", async () => {
  const d = desk();
  d.arming.restart(500, 1000);
  expect([d.arming.arm, d.timers[0]?.ms]).toEqual(["waiting", 1000]);
  await d.paint();
  expect(d.state.shown).toBe(0);
  d.elapse();
  await d.paint();
  expect([d.arming.arm, d.state.shown]).toEqual(["filling", 1]);
  d.arming.restart(500, 1000);
  d.arming.restart(500);
  d.elapse();
  await d.paint();
  expect(d.state.shown).toBe(2);
});

const stroke = (key: string, more: Partial<Stroke> = {}): Stroke => ({
  code: key,
  key,
  repeat: false,
  inField: false,
  onControl: true,
  ...more,
});

function type(gate: Gate, text: string, more: Partial<Stroke> = {}): Fate[] {
  return [...text].map((key) => gate.down(stroke(key, more)));
}

it("drops every key before the question was armed once", () => {
  const gate = new Gate();
  for (const key of ["Tab", "Escape", "F6", "PageDown", "ArrowDown"]) expect(gate.down(stroke(key))).toBe("drop");
  for (const key of ["a", "e", " ", "Enter", "5", "Backspace"]) expect(gate.down(stroke(key))).toBe("typing");
  expect(gate.down(stroke("x", { inField: true }))).toBe("typing");
  expect([gate.open, gate.typing, gate.takesText]).toEqual([false, true, false]);
  gate.armed();
  expect(gate.down(stroke("Escape"))).toBe("take");
  expect(gate.down(stroke("a"))).toBe("rearm");
  gate.close();
  expect(gate.down(stroke("Escape"))).toBe("drop");
});

it("lets no sentence answer, open or write anything, whatever it begins with", () => {
  for (const text of ["good luck", "what a day", "x e n a ", "look, edit it"]) {
    const gate = new Gate();
    gate.armed();
    const [first, ...others] = type(gate, text);
    expect(first, text).toBe("typing");
    expect(new Set(others), text).toEqual(new Set(["typing"]));
    expect(gate.open).toBe(false);
  }
});

it("lets a field that a letter opened take no text until the question is armed again", () => {
  const gate = new Gate();
  gate.armed();
  expect(gate.down(stroke("e"))).toBe("rearm");
  gate.hold();
  const field = { inField: true, onControl: false };
  expect(new Set(type(gate, "dit the path", field))).toEqual(new Set(["typing"]));
  expect(gate.down(stroke("Enter", field))).toBe("typing");
  expect(gate.takesText).toBe(false);
  gate.armed();
  expect([gate.down(stroke("x", field)), gate.takesText]).toEqual(["rearm", true]);
});

it("takes no key that was held down or let go from elsewhere, nor one that repeats to answer", () => {
  const gate = new Gate();
  gate.armed();
  expect(gate.up(" ")).toBe(false);
  expect(gate.down(stroke(" ", { repeat: true }))).toBe("drop");
  expect(gate.down(stroke(" "))).toBe("take");
  expect(gate.down(stroke(" ", { repeat: true }))).toBe("drop");
  expect([gate.up(" "), gate.up(" ")]).toEqual([true, false]);
  gate.down(stroke("Enter"));
  gate.close();
  gate.armed();
  expect(gate.up("Enter")).toBe(false);
  expect(gate.down(stroke("Tab"))).toBe("take");
  expect(gate.down(stroke("Tab", { repeat: true }))).toBe("take");
});

it("takes modifiers always: they do nothing alone", () => {
  expect(new Gate().down(stroke("Shift"))).toBe("take");
});

it("takes the chord that allows while the question is armed, and never what began before", () => {
  const gate = new Gate();
  const chord = (more: Partial<Stroke> = {}) => gate.down(stroke("a", { code: "KeyA", chord: true, ...more }));
  expect(chord()).toBe("typing");
  gate.armed();
  expect(chord({ repeat: true })).toBe("drop");
  // It does not begin the arming time again, in a field neither.
  expect([chord(), chord({ inField: true })]).toEqual(["take", "take"]);
  gate.hold();
  expect(chord({ inField: true })).toBe("drop");
  gate.close();
  expect(chord()).toBe("typing");
});

it("knows the chord by the place of its key, without other modifiers", () => {
  const press = { code: "KeyA", altKey: true, ctrlKey: false, metaKey: false, shiftKey: false };
  expect(isAllowChord(press)).toBe(true);
  for (const other of ["ctrlKey", "metaKey", "shiftKey"]) expect(isAllowChord({ ...press, [other]: true })).toBe(false);
  expect([isAllowChord({ ...press, altKey: false }), isAllowChord({ ...press, code: "KeyQ" })]).toEqual([false, false]);
});
