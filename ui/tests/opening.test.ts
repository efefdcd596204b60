import { expect, it, vi } from "vitest";
import type { ConversationView, MessageView } from "../src/ipc/bindings";
import type { HostEvent } from "../src/ipc/host";

const { opened } = vi.hoisted(() => ({ opened: [] as ((view: ConversationView) => void)[] }));
vi.mock("../src/ipc/host", () => ({
  host: { conversationOpen: () => new Promise<ConversationView>((done) => opened.push(done)) },
}));

vi.stubGlobal("requestAnimationFrame", (act: FrameRequestCallback) => setTimeout(() => act(0), 0));

const { session } = await import("../src/state/session.svelte");

const message = (id: string, parent: string | null, status: MessageView["status"], text: string): MessageView => ({
  id,
  parent,
  siblings: [],
  role: parent === null ? "user" : "assistant",
  status,
  model: null,
  created_ms: 0,
  usage: null,
  retry: null,
  attachments: [],
  parts: text === "" ? [] : [{ kind: "text", id: `${id}/0`, text }],
});
const complete = { status: "complete" } as const;
const streaming = { status: "streaming" } as const;
const sent = message("u", null, complete, "Which day is it");

const view = (id: string, messages: MessageView[]): ConversationView => ({
  summary: { id, title: "", updated_ms: 0, provider: "p", model: null, servers_off: [], tuning: { effort: null, temperature: null, answer: null }, project: null, pinned: false, archived: false, turn: { state: "running" } },
  messages,
  compaction: null,
  compacting: null,
  usage: { requests: 0, input: 0, cached: 0, output: 0, estimated: 0, cost: null, unpriced: 0, local: 0, since: null },
});

const told: HostEvent[] = [
  { type: "message", conversation: "c", message: message("a", "u", streaming, "") },
  { type: "delta", conversation: "c", message: "a", part: "a/0", reasoning: false, at: 0, text: "It is " },
  { type: "delta", conversation: "c", message: "a", part: "a/0", reasoning: false, at: 6, text: "Friday." },
  { type: "message", conversation: "c", message: message("a", "u", complete, "It is Friday.") },
];
const states = [
  [sent],
  [sent, message("a", "u", streaming, "")],
  [sent, message("a", "u", streaming, "It is ")],
  [sent, message("a", "u", streaming, "It is Friday.")],
  [sent, message("a", "u", complete, "It is Friday.")],
];

it("misses nothing that is told while a conversation is fetched", async () => {
  // The view is of any moment; the events after it arrive in part before it, and some before it are told once more.
  for (const [moment, messages] of states.entries())
    for (let first = 0; first <= moment; first++)
      for (let before = first; before <= told.length; before++) {
        const open = session.openConversation("c");
        session.newChat();
        const again = session.openConversation("c");
        for (const event of told.slice(first, before)) session.receive(event);
        for (const done of opened.splice(0)) done(structuredClone(view("c", messages)));
        await Promise.all([open, again]);
        for (const event of told.slice(before)) session.receive(event);
        const last = session.world.open?.messages.at(-1);
        const what = `a view after ${moment} events, told from ${first}, ${before} of them early`;
        expect([last?.status.status, last?.parts.map((part) => part.kind === "text" && part.text)], what).toEqual(["complete", ["It is Friday."]]);
        session.newChat();
      }
});

it("keeps what is told of other conversations out", async () => {
  const open = session.openConversation("other");
  for (const event of told) session.receive(event);
  for (const done of opened.splice(0)) done(view("other", [sent]));
  await open;
  expect(session.world.open?.messages.map((shown) => shown.id)).toEqual(["u"]);
});

it("fetches again after more than it keeps", async () => {
  const open = session.openConversation("c");
  for (let i = 0; i < 1_001; i++) for (const event of told) if (event.type === "message") session.receive(event);
  for (const done of opened.splice(0)) done(view("c", [sent]));
  await open;
  expect(opened.length).toBe(1);
  for (const done of opened.splice(0)) done(view("c", [sent, message("a", "u", complete, "It is Friday.")]));
  await vi.waitFor(() => expect(session.world.open?.messages.at(-1)?.status.status).toBe("complete"));
  expect(opened.length).toBe(0);
});
