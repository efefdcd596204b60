// Owns what the keys of a keyboard are called.

import { t } from "../i18n/t";

const NAMES = {
  Ctrl: "key-ctrl",
  Del: "key-delete",
  End: "key-end",
  Enter: "key-enter",
  Home: "key-home",
  PgDn: "key-page-down",
  PgUp: "key-page-up",
  Space: "key-space",
} as const;

/** The name of a key as keyboards of the user's language have it. */
export function keyName(key: string): string {
  return key in NAMES ? t(NAMES[key as keyof typeof NAMES]) : key;
}

/** The global shortcut of Quick ask, unless the user chooses another one. */
export const USUAL_KEYS = "Ctrl+Alt+Space";

type Press = Pick<KeyboardEvent, "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** A global shortcut as the host names it, such as `Ctrl+Alt+K`; `null` while only Ctrl, Alt, Shift or the system key is held. */
export function acceleratorOf({ code, ctrlKey, metaKey, shiftKey, altKey }: Press): string | null {
  const key = /^(?:Key|Digit)(\w)$/.exec(code)?.[1] ?? code;
  if (!key || /^(?:Control|Shift|Alt|Meta|OS)/.test(key)) return null;
  const held = [ctrlKey && "Ctrl", altKey && "Alt", shiftKey && "Shift", metaKey && "Super"].filter((name) => name !== false);
  return [...held, key].join("+");
}

/** The keys of an accelerator as the program shows keys. */
export function shownKeys(keys: string): string[] {
  return keys.split("+").map((key) => (key === "Shift" ? "⇧" : key));
}
