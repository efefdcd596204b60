import { expect, it, vi } from "vitest";
import { nextSize } from "../src/state/appearance";
import type { ConversationView, MessageView } from "../src/ipc/bindings";
import { endedWell, MAX_QUEUED, MessageQueue, type Queues } from "../src/state/queue";
import { piecesOf } from "../src/text/pieces";
import { listOf } from "../src/text/units";
import { movedBy } from "../src/components/window";
import { plain } from "./plain";

vi.mock("../src/state/session.svelte", () => ({ session: {} }));

const answer = (more: Partial<MessageView> = {}): MessageView => ({
  id: "m",
  parent: null,
  siblings: [],
  role: "assistant",
  status: { status: "complete" },
  model: "m",
  created_ms: 0,
  usage: null,
  retry: null,
  attachments: [],
  parts: [{ kind: "text", id: "m/0", text: "Done." }],
  ...more,
});

const view = (last: MessageView, state: "idle" | "running" = "idle"): ConversationView => ({
  summary: { id: "c", title: "", updated_ms: 0, provider: "p", model: null, servers_off: [], tuning: { effort: null, temperature: null, answer: null }, project: null, pinned: false, archived: false, turn: { state } },
  messages: [last],
  compaction: null,
  compacting: null,
  usage: { requests: 0, input: 0, cached: 0, output: 0, estimated: 0, cost: null, unpriced: 0, local: 0, since: null },
});

function setup(last = answer(), state: "idle" | "running" = "running") {
  const lists: Queues = {};
  const host = { view: view(last, state), sent: [] as string[], refuses: null as string | null };
  const queue = new MessageQueue(lists, {
    open: async () => host.view,
    send: async (_conversation, _provider, text) => {
      if (host.refuses) throw host.refuses;
      host.sent.push(text);
      host.view = view(answer(), "running");
    },
  });
  const ends = (message: MessageView) => {
    host.view = view(message);
    return queue.turnEnded("c");
  };
  return { lists, host, queue, ends };
}

it("sends queued messages one after another, each when a turn ended well", async () => {
  const { host, queue, ends, lists } = setup();
  for (const text of ["one", "two"]) queue.add("c", text);
  expect(host.sent).toEqual([]);
  await ends(answer());
  expect(host.sent).toEqual(["one"]);
  await ends(answer());
  expect(host.sent).toEqual(["one", "two"]);
  expect(lists).toEqual({});
});

it("keeps queued messages when the turn was stopped, failed or left a call without an answer", async () => {
  const call = { kind: "call", id: "k", call: {} } as unknown as MessageView["parts"][number];
  const cases: [MessageView, string][] = [
    [answer({ status: { status: "stopped" } }), "stopped"],
    [answer({ status: { status: "failed", message: "No.", hint: null, key: false } }), "failed"],
    [answer({ parts: [call] }), "stopped"],
    [answer({ role: "user" }), "stopped"],
  ];
  for (const [last, why] of cases) {
    const { host, queue, ends, lists } = setup();
    queue.add("c", "one");
    await ends(last);
    expect(endedWell(view(last))).toBe(false);
    expect(host.sent).toEqual([]);
    expect(lists["c"]?.[0]?.hold?.why).toBe(why);
    // A later turn that ends well does not send it: the user does.
    await ends(answer());
    expect(host.sent).toEqual([]);
    await queue.release("c", lists["c"]?.[0]?.id ?? 0);
    expect(host.sent).toEqual(["one"]);
  }
});

it("does not send a message while it is edited, nor one that was emptied", async () => {
  const { host, queue, ends, lists } = setup();
  queue.add("c", "one");
  const id = lists["c"]?.[0]?.id ?? 0;
  queue.edit("c", id);
  await ends(answer());
  expect(host.sent).toEqual([]);
  await queue.leave("c", id, "one, changed");
  expect(host.sent).toEqual(["one, changed"]);
  queue.add("c", "two");
  await queue.leave("c", lists["c"]?.[0]?.id ?? 0, " ");
  expect(lists).toEqual({});
});

it("keeps a message that the host refuses, and says why", async () => {
  const { host, queue, ends, lists } = setup();
  host.refuses = "The endpoint is gone.";
  queue.add("c", "one");
  await ends(answer());
  const hold = lists["c"]?.[0]?.hold;
  expect(hold?.why === "refused" && hold.failure.message).toBe("The endpoint is gone.");
});

it("holds a bounded number of messages", () => {
  const { queue } = setup();
  for (let i = 0; i < MAX_QUEUED; i++) expect(queue.add("c", "x")).toBe(true);
  expect(queue.add("c", "x")).toBe(false);
  expect(queue.add("d", "x")).toBe(true);
});

it("keeps dates, times, numbers with units and codes whole", () => {
  const whole = (text: string) => piecesOf(text).filter((piece) => piece.whole).map((piece) => piece.text);
  for (const text of ["2026-11-22", "2026-11-22 14:05", "31,975.00 SEK", "−12.5 %", "F-2026-0422", "€ 12.50", "12 000 kr", "182 KB", "14:05", "+46 70", "1/2"])
    expect(piecesOf(text).map((piece) => piece.text).join("")).toBe(text);
  expect(whole("2026-11-22 14:05")).toEqual(["2026-11-22 14:05"]);
  expect(whole("31,975.00 SEK")).toEqual(["31,975.00 SEK"]);
  expect(whole("SEK 12 000")).toEqual(["SEK 12 000"]);
  expect(whole("182 KB")).toEqual(["182 KB"]);
  expect(whole("Paid on 2026-11-22 by Lindqvist-Berg")).toEqual(["2026-11-22"]);
  expect(whole("no number at all")).toEqual([]);
  expect(whole("1".repeat(200))).toEqual([]);
  const long = "word 12 ".repeat(20_000);
  expect(piecesOf(long).map((piece) => piece.text).join("")).toBe(long);
});

it("finds how far the rows in sight moved", () => {
  expect(movedBy(["c", "d"], 2, ["x", "y", "a", "b", "c", "d"])).toBe(2);
  expect(movedBy(["c", "d"], 2, ["a", "b", "c", "d"])).toBe(0);
  expect(movedBy(["c", "d"], 2, ["a", "b", "d"])).toBe(-1);
  expect(movedBy(["c", "d"], 2, ["a"])).toBe(0);
});

it("lists names, and counts those that are too many", () => {
  expect(listOf(["A"], 3)).toBe("A");
  expect(listOf(["A", "B", "C"], 3)).toBe("A, B and C");
  expect(plain(listOf(["A", "B", "C", "D"], 3))).toBe("A, B and 2 more servers");
});

it("makes text larger and smaller by steps, between its bounds", () => {
  let size = 100;
  for (let i = 0; i < 20; i++) size = nextSize(size, 1);
  expect(size).toBe(200);
  for (let i = 0; i < 20; i++) size = nextSize(size, -1);
  expect(size).toBe(90);
  expect([nextSize(145, 1), nextSize(145, -1), nextSize(175, 0)]).toEqual([150, 140, 100]);
});
