import { describe, expect, it } from "vitest";
import { entriesOf, messageOf } from "../src/features/palette/entries";
import { changed, EVERYWHERE, filterOf, isLimited, whereOf } from "../src/features/palette/filter";
import { folded, matchWord, merged, queryWords } from "../src/features/palette/match";
import { type Entry, MOST, MOST_OPEN, MOST_USED, sectionsOf, withUsed } from "../src/features/palette/results";
import type { ConversationSummary, ServerView, ToolView } from "../src/ipc/bindings";
import { emptyWorld } from "../src/state/world";
import { plain } from "./plain";

const marked = (word: string, text: string) => matchWord(folded(word), folded(text))?.places.map(([from, to]) => text.slice(from, to)) ?? null;
const score = (word: string, text: string) => matchWord(folded(word), folded(text))?.score ?? 0;

describe("a word", () => {
  it("matches without regard to case and accents, at places of the original", () => {
    expect(marked("umea", "Trip to Umeå")).toEqual(["Umeå"]);
    expect(marked("ÖL", "Hölzerne öllampe")).toEqual(["öl"]);
    expect(marked("İ", "x İstanbul")).toEqual(["İ"]);
    expect(marked("한", "한국")).toEqual(["한"]);
    expect(marked("하", "한국")).toBeNull();
    expect(folded("😀É").length).toBe("😀É".length);
  });

  it("matches best at the start, then at a word, then inside, then by letters", () => {
    const scores = [score("file", "File tools"), score("file", "read_file"), score("file", "profiled"), score("rtf", "read_text_file")];
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(scores).size).toBe(4);
    expect(marked("rtf", "read_text_file")).toEqual(["r", "t", "f"]);
  });

  it("matches nothing by accident", () => {
    expect(marked("e", "Settings")).toBeNull();
    expect(marked("zq", "a zoo in quito")).toBeNull();
    expect(marked("abc", "a long way from b and even longer to c")).toBeNull();
  });
});

it("joins places that touch or overlap", () => {
  expect(merged([[4, 6], [0, 2], [1, 3], [6, 7]])).toEqual([[0, 3], [4, 7]]);
  expect(queryWords("  Ab  ç ")).toEqual(["ab", "c"]);
});

const entry = (key: string, group: Entry["group"], name: string, detail = ""): Entry => ({
  key,
  group,
  name,
  detail,
  sign: "gear",
  target: { kind: "page", page: { kind: "audit" } },
});
const shown = (entries: Entry[], query: string, used: string[] = [], opened = new Set<Entry["group"]>()) =>
  sectionsOf(entries, query, used, opened).map(({ group, hits, more }) => [group, hits.map((hit) => hit.entry.key), more]);

describe("the results", () => {
  const entries = [entry("c", "conversations", "Stock list"), entry("s", "servers", "Files", "npx stock"), entry("a", "actions", "Stop everything")];

  it("need every word, in the name or the detail", () => {
    expect(shown(entries, "stock npx")).toEqual([["servers", ["s"], 0]]);
    expect(shown(entries, "stock nothing")).toEqual([]);
  });

  it("put the group with the best match first, and what was used before in front", () => {
    expect(shown(entries, "sto").map(([group]) => group)).toEqual(["conversations", "actions", "servers"]);
    expect(shown(entries, "sto", ["a"]).map(([group]) => group)[0]).toBe("actions");
    const two = [entry("1", "tools", "read file"), entry("2", "tools", "read text")];
    expect(shown(two, "read", ["2"])).toEqual([["tools", ["2", "1"], 0]]);
  });

  it("are bounded in each group, and count the rest", () => {
    const many = Array.from({ length: MOST_OPEN + 20 }, (_, i) => entry(`${i}`, "tools", `tool ${i}`));
    expect(shown(many, "tool")[0]?.[2]).toBe(many.length - MOST);
    const [all] = sectionsOf(many, "tool", [], new Set(["tools" as const]));
    expect([all?.hits.length, all?.more]).toEqual([MOST_OPEN, 20]);
  });

  it("begin with what was used last, which is listed once", () => {
    expect(shown(entries, " ", ["gone", "s", "a"])).toEqual([
      ["recent", ["s", "a"], 0],
      ["conversations", ["c"], 0],
    ]);
    expect(withUsed(["a", "b"], "b")).toEqual(["b", "a"]);
    expect(withUsed(Array.from({ length: MOST_USED }, (_, i) => `${i}`), "new").length).toBe(MOST_USED);
  });
});

describe("the entries", () => {
  const tag = { id: "s1", name: "Work mail", fob: 0 };
  const tool = { name: "send_message", key: "send_message", description: [{ kind: "text", text: "Sends a\nmessage" }, { kind: "hidden", code: "U+200B", name: "", count: 1 }], tier: 3, tier_word: "Sends data out" } as unknown as ToolView;
  const server = { tag, state: { state: "stopped", reason: null }, enabled: true, command: "npx", args: ["mail"], url: null, tools: [tool] } as unknown as ServerView;
  const summary = { id: "c1", title: "Invoices", updated_ms: 1, turn: { state: "idle" } } as unknown as ConversationSummary;
  const made = (more: Partial<Parameters<typeof entriesOf>[0]> = {}) =>
    entriesOf({ world: { ...emptyWorld(), servers: [server], conversations: [summary] }, page: { kind: "chat", id: null }, model: true, stopped: false, rules: null, now: 1, ...more });
  const named = (entries: Entry[], key: string) => entries.find((one) => one.key === key);

  it("have keys of their own", () => {
    const keys = made().map((one) => one.key);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("quote what a server says of its tools, and name what cannot be seen", () => {
    expect(plain(named(made(), "tool s1 send_message")?.detail ?? "")).toBe("Work mail · “Sends a message⟨U+200B⟩”");
  });

  it("offer what can be done now only", () => {
    expect(plain(named(made(), "action server s1")?.name ?? "")).toBe("Start Work mail");
    const running = { ...server, state: { state: "ready", pid: 1 } } as unknown as ServerView;
    expect(plain(named(made({ world: { ...emptyWorld(), servers: [running] } }), "action server s1")?.name ?? "")).toBe("Stop Work mail");
    expect(named(made({ world: { ...emptyWorld(), servers: [{ ...server, enabled: false }] } }), "action server s1")).toBeUndefined();
    expect(named(made(), "action rename")).toBeUndefined();
    expect(named(made({ page: { kind: "chat", id: "c1" } }), "action rename")).toBeDefined();
    expect(named(made({ model: false }), "action model")).toBeUndefined();
    expect(named(made(), "action again")).toBeUndefined();
    expect(named(made({ stopped: true }), "action again")).toBeDefined();
    expect(named(made(), "action theme system")).toBeUndefined();
  });

  it("show a message as it was found", () => {
    const hit = messageOf({ summary, message: "m1", call: null, excerpt: [{ text: "the **fee** of ", found: false }, { text: "May", found: true }] });
    expect(hit.name).toEqual([{ text: "the fee of ", found: false }, { text: "May", found: true }]);
    expect([hit.entry.key, hit.entry.detail]).toEqual(["message c1 m1", "Invoices"]);
  });
});

describe("a limited search", () => {
  const now = new Date(2026, 10, 26, 15).getTime();
  it("has a beginning and an end at midnight", () => {
    const range = changed(changed(EVERYWHERE, { since: "month" }), { before: "week" });
    expect(filterOf(range, now)).toEqual({ project: null, server: null, since_ms: new Date(2026, 9, 28).getTime(), until_ms: new Date(2026, 10, 20).getTime() });
    expect([isLimited(EVERYWHERE), isLimited(range)]).toEqual([false, true]);
    expect(whereOf(range, [], [])).toBe("in the last 30 days, over 7 days old");
    expect(filterOf(changed(EVERYWHERE, { before: "today" }), now).until_ms).toBe(new Date(2026, 10, 26).getTime());
  });
  it("drops the other end where no time is left between them", () => {
    const old = changed(EVERYWHERE, { before: "week" });
    expect(changed(old, { since: "week" })).toEqual({ ...EVERYWHERE, since: "week" });
    expect(changed(changed(EVERYWHERE, { since: "today" }), { before: "today" })).toEqual({ ...EVERYWHERE, before: "today" });
    expect(changed(old, { since: "month" })).toEqual({ ...EVERYWHERE, since: "month", before: "week" });
  });
});
