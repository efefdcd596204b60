// Owns the sections of the settings, in their order.

/** A section of the settings. */
export type Section = "models" | "appearance" | "limits" | "keyboard" | "data";

/** Each section with its name. */
export const SECTIONS: { id: Section; name: string }[] = [
  { id: "models", name: "Models" },
  { id: "appearance", name: "Appearance" },
  { id: "limits", name: "Limits" },
  { id: "keyboard", name: "Keyboard" },
  { id: "data", name: "Data" },
];
