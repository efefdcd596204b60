// Owns the theme of a page: one attribute on the root element, none for "as the system says".

import type { Theme } from "../ipc/bindings";

/** Shows the page in `theme`. */
export function showTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
}
