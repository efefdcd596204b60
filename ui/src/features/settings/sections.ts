// Owns the sections of the settings, in their order.

import type { MessageId } from "../../i18n/t";

/** A section of the settings. */
export type Section = "models" | "usage" | "appearance" | "limits" | "keyboard" | "updates" | "data";

/** Each section with its name. */
export const SECTIONS: { id: Section; name: MessageId }[] = [
  { id: "models", name: "providers" },
  { id: "usage", name: "usage" },
  { id: "appearance", name: "appearance" },
  { id: "limits", name: "limits" },
  { id: "keyboard", name: "keyboard" },
  { id: "updates", name: "updates" },
  { id: "data", name: "data" },
];
