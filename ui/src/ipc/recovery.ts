// The recovery page's way to the program. It names no file: each act is about the data that could not be opened.

import { Channel } from "@tauri-apps/api/core";
import { ask } from "./ask";
import { commands, type ConversationProgress } from "./bindings";

/** Every command that the recovery page may use. Each throws a `Failure`. */
export const rescue = {
  state: () => ask(commands.recoveryState()),
  /** Tries to open the data; if that works, the chat takes this page's place. */
  retry: () => ask(commands.recoveryRetry()),
  /** Sets the file aside and opens the backup, or begins anew without one. */
  setAside: () => ask(commands.recoverySetAside()),
  /** Restores a backup from before the first start of another version, and opens it. */
  restore: (name: string) => ask(commands.recoveryRestore(name)),
  /** Opens the data without a backup first. */
  skipBackup: () => ask(commands.recoverySkipBackup()),
  /** Opens the system's own dialog; yields `null` when it was closed. */
  save: (receive: (progress: ConversationProgress) => void) => {
    const channel = new Channel<ConversationProgress>();
    channel.onmessage = receive;
    return ask(commands.recoverySave(channel));
  },
  conversations: () => ask(commands.recoveryConversations()),
  conversation: (id: string) => ask(commands.recoveryConversation(id)),
  showFile: () => ask(commands.recoveryShowFile()),
  quit: () => ask(commands.recoveryEnd(false)),
  startAfresh: () => ask(commands.recoveryEnd(true)),
};
