// The consent window's entry.

import { mount } from "svelte";
import Consent from "./features/consent/Consent.svelte";
import { prompts } from "./state/prompts.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/forms.css";
import "./styles/consent.css";

mount(Consent, { target: document.body });
void prompts.start();
