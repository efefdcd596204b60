// Owns how a page looks: attributes of the root element and its text size, none for what is the default.
// Before a page runs, the shell has done the same (src-tauri/src/look.js), so that the first paint is right.

import { language } from "../i18n/language.svelte";
import type { Appearance } from "../ipc/bindings";

type Root = Pick<HTMLElement, "dataset" | "style">;

function mark(root: Root, name: "theme" | "density" | "motion" | "language", value: string, usual: string): void {
  if (value === usual) delete root.dataset[name];
  else root.dataset[name] = value;
}

/** Shows the page as the user chose. Its language changes once that is loaded. */
export function showLook(look: Appearance, root: Root = document.documentElement): Promise<void> {
  mark(root, "theme", look.theme, "system");
  mark(root, "density", look.density, "comfortable");
  mark(root, "motion", look.motion, "system");
  mark(root, "language", look.language, "system");
  root.style.fontSize = look.text_percent === 100 ? "" : `${look.text_percent}%`;
  return language.choose(look.language);
}
