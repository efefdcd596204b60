import { MAX_FOUND, placesOf } from "../src/text/find";
import { segmentsOf, visible } from "../src/text/hidden";
import { describe, expect, it } from "vitest";
import type { ConversationSummary, SegmentView } from "../src/ipc/bindings";
import { groupByDay } from "../src/text/days";
import { fobOf, monogram } from "../src/text/fob";
import { FOLD_HEAD, FOLD_OVER, FOLD_TAIL, foldSegments, lengthOf, preview } from "../src/text/fold";
import { oneLine, tint } from "../src/text/json";
import { announcement, bytes, clockOf, duration, percentage, secondsLeft } from "../src/text/units";
import { plain } from "./plain";

const T = (text: string): SegmentView => ({ kind: "text", text });
const H = (count: number): SegmentView => ({ kind: "hidden", code: "U+200B", name: "zero width space", count });
const sum = (list: SegmentView[]) => list.reduce((n, segment) => n + lengthOf(segment), 0);

describe("fold", () => {
  it("leaves text of up to the bound whole", () => {
    expect(foldSegments([T("x".repeat(FOLD_OVER))])).toBeNull();
  });

  it("shows both ends and counts every character between them, hidden ones too", () => {
    const segments = [T("a".repeat(500)), H(3), T("b".repeat(3000)), H(7), T("c".repeat(400))];
    const folded = foldSegments(segments);
    expect(folded?.characters).toBe(3910 - FOLD_HEAD - FOLD_TAIL);
    expect(folded?.hidden).toBe(7);
    expect([sum(folded?.head ?? []), sum(folded?.tail ?? [])]).toEqual([FOLD_HEAD, FOLD_TAIL]);
    expect(folded?.tail).toEqual([T("c".repeat(FOLD_TAIL))]);
  });

  it("never loses a character, and never splits one", () => {
    for (const segments of [[T("😀".repeat(2500))], [H(5000), T("end")], [T("x"), H(4000)]]) {
      const folded = foldSegments(segments);
      expect(folded).not.toBeNull();
      if (!folded) continue;
      expect(sum(folded.head) + folded.characters + sum(folded.tail)).toBe(sum(segments));
      expect(JSON.stringify(folded)).not.toMatch(/\\ud[89a-f]/);
    }
  });

  it("previews the first lines", () => {
    expect(preview("a\nb\nc", 2)).toEqual({ text: "a\nb", cut: true });
    expect(preview("a\nb", 2)).toEqual({ text: "a\nb", cut: false });
    expect(preview("x".repeat(900)).text.length).toBe(800);
  });
});

describe("what is hidden", () => {
  const SIGNS = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]/u;

  it("is every control, format and ignorable character, as in the program itself", () => {
    const missed: string[] = [];
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      const hides = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u.test(character) && !SIGNS.test(character);
      if (hides && visible(character) === character) missed.push(code.toString(16));
    }
    expect(missed).toEqual([]);
  });

  it("is written out, and nothing else is", () => {
    expect([..."\u3164\u115f\uffa0\u2800\u180b\u034f\u202e"].map(visible)).toEqual(
      ["3164", "115F", "FFA0", "2800", "180B", "034F", "202E"].map((code) => `⟨U+${code}⟩`),
    );
    expect(visible("Grüße, \u0600 日本 😀")).toBe("Grüße, \u0600 日本 😀");
  });
});

describe("countdown", () => {
  it("rounds up and ends at zero", () => {
    expect([272_001, 1, 0, -5].map((ms) => secondsLeft(1000 + ms, 1000))).toEqual([273, 1, 0, 0]);
    expect([272, 60, 5].map(clockOf)).toEqual(["4:32", "1:00", "0:05"]);
  });

  it("is announced at 60 and at 10 seconds only", () => {
    const said = [];
    for (let left = 300; left >= 0; left--) {
      const words = announcement(left + 1, left);
      if (words) said.push(left);
    }
    expect(said).toEqual([60, 10]);
    expect(plain(announcement(Number.POSITIVE_INFINITY, 8))).toBe("10 seconds left to answer");
  });
});

it("says sizes and durations with their units", () => {
  expect([12, 3100, 182_000, 2_400_000].map((count) => plain(bytes(count)))).toEqual(["12\u00a0B", "3.1\u00a0KB", "182\u00a0KB", "2.4\u00a0MB"]);
  expect([200, 12_400, 65_000, 11_460_000].map((ms) => plain(duration(ms)))).toEqual(["0.2 s", "12 s", "1 min 5 s", "3 h 11 min"]);
});

it("keeps a number beside its unit in a text from right to left", () => {
  expect([bytes(12), duration(12_400), percentage(18)]).toEqual(["\u206812\u00a0B\u2069", "\u206812 s\u2069", "\u206818 %\u2069"]);
});

it("groups conversations by day, newest first", () => {
  const now = new Date(2026, 10, 20, 12).getTime();
  const at = (id: string, y: number, m: number, d: number, h = 0): ConversationSummary => ({
    id,
    title: id,
    updated_ms: new Date(y, m, d, h).getTime(),
    provider: null,
    model: null,
    servers_off: [],
  tuning: { effort: null, temperature: null, answer: null }, project: null, pinned: false, archived: false,
    turn: { state: "idle" },
  });
  const list = [
    at("old", 2026, 9, 1),
    at("a", 2026, 10, 20, 8),
    at("b", 2026, 10, 20, 11),
    at("w", 2026, 10, 14),
    at("o", 2026, 10, 13, 23),
  ];
  expect(groupByDay(list, now).map((g) => [g.title, g.conversations.map((c) => c.id)])).toEqual([
    ["today", ["b", "a"]],
    ["this-week", ["w"]],
    ["older", ["o", "old"]],
  ]);
});

it("shows JSON without reading its numbers", () => {
  const json = '{\n  "id": 12345678901234567890,\n  "s": "a \\"b\\": 1"\n}';
  const runs = tint(json);
  expect(runs.map((run) => run.text).join("")).toBe(json);
  expect(runs.filter((run) => run.tint).map((run) => [run.tint, run.text])).toEqual([
    ["ck", '"id"'],
    ["cn", "12345678901234567890"],
    ["ck", '"s"'],
    ["cs", '"a \\"b\\": 1"'],
  ]);
  expect(oneLine(json)).toBe('id: 12345678901234567890, s: "a \\"b\\": 1"');
});

it("gives 64 servers a fob of their own, and a monogram of the user's name", () => {
  const looks = Array.from({ length: 64 }, (_, fob) => fobOf(fob)).map(({ shape, colour }) => `${shape.path}${colour}`);
  expect(new Set(looks).size).toBe(64);
  expect(
    ["Work mail", "Invoices 2026", "Git: innkeeper", "x", "", "élan vital", "2026"].map((name) => monogram(name, 2)),
  ).toEqual(["WM", "IN", "GI", "X", "?", "ÉV", "20"]);
});

describe("segmentsOf", () => {
  it("names what cannot be seen and keeps the rest", () => {
    expect(segmentsOf("plain ä 漢 🙂")).toEqual([{ kind: "text", text: "plain ä 漢 🙂" }]);
    expect(segmentsOf("")).toEqual([]);
    expect(segmentsOf("a\u202eb\u200b\u200b")).toEqual([
      { kind: "text", text: "a" },
      { kind: "hidden", code: "U+202E", name: "", count: 1 },
      { kind: "text", text: "b" },
      { kind: "hidden", code: "U+200B", name: "", count: 2 },
    ]);
    expect(segmentsOf("\u{e0041}")).toEqual([{ kind: "hidden", code: "U+E0041", name: "", count: 1 }]);
  });
});

it("finds words without regard to case, apart, and never at a wrong place", () => {
  expect(placesOf("Aa aA b", "aa")).toEqual([0, 3]);
  expect(placesOf("aaaa", "aa")).toEqual([0, 2]);
  expect(placesOf("any", "  ")).toEqual([]);
  expect(placesOf("x".repeat(2000), "x").length).toBe(MAX_FOUND);
  // This capital is longer in lower case.
  expect(placesOf("İİ Key", "Key")).toEqual([3]);
});
