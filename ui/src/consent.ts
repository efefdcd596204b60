// The consent window's entry.

import "./styles/tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/utilities.css";
import "./styles/forms.css";
import "./styles/consent.css";
import { mount } from "svelte";
import Consent from "./features/consent/Consent.svelte";
import { loadLanguage } from "./i18n/language.svelte";
import { approvals } from "./state/approvals.svelte";
import { leaveToInputMethod } from "./state/composing";

leaveToInputMethod(window);
await loadLanguage("other");
mount(Consent, { target: document.body });
void approvals.start();
