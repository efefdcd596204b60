// The main window's entry while the data cannot be opened.

import "./styles/tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/utilities.css";
import "./styles/forms.css";
// A copy: shared, the consent window would load it too.
import "./styles/pages.css?copy";
import { mount } from "svelte";
import Recovery from "./features/recovery/Recovery.svelte";
import { loadLanguage } from "./i18n/language.svelte";
import { leaveToInputMethod } from "./state/composing";

leaveToInputMethod(window);
await loadLanguage("other");
mount(Recovery, { target: document.body });
