import { describe, expect, it } from "vitest";
import { isIn, lastOf, leadOf, removalOf, rowsOf, saidOf } from "../src/features/rules/standing";
import type { RulesView, RuleView } from "../src/ipc/bindings";
import { plain } from "./plain";

const now = new Date(2026, 10, 21, 12, 0).getTime();
const server = { id: "s", name: "Work mail", fob: 0 };
const rule = (id: string, more: Partial<RuleView> = {}): RuleView => ({
  id,
  server,
  effect: "allow",
  tool: "send",
  conversation: null,
  when: [],
  until_ms: null,
  batch: null,
  origin: "made by you",
  created_ms: now,
  revoked_ms: null,
  used: 2,
  last_used_ms: null,
  digest: null,
  void: null,
  ...more,
});
const view = (rules: RuleView[], more: Partial<RulesView> = {}): RulesView => ({
  rules,
  tiers: [],
  trusted: [],
  unguarded: [],
  muted: [],
  suspended: false,
  ...more,
});

describe("what stands", () => {
  it("is said by what it does, where and how long", () => {
    const conversation = { id: "c", title: "Trip" };
    const until = now + 30 * 60_000;
    expect(plain(leadOf(rule("a"), now))).toBe("Always");
    expect(plain(leadOf(rule("a", { until_ms: until }), now))).toBe("Until 12:30");
    expect(plain(leadOf(rule("a", { conversation }), now))).toBe("In “Trip”");
    expect(plain(leadOf(rule("a", { effect: "deny", conversation }), now))).toBe("Never in “Trip”");
    expect(plain(leadOf(rule("a", { effect: "ask" }), now))).toBe("Ask each time");
    const when = [{ argument: "to", test: "at" as const, value: "x", words: "is at x" }];
    expect(plain(saidOf(rule("a", { tool: null, when, effect: "deny" }), now))).toBe("Never every tool where to is at x");
    expect([removalOf(rule("a")), removalOf(rule("a", { until_ms: until })), removalOf(rule("a", { effect: "ask" }))]).toEqual([
      "Revoke",
      "End now",
      "Remove",
    ]);
  });

  it("stands as one row for a batch, in the place of its first, and counts together", () => {
    const batch = "b";
    const rows = rowsOf(view([rule("1"), rule("2", { batch }), rule("3"), rule("4", { batch, used: 5, last_used_ms: now })]), now);
    expect(rows.map((row) => [row.key, row.what.kind, row.used])).toEqual([
      ["1", "rule", 2],
      ["batch b", "batch", 7],
      ["3", "rule", 2],
    ]);
    expect(rows[1]?.last).toBe(now);
    expect(rowsOf(view([rule("2", { batch })]), now)[0]?.what.kind).toBe("rule");
  });

  it("is void where a rule is, and a batch only where all of it is", () => {
    const gone = "What the tool is has changed.";
    const half = rowsOf(view([rule("1", { batch: "b", void: gone }), rule("2", { batch: "b" })]), now);
    expect(half[0]?.void).toBeNull();
    const whole = rowsOf(view([rule("1", { batch: "b", void: gone }), rule("2", { batch: "b", void: gone })]), now);
    expect(whole.filter((row) => isIn(row, "void"))).toHaveLength(1);
  });

  it("has rows for tiers, trust, guards and mutes, found by their words", () => {
    const other = { id: "o", name: "Archive", fob: 1 };
    const rows = rowsOf(
      view([], {
        tiers: [{ server, tool: "send", key: "send", definition: "d", tier: 2, tier_word: "Writes", otherwise: "Could send data out", void: null }],
        trusted: [{ server, reading: 2, created_ms: now, void: null }],
        unguarded: [{ from: other, to: server, offline: false, created_ms: now, void: null }],
        muted: [{ server, conversation: { id: "c", title: "Trip" } }],
      }),
      now,
    );
    expect(rows.map((row) => row.what.kind)).toEqual(["tier", "trusted", "unguarded", "muted"]);
    expect(rows.filter((row) => row.words.includes("archive"))).toHaveLength(1);
    expect(rows.every((row) => isIn(row, "guards") && !isIn(row, "tools"))).toBe(true);
  });

  it("says when it was used last, briefly", () => {
    const day = 86_400_000;
    expect([lastOf(null, now), lastOf(now, now), lastOf(now - day, now), lastOf(now - 40 * day, now)].map((last) => plain(last))).toEqual([
      "never",
      "12:00",
      "yesterday",
      "12 Oct",
    ]);
  });
});
