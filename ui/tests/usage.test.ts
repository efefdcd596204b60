import { expect, it } from "vitest";
import type { UsageView } from "../src/ipc/bindings";
import { sumOf } from "../src/state/usage";
import { costOf, dollars, shortCount, usageWords } from "../src/text/usage";
import { plain } from "./plain";

const used = (more: Partial<UsageView> = {}): UsageView => ({
  requests: 1,
  input: 1000,
  cached: 0,
  output: 10,
  estimated: 0,
  cost: 0.002,
  unpriced: 0,
  local: 0,
  since: "2026-10-03",
  ...more,
});

it("amounts keep what counts: four digits below a dollar, cents above", () => {
  expect([0.00001, 0.0042, 0.5, 12.345].map(dollars).map(plain)).toEqual(["under $0.0001", "$0.0042", "$0.50", "$12.35"]);
});

it("token counts are short", () => {
  expect([812, 4_100, 41_000, 999_499, 1_240_000].map(shortCount)).toEqual(["812", "4.1k", "41k", "999k", "1.2M"]);
});

it("a cost is said only where a price is known, and not where everything was on this machine", () => {
  expect(costOf(used())).toBe("$0.002");
  expect(costOf(used({ cost: null, unpriced: 1 }))).toBeNull();
  expect(costOf(used({ cost: 0, local: 1, since: null }))).toBeNull();
});

it("sums add costs that are known, keep the oldest price, and count what has none", () => {
  expect(sumOf([null, null])).toBeNull();
  const sum = sumOf([used(), null, used({ since: "2025-01-31", estimated: 1 }), used({ cost: null, unpriced: 1, since: null })]);
  expect(sum).toMatchObject({ requests: 3, input: 3000, output: 30, cost: 0.004, unpriced: 1, estimated: 1, since: "2025-01-31" });
});

it("words say what is estimated, what has no price and how old the prices are", () => {
  const words = plain(usageWords(used({ estimated: 1, unpriced: 1, cached: 400 })));
  for (const part of ["1,000 read · 10 written", "400 of them from the cache", "estimated", "no known price", "Oct 2026"]) expect(words).toContain(part);
});
