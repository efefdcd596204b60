// The entry of the window of Quick ask.

import "./styles/tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";
import "./styles/utilities.css";
import "./styles/forms.css";
import { mount } from "svelte";
import QuickAsk from "./features/quick/QuickAsk.svelte";
import { loadLanguage } from "./i18n/language.svelte";
import { quick } from "./ipc/quick";
import { leaveToInputMethod } from "./state/composing";
import { reportInput } from "./state/input";
import { showLook } from "./state/look";

leaveToInputMethod(window);
await loadLanguage("main");
mount(QuickAsk, { target: document.body });
// As in the main window: who writes here must not lose the focus to a question.
reportInput((draft) => void quick.inputSeen(draft).catch(() => undefined));
void quick.look((look) => showLook(look)).catch(() => undefined);
