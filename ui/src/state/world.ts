// Owns what the main window knows, and how each event of the host changes it. No view, no timer, no command.

import type {
  AppState,
  CallView,
  ConversationSummary,
  Event as HostEvent,
  MessageView,
  PartView,
  UsageView,
} from "../ipc/bindings";
import type { OpenConversation } from "./open.svelte";
import { sumOf } from "./usage";

/** Everything the main window draws. `open` is the conversation on display with its messages. */
export type World = AppState & { open: OpenConversation | null };

/** What an event asks for besides the change itself. */
export type After = "nothing" | "reload" | "reopen";

/** A world without anything in it. */
export function emptyWorld(): World {
  return {
    servers: [],
    providers: [],
    conversations: [],
    projects: [],
    archived: 0,
    waiting: [],
    keychain: { state: "available" },
    settings: {
      appearance: { theme: "system", text_percent: 100, density: "comfortable", motion: "system", language: "system", panel: false },
      limits: [],
      notify: true,
      compact: true,
      titles: true,
      quick: null,
      registry: { on: false, address: "", official: "" },
      updates: { answered: true, every: "never", channel: "stable" },
    },
    tour: null,
    stopped: null,
    unconfirmed: null,
    repaired: null,
    link: false,
    version: "",
    data_dir: "",
    open: null,
  };
}

const OF_OPEN = ["message", "delta", "call", "compaction", "usage"] as const;

/** An event that changes what is known of the conversation on display only. Applied again in order, these come to the same end. */
export type OpenEvent = Extract<HostEvent, { type: (typeof OF_OPEN)[number] }>;

/** Whether an event is one of those. */
export function isOfOpen(event: HostEvent): event is OpenEvent {
  return OF_OPEN.some((type) => type === event.type);
}

/** Changes `world` as `event` says. `reopen`: an event does not follow on what is here, so some were missed. */
export function reduce(world: World, event: HostEvent): After {
  switch (event.type) {
    case "server":
      put(world.servers, event.server, (server) => server.tag.id);
      return "nothing";
    case "server_removed":
      world.servers = world.servers.filter((server) => server.tag.id !== event.id);
      return "nothing";
    case "providers":
      world.providers = event.providers;
      return "nothing";
    case "conversation":
      putConversation(world, event.conversation);
      return "nothing";
    case "conversation_removed":
      world.conversations = world.conversations.filter((conversation) => conversation.id !== event.id);
      if (world.open?.summary.id === event.id) world.open = null;
      return "nothing";
    case "message":
      return putMessage(world, event.conversation, event.message);
    case "compaction":
      if (world.open?.summary.id === event.conversation) {
        world.open.compaction = event.compaction;
        world.open.compacting = event.compacting;
      }
      return "nothing";
    case "usage":
      if (world.open?.summary.id === event.conversation) world.open.usage = event.usage;
      return "nothing";
    case "delta":
      return append(world, event);
    case "call":
      return putCall(world, event.conversation, event.message, event.call);
    case "turn":
      for (const summary of summariesOf(world, event.conversation)) summary.turn = event.state;
      return "nothing";
    case "waiting":
      world.waiting = event.waiting;
      return "nothing";
    case "projects":
      world.projects = event.projects;
      world.archived = event.archived;
      return "nothing";
    case "keychain":
      world.keychain = event.keychain;
      return "nothing";
    case "tour":
      world.tour = event.tour;
      return "nothing";
    case "stopped":
      world.stopped = event.stopped;
      return "nothing";
    case "unconfirmed":
      world.unconfirmed = event.unconfirmed;
      return "nothing";
    case "server_list_changed":
    case "resource_updated":
    case "server_logged":
    case "rules":
    case "roots":
    case "reach":
    case "sampling":
    case "tried":
    case "show":
    case "package":
    case "trial_run":
    case "link":
      // For the page of one server, which asks for what it shows.
      return "nothing";
    case "resync":
      return "reload";
  }
}

function put<T>(list: T[], item: T, key: (item: T) => string): void {
  const at = list.findIndex((other) => key(other) === key(item));
  if (at < 0) list.push(item);
  else list[at] = item;
}

function summariesOf(world: World, id: string): ConversationSummary[] {
  const found = world.conversations.filter((conversation) => conversation.id === id);
  if (world.open?.summary.id === id) found.push(world.open.summary);
  return found;
}

function putConversation(world: World, conversation: ConversationSummary): void {
  put(world.conversations, conversation, (c) => c.id);
  if (world.open?.summary.id === conversation.id) world.open.summary = { ...conversation };
}

/** A new message follows its parent: what stood there is on another branch from now on. */
function putMessage(world: World, conversation: string, message: MessageView): After {
  if (world.open?.summary.id !== conversation) return "nothing";
  return world.open.put(message) ? "nothing" : "reopen";
}

type Delta = Extract<HostEvent, { type: "delta" }>;

/** What is known of a part's text besides the text, so that a long one need not be looked at for each piece. */
export type Growth = {
  /** What was added last, and where. */
  added?: { at: number; text: string };
  /** Whether what was added has anything to see. */
  seen?: boolean;
};

/** Adds `text` to a part. */
function grow(part: { text: string } & Growth, text: string): void {
  if (text === "") return;
  part.added = { at: part.text.length, text };
  part.seen ||= /\S/.test(text);
  part.text += text;
}

function append(world: World, delta: Delta): After {
  if (world.open?.summary.id !== delta.conversation) return "nothing";
  const message = world.open.change(delta.message);
  if (!message) return "reopen";
  const part = message.parts.find((p) => p.id === delta.part);
  const known = part && part.kind !== "call" ? part.text.length : 0;
  if (delta.at > known) return "reopen";
  if (part && (part.kind === "text" || part.kind === "reasoning")) grow(part, delta.text.slice(known - delta.at));
  else if (!part) {
    const kind = delta.reasoning ? "reasoning" : "text";
    message.parts.push({ kind, id: delta.part, text: delta.text });
  }
  return "nothing";
}

function putCall(world: World, conversation: string, id: string, call: CallView): After {
  if (world.open?.summary.id !== conversation) return "nothing";
  const message = world.open.change(id);
  if (!message) return "reopen";
  const part = message.parts.find((p) => p.kind === "call" && p.call.id === call.id);
  if (part?.kind === "call") part.call = call;
  else message.parts.push({ kind: "call", id: call.id, call });
  return "nothing";
}

/** Consecutive parts that are drawn as one: calls share a ledger. */
export type Run =
  | { kind: "calls"; id: string; calls: CallView[] }
  | { kind: "part"; id: string; part: Exclude<PartView, { kind: "call" }> & Growth };

/** The parts of a message as they are drawn. Text without anything to see is left out. */
export function runsOf(parts: readonly PartView[]): Run[] {
  const runs: Run[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (part.kind !== "call") {
      if ((part as Growth).seen || part.text.trim() !== "") runs.push({ kind: "part", id: part.id, part });
    } else if (last?.kind === "calls") last.calls.push(part.call);
    else runs.push({ kind: "calls", id: part.id, calls: [part.call] });
  }
  return runs;
}

/** What is said under the last message of an answer: an answer may take several messages, one a step. */
export type Footer = {
  model: string | null;
  usage: UsageView | null;
  text: string;
  /** Its messages that have others in their place. */
  forks: MessageView[];
};

/** The footer of the message at `index`, or `null` while it is written or goes on after it. */
export function footerOf(messages: readonly MessageView[], index: number): Footer | null {
  const message = messages[index];
  if (message?.role !== "assistant" || message.status.status === "streaming") return null;
  if (messages[index + 1]?.role === "assistant") return null;
  let first = index;
  while (messages[first - 1]?.role === "assistant") first--;
  const answer = messages.slice(first, index + 1);
  const texts = answer.flatMap((m) => m.parts.flatMap((p) => (p.kind === "text" ? [p.text] : [])));
  return {
    model: message.model,
    usage: sumOf(answer.map((m) => m.usage)),
    text: texts.join("\n\n"),
    forks: answer.filter((m) => m.siblings.length > 1),
  };
}

/** The text of a message, part by part. */
export function textOf(message: MessageView): string {
  return message.parts.map((part) => (part.kind === "text" ? part.text : "")).join("\n");
}
