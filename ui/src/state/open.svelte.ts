// Owns the conversation on display. Its list of messages is not deeply reactive: making each of 10,000 messages so costs more than
// drawing those in sight. A message that an event changes becomes reactive by itself.

import type { CompactingView, CompactionView, ConversationSummary, ConversationView, MessageView, UsageView } from "../ipc/bindings";

/** A message whose parts are followed one by one. */
function reactive(message: MessageView): MessageView {
  const followed = $state(message);
  return followed;
}

/** The conversation on display. */
export class OpenConversation {
  summary: ConversationSummary;
  compaction: CompactionView | null;
  compacting: CompactingView | null;
  usage: UsageView;
  /** Its messages on the branch on display, oldest first. A change of the list is another list. */
  #messages: readonly MessageView[];
  /** The messages that are reactive. */
  readonly #reactive = new WeakSet<MessageView>();

  constructor({ summary, messages, compaction, compacting, usage }: ConversationView) {
    this.summary = $state(summary);
    this.compaction = $state.raw(compaction);
    this.compacting = $state.raw(compacting);
    this.usage = $state.raw(usage);
    this.#messages = $state.raw(messages);
  }

  get messages(): readonly MessageView[] {
    return this.#messages;
  }

  /** Puts a message in the place of its earlier state, or after its parent, in place of what followed that. Yields whether there was such a place. */
  put(message: MessageView): boolean {
    const at = this.#at(message.id);
    if (at >= 0) {
      this.#messages = this.#messages.with(at, message);
      return true;
    }
    const parent = message.parent === null ? -1 : this.#at(message.parent);
    if (parent < 0 && message.parent !== null) return false;
    this.#messages = [...this.#messages.slice(0, parent + 1), message];
    return true;
  }

  /** A message, to be changed. */
  change(id: string): MessageView | undefined {
    const at = this.#at(id);
    const message = this.#messages[at];
    if (!message || this.#reactive.has(message)) return message;
    const followed = reactive(message);
    this.#reactive.add(followed);
    this.#messages = this.#messages.with(at, followed);
    return followed;
  }

  /** What changes is near the end. */
  #at(id: string): number {
    return this.#messages.findLastIndex((message) => message.id === id);
  }
}
