import { describe, expect, it } from "vitest";
import type { CallView, ConversationSummary, MessageView, PartView, ServerView, UsageView } from "../src/ipc/bindings";
import { OpenConversation } from "../src/state/open.svelte";
import { emptyWorld, footerOf, reduce, runsOf } from "../src/state/world";

const summary = (id: string): ConversationSummary => ({
  id,
  title: id,
  updated_ms: 1,
  provider: null,
  model: null,
  servers_off: [],
  tuning: { effort: null, temperature: null, answer: null }, project: null, pinned: false, archived: false,
  turn: { state: "idle" },
});
const used = (input: number, output: number): UsageView => ({ requests: 1, input, cached: 0, output, estimated: 0, cost: null, unpriced: 0, local: 0, since: null });
const message = (id: string, parts: PartView[] = [], more: Partial<MessageView> = {}): MessageView => ({
  id,
  parent: null,
  role: "assistant",
  status: { status: "streaming" },
  model: "m",
  created_ms: 0,
  usage: null,
  retry: null,
  attachments: [],
  siblings: [],
  parts,
  ...more,
});
const call = (id: string, state: CallView["state"]): CallView => ({
  id,
  server: null,
  tool: "t",
  arguments: "{}",
  edited: false,
  state,
  sandboxed: null,
  rounds: [],
  result: [],
  structured: null,
  misfit: null,
  result_bytes: 0,
  origin: null,
  sent_ms: null,
  ended_ms: null,
});
const text = (id: string, words: string): PartView => ({ kind: "text", id, text: words });

function worldWith(...messages: MessageView[]) {
  const world = emptyWorld();
  world.conversations = [summary("c"), summary("d")];
  world.open = new OpenConversation({ summary: summary("c"), messages, compaction: null, compacting: null, usage: used(0, 0) });
  return world;
}

describe("reduce", () => {
  it("appends deltas to their part and begins parts in order", () => {
    const world = worldWith(message("m"));
    const delta = { type: "delta", conversation: "c", message: "m" } as const;
    reduce(world, { ...delta, part: "r", reasoning: true, at: 0, text: "hm" });
    reduce(world, { ...delta, part: "t", reasoning: false, at: 0, text: "Hel" });
    reduce(world, { ...delta, part: "t", reasoning: false, at: 3, text: "lo" });
    expect(world.open?.messages[0]?.parts).toMatchObject([
      { kind: "reasoning", id: "r", text: "hm" },
      { ...text("t", "Hello"), added: { at: 3, text: "lo" } },
    ]);
  });

  it("adds nothing twice, and asks for the conversation again where text is missing", () => {
    const world = worldWith(message("m", [text("t", "Hello")]));
    const delta = { type: "delta", conversation: "c", message: "m", part: "t", reasoning: false } as const;
    expect(reduce(world, { ...delta, at: 3, text: "lo" })).toBe("nothing");
    expect(reduce(world, { ...delta, at: 4, text: "o you" })).toBe("nothing");
    expect(world.open?.messages[0]?.parts).toMatchObject([
      { ...text("t", "Hello you"), added: { at: 5, text: " you" }, seen: true },
    ]);
    expect(reduce(world, { ...delta, at: 20, text: "later" })).toBe("reopen");
  });

  it("asks for the conversation again when an event names a message that is not here", () => {
    const world = worldWith();
    const gone = { conversation: "c", message: "gone" };
    expect(reduce(world, { type: "delta", ...gone, part: "t", reasoning: false, at: 0, text: "x" })).toBe("reopen");
    expect(reduce(world, { type: "call", ...gone, call: call("k", { state: "denied", reason: "", by: null }) })).toBe("reopen");
    expect(reduce(world, { type: "delta", ...gone, conversation: "d", part: "t", reasoning: false, at: 0, text: "x" })).toBe(
      "nothing",
    );
  });

  it("replaces a call and a message in place, and adds those that are new", () => {
    const world = worldWith(
      message("m", [{ kind: "call", id: "p", call: call("k", { state: "running", progress: null, stopping: false, background: false }) }]),
    );
    const done = call("k", { state: "done", by_rule: false, by: null, tool_error: false, hint: null });
    reduce(world, { type: "call", conversation: "c", message: "m", call: done });
    reduce(world, { type: "message", conversation: "c", message: message("n", [], { parent: "m" }) });
    reduce(world, { type: "message", conversation: "d", message: message("elsewhere") });
    expect(world.open?.messages[0]?.parts).toEqual([{ kind: "call", id: "p", call: done }]);
    expect(world.open?.messages.map((m) => m.id)).toEqual(["m", "n"]);
  });

  it("takes over the summary of the conversation on display only", () => {
    const world = worldWith(message("m"));
    const compacting = { state: "running", automatic: false, messages: 1, written: 0 } as const;
    const event = { type: "compaction", conversation: "c", compaction: null, compacting } as const;
    expect(reduce(world, { ...event, conversation: "d" })).toBe("nothing");
    expect(world.open?.compacting).toBeNull();
    expect(reduce(world, event)).toBe("nothing");
    expect(world.open?.compacting).toEqual(compacting);
  });

  it("shows a new message after its parent, in place of what stood there", () => {
    const after = (id: string, parent: string | null) => message(id, [], { parent });
    const world = worldWith(after("u", null), after("a", "u"), after("v", "a"), after("b", "v"));
    const shown = () => world.open?.messages.map((m) => m.id);
    const say = (m: MessageView) => reduce(world, { type: "message", conversation: "c", message: m });
    say({ ...after("w", "a"), siblings: ["v", "w"] });
    expect(shown()).toEqual(["u", "a", "w"]);
    say(after("u2", null));
    expect(shown()).toEqual(["u2"]);
    expect(say(after("lost", "not here"))).toBe("reopen");
    expect(shown()).toEqual(["u2"]);
  });

  it("keeps the list and the open conversation the same", () => {
    const world = worldWith();
    reduce(world, { type: "turn", conversation: "c", state: { state: "paused", steps: 25 } });
    expect([world.conversations[0]?.turn, world.open?.summary.turn]).toEqual(
      Array(2).fill({ state: "paused", steps: 25 }),
    );
    reduce(world, { type: "conversation", conversation: { ...summary("c"), title: "new" } });
    expect([world.conversations[0]?.title, world.open?.summary.title]).toEqual(["new", "new"]);
    reduce(world, { type: "conversation_removed", id: "c" });
    expect(world.open).toBeNull();
    expect(world.conversations.map((c) => c.id)).toEqual(["d"]);
  });

  it("adds, changes and removes servers; a lost event reloads everything", () => {
    const world = emptyWorld();
    const server = (state: ServerView["state"]): ServerView => ({
      tag: { id: "s", name: "S", fob: 0 },
      state,
      enabled: true,
      command: "x",
      args: [],
      cwd: null,
      env_names: [],
      sampling: false,
      elicitation: false,
      url: null,
      header_names: [],
      account: null,
      transport: "standard input and output",
      confinement: { unconfined: false, network: null, programs: [], unix_sockets: false, run_in_home: false, private_gib: null },
      sandbox: null,
      capabilities: [],
      claimed_name: null,
      claimed_version: null,
      revision: null,
      era: null,
      era_choice: "automatic",
      tools: [],
      model_tools: 0,
      model_tokens: 0,
      unreadable_tools: [],
      changed: 0,
      new_tools: 0,
    });
    reduce(world, { type: "server", server: server({ state: "awaiting_review" }) });
    reduce(world, { type: "server", server: server({ state: "ready", pid: 4 }) });
    expect(world.servers.map((s) => s.state)).toEqual([{ state: "ready", pid: 4 }]);
    reduce(world, { type: "server_removed", id: "s" });
    expect(world.servers).toEqual([]);
    expect(reduce(world, { type: "resync" })).toBe("reload");
  });
});

describe("drawing", () => {
  it("puts consecutive calls in one ledger and leaves empty text out", () => {
    const k = (id: string): PartView => ({ kind: "call", id, call: call(id, { state: "denied", reason: "", by: null }) });
    const runs = runsOf([text("a", "Hi"), k("1"), k("2"), text("b", " \n"), k("3"), text("c", "Bye")]);
    expect(runs.map((run) => (run.kind === "calls" ? run.calls.map((c) => c.id) : run.id))).toEqual([
      "a",
      ["1", "2", "3"],
      "c",
    ]);
  });

  it("says model and tokens once, under the last message of an answer", () => {
    const status = { status: "complete" } as const;
    const user = message("u", [text("x", "?")], { role: "user" });
    const messages = [
      user,
      message("1", [text("a", "One")], { usage: used(10, 2) }),
      message("2", [text("b", "Two")], { usage: used(20, 3), status }),
      user,
    ];
    expect([0, 1, 3].map((i) => footerOf(messages, i))).toEqual([null, null, null]);
    expect(footerOf([message("w")], 0)).toBeNull();
    expect(footerOf(messages, 2)).toEqual({ model: "m", usage: { ...used(30, 5), requests: 2 }, text: "One\n\nTwo", forks: [] });
    messages[1] = { ...messages[1]!, siblings: ["0", "1"] };
    expect(footerOf(messages, 2)?.forks.map((m) => m.id)).toEqual(["1"]);
  });
});

describe("the conversation on display", () => {
  it("makes another list only for another message, and leaves those alone that no event changes", () => {
    const first = message("1", [text("a", "One")], { role: "user" });
    const world = worldWith(first, message("2", [text("b", "Tw")], { parent: "1" }));
    const delta = { type: "delta", conversation: "c", message: "2", part: "b", reasoning: false } as const;
    reduce(world, { ...delta, at: 2, text: "o" });
    const list = world.open?.messages;
    expect(list?.[0]).toBe(first);
    reduce(world, { ...delta, at: 3, text: "!" });
    expect(world.open?.messages).toBe(list);
    expect(list?.[1]?.parts).toMatchObject([{ text: "Two!" }]);
    reduce(world, { type: "message", conversation: "c", message: message("3", [], { parent: "1" }) });
    expect(world.open?.messages.map((m) => m.id)).toEqual(["1", "3"]);
    expect(list?.length).toBe(2);
    expect(reduce(world, { type: "message", conversation: "c", message: message("4", [], { parent: "gone" }) })).toBe("reopen");
  });
});
