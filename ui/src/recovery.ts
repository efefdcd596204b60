// The main window's entry while the data cannot be opened.

import { mount } from "svelte";
import Recovery from "./features/recovery/Recovery.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/forms.css";
import "./styles/pages.css";
import "./styles/recovery.css";

mount(Recovery, { target: document.body });
