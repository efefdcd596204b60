import { describe, expect, it } from "vitest";
import { ALL, daysOf, foldsOf, linesOf, movedTo, queryOf, soughtIn } from "../src/features/audit/rows";
import type { AuditView } from "../src/ipc/bindings";
import { plain } from "./plain";

const row = (seq: number, at_ms = 0): AuditView => ({
  seq,
  at_ms,
  kind: "call",
  server: null,
  subject: "t",
  tier: null,
  edited: false,
  verdict: "",
  bad: false,
  outcome: null,
  conversation: null,
});

describe("rows of the audit log", () => {
  const places = (rows: number[], bad: number, from: number | null, whole: boolean) =>
    linesOf(rows.map((seq) => row(seq)), bad, from, whole).map((line) => (line.kind === "row" ? line.row.seq : `place ${line.seq}`));

  it("show where a row is missing, and only where it would stand", () => {
    expect(places([5, 4, 2, 1], 3, null, true)).toEqual([5, 4, "place 3", 2, 1]);
    expect(places([5, 4, 3], 3, null, true)).toEqual([5, 4, 3]);
    expect(places([5, 4], 6, null, false)).toEqual(["place 6", 5, 4]);
    expect(places([5, 4], 6, 6, false)).toEqual([5, 4]);
    expect(places([5, 4], 1, null, false)).toEqual([5, 4]);
    expect(places([5, 4], 1, null, true)).toEqual([5, 4, "place 1"]);
  });

  describe("that are alike", () => {
    const folded = (rows: AuditView[], apart: number | null = null) =>
      foldsOf(linesOf(rows, null, null, true), apart).map(({ line, like }) => [line.kind === "row" && line.row.seq, ...like.map((one) => one.seq)]);

    it("are behind the first of them, from three on", () => {
      expect(folded([row(9), row(7), row(5)])).toEqual([[9, 7, 5]]);
      expect(folded([row(9), row(7)])).toEqual([[9], [7]]);
    });

    it("are neighbours: what stands between keeps them apart", () => {
      const other = { ...row(6), subject: "u" };
      expect(folded([row(9), row(8), row(7), other, row(5), row(4)])).toEqual([[9, 8, 7], [6], [5], [4]]);
    });

    it.each([
      ["the act", { kind: "launch" }],
      ["the server", { server: { id: "s", name: "", fob: 0 } }],
      ["the tool", { subject: "u" }],
      ["the tier", { tier: [4, "Destructive"] }],
      ["the arguments' editor", { edited: true }],
      ["the decision", { verdict: "you denied" }],
      ["its kind", { bad: true }],
      ["the outcome", { outcome: { seq: 1, verdict: "failed", bad: true } }],
    ])("differ in nothing: not in %s", (_, more) => {
      expect(folded([row(9), row(8), { ...row(7), ...(more as Partial<AuditView>) }, row(6)])).toEqual([[9], [8], [7], [6]]);
    });

    it("leave the row that is not as it was written where it is", () => {
      expect(folded([row(9), row(8), row(7), row(6), row(5), row(4), row(3)], 6)).toEqual([[9, 8, 7], [6], [5, 4, 3]]);
    });

    it("stay under their day and beside a place", () => {
      const lines = linesOf([row(9), row(8), row(7), row(5), row(4)], 6, null, true);
      expect(foldsOf(lines, 6).map(({ like }) => like.length)).toEqual([2, 0, 0, 0]);
    });
  });

  it("stand under their day", () => {
    const now = new Date(2026, 4, 20, 9).getTime();
    const hour = 3_600_000;
    const lines = linesOf([row(3, now), row(2, now - 10 * hour), row(1, now - 72 * hour)], null, null, true);
    expect(daysOf(lines, now).map((day) => plain(day.title))).toEqual(["Today", "Yesterday", "17 May 2026"]);
  });

  it("are asked for by day, which begins at midnight here", () => {
    const now = new Date(2026, 4, 20, 9).getTime();
    const since = (wanted: "today" | "week" | "all") => queryOf({ ...ALL, since: wanted }, null, now).since_ms;
    expect([since("today"), since("week"), since("all")]).toEqual([
      new Date(2026, 4, 20).getTime(),
      new Date(2026, 4, 14).getTime(),
      null,
    ]);
    expect(queryOf({ ...ALL, text: " a ", decided: "rule" }, 7, now)).toMatchObject({ text: "a", decided: "rule", before: 7, server: null });
  });

  it("say what was looked for when nothing is found", () => {
    expect(plain(soughtIn({ text: "hanna", decided: "denied", server: "s", since: "week" }, "Mail"))).toBe(
      "“hanna” in actions, servers, decisions and arguments, among rows that were denied, of Mail, of the last 7 days",
    );
    expect(plain(soughtIn({ ...ALL, decided: "rule" }, undefined))).toBe("rows by a rule");
  });

  it("are walked with arrows, to the ends and no further", () => {
    expect([movedTo("ArrowDown", 1, 2), movedTo("ArrowUp", 0, 2), movedTo("End", 0, 9), movedTo("x", 0, 9)]).toEqual([1, 0, 8, null]);
  });
});
