import { expect, it } from "vitest";
import { around, atEnd, earlier, grown, later, MOST, type Stretch } from "../src/features/chat/stretch";

const COUNT = 10_000;
const drawn = ({ from, to }: Stretch, count = COUNT) => Math.min(to, count) - Math.max(0, from);
/** The stretch as a view has it: places of messages that there are. */
const placed = ({ from, to }: Stretch, count = COUNT): Stretch => ({ from: Math.max(0, from), to: Math.min(to, count) });

it("draws a bounded number of messages, however far one reads back and forth", () => {
  let stretch = atEnd(COUNT, 12);
  let most = 0;
  while (placed(stretch).from > 0) {
    const before = placed(stretch);
    stretch = earlier(before, COUNT, true);
    expect(stretch.from, "what is read stays").toBeLessThan(before.from);
    expect(placed(stretch).to).toBeGreaterThan(before.from);
    most = Math.max(most, drawn(stretch));
  }
  while (stretch.to !== Infinity) {
    const before = placed(stretch);
    stretch = later(before, COUNT, true);
    expect(placed(stretch).to).toBeGreaterThan(before.to);
    expect(placed(stretch).from).toBeLessThan(before.to);
    most = Math.max(most, drawn(stretch));
  }
  expect(most).toBe(MOST);
});

it("gives nothing back while that would take something from the user", () => {
  let stretch: Stretch = atEnd(COUNT, 12);
  for (let i = 0; i < 20; i++) stretch = earlier(placed(stretch), COUNT, false);
  expect(drawn(stretch)).toBe(12 + 20 * 16);
  expect(drawn(earlier(placed(stretch), COUNT, true))).toBe(MOST);
});

it("keeps the end while it is followed, and else what is read", () => {
  let stretch = atEnd(100, 12);
  for (let count = 100; count < 1_000; count++) {
    stretch = grown(stretch, count, true);
    expect(drawn(stretch, count)).toBeLessThanOrEqual(MOST);
    expect(stretch.to).toBe(Infinity);
  }
  const { from } = stretch;
  for (let count = 1_000; count < 2_000; count++) stretch = grown(stretch, count, false);
  expect(stretch).toEqual({ from, to: from + MOST });
});

it("draws a place with what stands around it", () => {
  expect(around(500, COUNT)).toEqual({ from: 480, to: 520 });
  expect(around(COUNT - 5, COUNT).to).toBe(Infinity);
});
