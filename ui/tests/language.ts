// Before each file of tests: the messages are loaded, as they are before a window draws anything.

import { loadLanguage } from "../src/i18n/language.svelte";

await loadLanguage("other");
