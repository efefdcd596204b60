// The main window's entry.

import { mount } from "svelte";
import Shell from "./features/shell/Shell.svelte";
import { session } from "./state/session.svelte";
import "./styles/tokens.css";
import "./styles/app.css";
import "./styles/main.css";

mount(Shell, { target: document.body });
void session.start();
