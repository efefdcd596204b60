import { describe, expect, it } from "vitest";
import { actsOf, daysOf } from "../src/features/audit/rows";
import type { AuditView } from "../src/ipc/bindings";

const row = (seq: number, kind: AuditView["kind"], call: string | null = null, at_ms = 0): AuditView => ({
  seq,
  at_ms,
  kind,
  server: null,
  subject: "t",
  verdict: "",
  bad: false,
  call,
  conversation: null,
  detail: "{}",
  content: null,
  purged: false,
});

describe("rows of the audit log", () => {
  it("put an outcome to its decision, newest first", () => {
    const acts = actsOf([row(4, "outcome", "b"), row(3, "outcome", "a"), row(2, "call", "b"), row(1, "call", "a")]);
    expect(acts.map((act) => [act.row.seq, act.outcome?.seq])).toEqual([
      [2, 4],
      [1, 3],
    ]);
  });

  it("keep an outcome whose decision is on another page, and rows without a call", () => {
    const acts = actsOf([row(9, "outcome", "old"), row(8, "other"), row(7, "call")]);
    expect(acts.map((act) => act.row.seq)).toEqual([9, 8, 7]);
    expect(acts.every((act) => act.outcome === null)).toBe(true);
  });

  it("stand under their day", () => {
    const now = new Date(2026, 4, 20, 9).getTime();
    const hour = 3_600_000;
    const acts = actsOf([row(3, "call", null, now), row(2, "call", null, now - 10 * hour), row(1, "other", null, now - 72 * hour)]);
    expect(daysOf(acts, now).map((day) => day.title)).toEqual(["Today", "Yesterday", "17 May 2026"]);
  });
});
