// The main window's entry.

import "./styles/tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/utilities.css";
import "./styles/forms.css";
import "./styles/chat.css";
import "./styles/pages.css";
import "./styles/server.css";
import "./styles/shell.css";
import "./styles/print.css";
import { mount } from "svelte";
import Shell from "./features/shell/Shell.svelte";
import { loadLanguage } from "./i18n/language.svelte";
import { host } from "./ipc/host";
import { leaveToInputMethod } from "./state/composing";
import { reportInput } from "./state/input";
import { session } from "./state/session.svelte";

leaveToInputMethod(window);
void session.start();
await loadLanguage("main");
mount(Shell, { target: document.body });
// A report that fails has no one to be told: the host then takes the chat for idle, and arming still protects.
reportInput((draft) => void host.inputSeen(draft).catch(() => undefined));
// A timer set in a frame runs after that frame is drawn.
requestAnimationFrame(() => setTimeout(() => void session.run(() => host.painted())));
