// Owns what a project begins with.

import type { ProjectSettingsView } from "../../ipc/bindings";

/** The settings of a project of which nothing was chosen. */
export const blank = (): ProjectSettingsView => ({
  name: "",
  instructions: "",
  servers_off: [],
  provider: null,
  model: null,
  tuning: { effort: null, temperature: null, answer: null },
});
