// Owns messages that were written during a turn: each waits until the turn ended well, and is then sent.

import { t } from "../i18n/t";
import type { ConversationView } from "../ipc/bindings";
import { type Failure, toFailure } from "../ipc/failure";

/** Why a message stays where it is until the user sends it. */
export type Hold = { why: "stopped" | "failed" } | { why: "refused"; failure: Failure };

/** A message that waits. */
export type Queued = { id: number; text: string; attachments: string[]; hold: Hold | null; editing: boolean; sending: boolean };

/** The messages that wait, by conversation. */
export type Queues = Record<string, Queued[]>;

/** The most messages that wait in one conversation. */
export const MAX_QUEUED = 20;

/** What a queue needs of the host. */
export type Deliver = {
  open: (conversation: string) => Promise<ConversationView>;
  send: (conversation: string, provider: string, text: string, attachments: string[]) => Promise<unknown>;
};

/** Whether a turn ended with an answer: not stopped, not failed, and no call was left without one. */
export function endedWell(view: ConversationView): boolean {
  const last = view.messages.at(-1);
  return last?.role === "assistant" && last.status.status === "complete" && !last.parts.some((part) => part.kind === "call");
}

/** The messages that wait in each conversation. `lists` is what a page draws. */
export class MessageQueue {
  readonly #lists: Queues;
  readonly #deliver: Deliver;
  #next = 1;

  constructor(lists: Queues, deliver: Deliver) {
    this.#lists = lists;
    this.#deliver = deliver;
  }

  /** Adds a message; whether there was room. */
  add(conversation: string, text: string, attachments: string[] = []): boolean {
    const list = this.#lists[conversation] ?? [];
    if (list.length >= MAX_QUEUED) return false;
    const message: Queued = { id: this.#next++, text, attachments, hold: null, editing: false, sending: false };
    this.#lists[conversation] = [...list, message];
    return true;
  }

  /** Removes a message that is not on its way. */
  remove(conversation: string, id: number): void {
    const list = this.#lists[conversation];
    if (!list) return;
    const rest = list.filter((message) => message.id !== id || message.sending);
    if (rest.length) this.#lists[conversation] = rest;
    else delete this.#lists[conversation];
  }

  /** Begins to change a message, which is not sent meanwhile. */
  edit(conversation: string, id: number): void {
    const message = this.#find(conversation, id);
    if (message && !message.sending) message.editing = true;
  }

  /** Ends a change: with the new text, or with the old one. A message without text is removed. */
  async leave(conversation: string, id: number, text: string | null): Promise<void> {
    const message = this.#find(conversation, id);
    if (!message) return;
    message.editing = false;
    if (text !== null && text.trim() === "") this.remove(conversation, id);
    else if (text !== null) message.text = text;
    await this.#advance(conversation);
  }

  /** Sends a held message now, or after the turn that runs. */
  async release(conversation: string, id: number): Promise<void> {
    const message = this.#find(conversation, id);
    if (!message) return;
    message.hold = null;
    const list = this.#lists[conversation] ?? [];
    // The user chose it: it is the next.
    this.#lists[conversation] = [message, ...list.filter((other) => other.id !== id)];
    await this.#advance(conversation);
  }

  /** A turn ended: the next message is sent, or all are held. */
  async turnEnded(conversation: string): Promise<void> {
    if (!this.#lists[conversation]?.some((message) => !message.hold)) return;
    const view = await this.#deliver.open(conversation).catch(() => null);
    if (view?.summary.turn.state !== "idle" && view) return;
    if (view && endedWell(view)) return this.#advance(conversation, view);
    const failed = view?.messages.at(-1)?.status.status === "failed";
    for (const message of this.#lists[conversation] ?? []) message.hold ??= { why: failed ? "failed" : "stopped" };
  }

  /** Events were lost: a turn may have ended unseen. */
  async lookAgain(): Promise<void> {
    await Promise.all(Object.keys(this.#lists).map((conversation) => this.turnEnded(conversation)));
  }

  #find(conversation: string, id: number): Queued | undefined {
    return this.#lists[conversation]?.find((message) => message.id === id);
  }

  /** Sends the first message that is not held, if no turn runs. */
  async #advance(conversation: string, known?: ConversationView): Promise<void> {
    const list = this.#lists[conversation] ?? [];
    const next = list.find((message) => !message.hold);
    if (!next || next.editing || list.some((message) => message.sending)) return;
    next.sending = true;
    try {
      const { summary } = known ?? (await this.#deliver.open(conversation));
      if (summary.turn.state !== "idle") return;
      if (summary.provider === null) throw toFailure(t("no-model-chosen"));
      await this.#deliver.send(conversation, summary.provider, next.text, next.attachments);
      next.sending = false;
      this.remove(conversation, next.id);
    } catch (thrown) {
      next.hold = { why: "refused", failure: toFailure(thrown) };
    } finally {
      next.sending = false;
    }
  }
}
