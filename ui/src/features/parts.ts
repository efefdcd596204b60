// Parts of the main window that its first paint does without, in the order in which they are loaded when it has nothing else to do.

import { Lazy } from "../state/lazy.svelte";
import type { Page } from "../state/session.svelte";

export const palette = new Lazy(() => import("./palette/Palette.svelte"));
export const keysDialog = new Lazy(() => import("./shell/KeysDialog.svelte"));
export const projectDialog = new Lazy(() => import("./projects/ProjectDialog.svelte"));
export const moveDialog = new Lazy(() => import("./projects/MoveDialog.svelte"));
export const contextDialog = new Lazy(() => import("./context/ContextDialog.svelte"));
export const contextPanel = new Lazy(() => import("./context/ContextPanel.svelte"));
export const promptDialog = new Lazy(() => import("./chat/PromptDialog.svelte"));
export const presetDialog = new Lazy(() => import("./chat/PresetDialog.svelte"));
export const templateDialog = new Lazy(() => import("./chat/TemplateDialog.svelte"));
export const welcome = new Lazy(() => import("./welcome/Welcome.svelte"));
export const tourGuide = new Lazy(() => import("./tour/TourGuide.svelte"));

/** Every page but the chat. */
export const PAGES = {
  settings: new Lazy(() => import("./settings/Settings.svelte")),
  server: new Lazy(() => import("./servers/Server.svelte")),
  "add-server": new Lazy(() => import("./servers/AddServer.svelte")),
  rules: new Lazy(() => import("./rules/Rules.svelte")),
  audit: new Lazy(() => import("./audit/Audit.svelte")),
  project: new Lazy(() => import("./projects/Project.svelte")),
  archive: new Lazy(() => import("./projects/Archive.svelte")),
  tasks: new Lazy(() => import("./tasks/Tasks.svelte")),
  bundle: new Lazy(() => import("./servers/AddBundle.svelte")),
  import: new Lazy(() => import("./servers/Import.svelte")),
} satisfies Record<Exclude<Page["kind"], "chat">, unknown>;

/** All of them. */
export const PARTS = [
  palette, keysDialog, ...Object.values(PAGES), contextDialog, contextPanel, promptDialog, moveDialog, projectDialog, presetDialog, templateDialog, welcome, tourGuide,
];
