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
