import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SaidView, SamplingEdit, SamplingApprovalView } from "../src/ipc/bindings";
import { editWords, inMessage, inReply, replyEdit, requestEdit, SYSTEM, tokensOf } from "../src/features/consent/sampling";
import { PAUSE_MS, SamplingWork } from "../src/features/consent/sampling.svelte";
import { notesFrom, priceOf } from "../src/features/settings/notes";
import { plain } from "./plain";

const text = (raw: string, more: Partial<Extract<SaidView, { kind: "text" }>> = {}): SaidView => ({
  kind: "text",
  text: [{ kind: "text", text: raw }],
  raw,
  tokens: raw.length,
  edited: false,
  left_out: false,
  ...more,
});
const picture: SaidView = { kind: "image", mime: "image/png", data: "", bytes: 1, width: 1, height: 1, tokens: 5, left_out: false };
const asked = (more: Partial<SamplingApprovalView> = {}): SamplingApprovalView =>
  ({
    system: { segments: [], raw: "be brief", asked: "be brief", tokens: 2, edited: false, left_out: false },
    messages: [
      { role: "user", blocks: [text("one"), picture] },
      { role: "assistant", blocks: [text("two")] },
    ],
    tools: [
      { name: "read", description: [], schema: [], kept: true },
      { name: "pay", description: [], schema: [], kept: false },
    ],
    max_tokens: 800,
    wished_tokens: 900,
    context: { asked: "thisServer", chosen: true, tokens: 1, items: ["a"] },
    edits: 0,
    reply: null,
    ...more,
  }) as unknown as SamplingApprovalView;

it("says an edit as what differs from what was asked, and keeps every earlier edit", () => {
  expect(requestEdit(asked(), null)).toEqual({
    provider: null,
    system: "be brief",
    blocks: [[{ edit: "keep" }, { edit: "keep" }], [{ edit: "keep" }]],
    tools: ["read"],
    max_tokens: 800,
    context: true,
  });
  const edited = asked({
    messages: [
      { role: "user", blocks: [text("other", { edited: true }), { ...picture, left_out: true }] },
      { role: "assistant", blocks: [text("two")] },
    ],
  });
  const next = requestEdit(edited, "m2", new Map([[inMessage(1, 0), { kind: "text", text: "2" }]]));
  expect([next.provider, next.blocks]).toEqual([
    "m2",
    [[{ edit: "text", text: "other" }, { edit: "leave_out" }], [{ edit: "text", text: "2" }]],
  ]);
  const undone = requestEdit(edited, null, new Map([[inMessage(0, 0), { kind: "keep" }], [inMessage(0, 1), { kind: "keep" }]]));
  expect(undone.blocks[0]).toEqual([{ edit: "keep" }, { edit: "keep" }]);
});

it("leaves the system text out, and takes the server's own words back in", () => {
  const without = requestEdit(asked(), null, new Map([[SYSTEM, { kind: "leave_out" }]]));
  expect(without.system).toBeNull();
  const gone = asked({ system: { segments: [], raw: "be", asked: "be brief", tokens: 1, edited: true, left_out: true } });
  expect(requestEdit(gone, null).system).toBeNull();
  expect(requestEdit(gone, null, new Map([[SYSTEM, { kind: "keep" }]])).system).toBe("be brief");
});

it("counts only texts that are sent", () => {
  expect(tokensOf(asked())).toBe(2 + 3 + 5 + 3);
  expect(tokensOf(asked({ system: null, messages: [{ role: "user", blocks: [text("gone", { left_out: true })] }] }))).toBe(0);
  expect(editWords(0, 8, 8)).toBe("");
  expect(plain(editWords(1, 1184, 96))).toBe("1 edit, 1,088 tokens less");
  expect(plain(editWords(2, 8, 9))).toBe("2 edits, 1 token more");
});

it("edits an answer block by block", () => {
  const blocks = [text("a", { edited: true }), text("b")];
  expect(replyEdit(blocks, new Map([[inReply(1), { kind: "leave_out" }]]))).toEqual([
    { edit: "text", text: "a" },
    { edit: "leave_out" },
  ]);
  expect(replyEdit(blocks, new Map([[inReply(0), { kind: "keep" }]]))[0]).toEqual({ edit: "keep" });
});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A host that takes edits, or not. */
function desk(takes = true) {
  const sent: SamplingEdit[] = [];
  const state = { busy: false, takes };
  const work = new SamplingWork({
    busy: () => state.busy,
    request: async (edit) => {
      sent.push(edit);
      return state.takes;
    },
    reply: async () => true,
  });
  work.show(asked());
  return { sent, state, work };
}
const words = (edit: SamplingEdit | undefined) => edit?.blocks[0]?.[0];

it("sends what is written after a pause, and holds it as a draft until it comes back", async () => {
  const { sent, state, work } = desk();
  const at = inMessage(0, 0);
  work.write(at, "on");
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  work.write(at, "only");
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.map(words)).toEqual([{ edit: "text", text: "only" }]);
  expect([work.drafts.size, work.text(at)]).toEqual([1, "only"]);

  // More was written before it came back: that is sent too, and what came back does not take it away.
  work.write(at, "only this");
  state.busy = true;
  work.show(asked({ messages: [{ role: "user", blocks: [text("only", { edited: true }), picture] }], edits: 1 }));
  expect(work.text(at)).toBe("only this");
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(sent.length).toBe(1);
  state.busy = false;
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(words(sent[1])).toEqual({ edit: "text", text: "only this" });
  work.show(asked({ messages: [{ role: "user", blocks: [text("only this", { edited: true }), picture] }], edits: 1 }));
  expect(work.drafts.size).toBe(0);
});

it("does not send again what was refused, until other words are written", async () => {
  const { sent, state, work } = desk(false);
  const at = inMessage(0, 0);
  work.write(at, " ");
  await vi.advanceTimersByTimeAsync(PAUSE_MS * 4);
  expect([sent.length, work.refused]).toEqual([1, true]);
  work.show(asked());
  await vi.advanceTimersByTimeAsync(PAUSE_MS * 4);
  expect([sent.length, work.drafts.size]).toEqual([1, 1]);
  state.takes = true;
  work.write(at, "one");
  expect([work.refused, work.drafts.size]).toEqual([false, 0]);
});

it("keeps the model that the user chose through later edits, and forgets one that was refused", async () => {
  const { sent, state, work } = desk();
  await work.model("m2");
  // The next waits until the one before has come back.
  const next = work.context(false);
  await vi.advanceTimersByTimeAsync(10);
  expect(sent.length).toBe(1);
  work.show(asked());
  await next;
  work.show(asked());
  expect(sent.map((edit) => [edit.provider, edit.context])).toEqual([
    ["m2", true],
    ["m2", false],
  ]);
  state.takes = false;
  await work.model("m3");
  state.takes = true;
  await work.tool("pay", true);
  expect([sent[3]?.provider, sent[3]?.tools]).toEqual(["m2", ["read", "pay"]]);
  work.show(asked());
  await work.undo();
  expect(sent[4]).toMatchObject({ provider: null, context: false, system: "be brief", tools: ["read", "pay"], max_tokens: 800 });
});

it("reads prices as they are written, and nothing else", () => {
  expect(["", " 3 ", "0.25", "0,25", "1000", "1001", "-1", "1e3", "free"].map(priceOf)).toEqual([
    null,
    3,
    0.25,
    0.25,
    1000,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const marks = { cost: 4, speed: 0, intelligence: 5 };
  const none = { input: "", output: "", cached: "", window: "" };
  expect(notesFrom(marks, { ...none, input: "1", window: "200,000" })).toEqual({
    ...marks,
    input_price: 1,
    output_price: null,
    cached_price: null,
    window: 200_000,
  });
  expect(notesFrom(marks, { ...none, output: "x", cached: "-1", window: "12" })).toEqual({ wrong: ["output", "cached", "window"] });
});
