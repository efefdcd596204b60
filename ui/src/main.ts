// The main window's entry.

import { mount } from "svelte";
import Shell from "./features/shell/Shell.svelte";
import { host } from "./ipc/host";
import { session } from "./state/session.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/forms.css";
import "./styles/chat.css";
import "./styles/pages.css";
import "./styles/server.css";
import "./styles/shell.css";

mount(Shell, { target: document.body });
void session.start();
// A timer set in a frame runs after that frame is drawn.
requestAnimationFrame(() => setTimeout(() => void session.run(() => host.painted())));
