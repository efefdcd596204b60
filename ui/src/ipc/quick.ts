// The way of the window of Quick ask to the host: the user's own text goes out, and the name of the model comes in.

import { Channel } from "@tauri-apps/api/core";
import { ask } from "./ask";
import { type Appearance, commands } from "./bindings";

/** Every command that this window may use. Each throws a `Failure`. */
export const quick = {
  /** Where a message would go; `null` without a model. */
  model: () => ask(commands.quickModel()),
  /** Sends a message in a new conversation, shows that in the main window, and hides this one. */
  ask: (provider: string, text: string) => ask(commands.quickAsk(provider, text)),
  hide: () => ask(commands.quickHide()),
  /** Shows the main window in place of this one. */
  main: () => ask(commands.quickMain()),
  inputSeen: (draft: boolean) => ask(commands.inputSeen(draft)),
  /** Calls `show` with how the window looks, now and after each change. */
  look: (show: (look: Appearance) => void) => {
    const channel = new Channel<Appearance>();
    channel.onmessage = (look) => show(look);
    return ask(commands.quickLook(channel));
  },
};
