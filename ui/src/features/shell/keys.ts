// Owns the keys of the program: those that work everywhere in the main window, and the map that shows them all.

import type { MessageId } from "../../i18n/t";

/** What a key asks for. */
export type Shortcut =
  | { act: "new-chat" | "search" | "settings" | "model" | "servers" | "question" | "stop-all" | "rename" | "find" | "panel" | "keys" }
  | { act: "conversation"; place: number }
  | { act: "region"; step: 1 | -1 }
  | { act: "zoom"; step: 1 | -1 | 0 };

type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">;

/** Whether keys are named and pressed as on macOS: there, Ctrl with a letter moves the caret in a field. */
export const MAC = typeof navigator !== "undefined" && /^Mac/.test(navigator.platform);

/** The name of the Alt key as it is printed on the keyboard. */
export const ALT = MAC ? "⌥" : "Alt";

/** The shortcut of a key press, or `null`. */
export function shortcutOf(event: Press, mac: boolean): Shortcut | null {
  if (event.altKey) return null;
  const command = mac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
  if (event.key === "F6") return { act: "region", step: event.shiftKey ? -1 : 1 };
  if (event.key === "F2") return { act: "rename" };
  if (!command) return null;
  // On many keyboards the slash is on a digit, with Shift.
  if (event.key === "/") return { act: "keys" };
  const zoom = zoomOf(event);
  if (zoom !== null) return { act: "zoom", step: zoom };
  if (event.shiftKey) {
    if (event.code === "Period") return { act: "stop-all" };
    if (event.code === "KeyS") return { act: "servers" };
    if (mac && event.code === "KeyM") return { act: "model" };
    return event.code === "KeyP" ? { act: "question" } : null;
  }
  if (event.key === ",") return { act: "settings" };
  switch (event.code) {
    case "KeyK":
      return { act: "search" };
    case "KeyN":
      return { act: "new-chat" };
    case "KeyM":
      // On macOS it minimizes the window.
      return mac ? null : { act: "model" };
    case "KeyF":
      return { act: "find" };
    case "KeyI":
      return { act: "panel" };
  }
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  return digit === undefined ? null : { act: "conversation", place: Number(digit) };
}

/** Plus has Shift on many keyboards, and a key of its own on others; the number pad has both. */
function zoomOf({ key, code, shiftKey }: Press): 1 | -1 | 0 | null {
  if (key === "+" || key === "=" || code === "NumpadAdd") return 1;
  if (key === "-" || key === "_" || code === "NumpadSubtract") return -1;
  return !shiftKey && (key === "0" || code === "Digit0" || code === "Numpad0") ? 0 : null;
}

/** Where the focus goes in a region. */
function targetIn(region: HTMLElement | null | undefined): HTMLElement | null {
  return region?.matches("[tabindex]") ? region : (region?.querySelector<HTMLElement>("textarea, input, select, button, [tabindex]") ?? null);
}

/** Moves the focus to the page beside the sidebar. */
export function focusPage(): void {
  targetIn(document.querySelector<HTMLElement>(".main [data-region]"))?.focus();
}

/** Moves the focus to the next or previous region of the page. */
export function moveRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")];
  if (!regions.length) return;
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[at < 0 ? 0 : (at + step + regions.length) % regions.length];
  targetIn(next)?.focus();
}

/** The keys that open the choice of the model, without the command key. */
export const MODEL_KEYS = MAC ? ["⇧", "M"] : ["M"];

/** A line of the map: the ways to press it, and what it does. */
export type KeyLine = { ways: string[][]; does: MessageId };

/** Every key of both windows. `Mod` is Ctrl, or ⌘ on macOS. */
export const KEY_MAP: { title: MessageId; lines: KeyLine[] }[] = [
  {
    title: "keys-everywhere",
    lines: [
      { ways: [["Mod", "K"]], does: "keys-search" },
      { ways: [["Mod", "N"]], does: "chat-new" },
      { ways: [["Mod", "1"], ["…"], ["9"]], does: "keys-conversation" },
      { ways: [["Mod", "⇧", "P"]], does: "keys-show-approval" },
      { ways: [["Mod", "⇧", "."]], does: "stop-all" },
      { ways: [["F6"], ["⇧", "F6"]], does: "keys-region" },
      { ways: [["Mod", ","]], does: "settings" },
      { ways: [["Mod", "+"], ["Mod", "−"]], does: "keys-zoom" },
      { ways: [["Mod", "0"]], does: "keys-zoom-reset" },
      { ways: [["Mod", "/"]], does: "keys-these" },
    ],
  },
  {
    title: "chat-conversation",
    lines: [
      { ways: [["Enter"]], does: "chat-send" },
      { ways: [["⇧", "Enter"]], does: "keys-new-line" },
      { ways: [["Esc"]], does: "keys-close-stop" },
      { ways: [["Mod", "F"]], does: "chat-find" },
      { ways: [["↑"]], does: "keys-edit-last" },
      { ways: [["/"]], does: "keys-prompts" },
      { ways: [["@"]], does: "keys-resources" },
      { ways: [["Mod", ...MODEL_KEYS]], does: "keys-model" },
      { ways: [["Mod", "I"]], does: "keys-panel" },
      { ways: [["Mod", "⇧", "S"]], does: "chat-servers" },
      { ways: [["F2"]], does: "chat-rename" },
      { ways: [["Del"]], does: "keys-delete" },
    ],
  },
  {
    title: "keys-lists",
    lines: [
      { ways: [["←"], ["→"]], does: "keys-tabs" },
      { ways: [["↑"], ["↓"]], does: "keys-rows" },
      { ways: [["Home"], ["End"]], does: "keys-ends" },
      { ways: [["Enter"]], does: "keys-open-row" },
      { ways: [["Esc"]], does: "keys-close" },
    ],
  },
  {
    title: "keys-approvals",
    lines: [
      { ways: [["Esc"]], does: "keys-deny" },
      { ways: [["Enter"]], does: "keys-deny-focus" },
      { ways: [[ALT, "A"]], does: "keys-allow-chord" },
      { ways: [["A"]], does: "keys-allow-focus" },
      { ways: [["Space"]], does: "keys-allow" },
      { ways: [["E"]], does: "keys-edit" },
      { ways: [["M"]], does: "keys-passage" },
      { ways: [["N"]], does: "keys-deny-note" },
      { ways: [["1"], ["…"], ["4"]], does: "rule-how-long" },
      { ways: [["PgDn"], ["PgUp"]], does: "keys-scroll" },
      { ways: [["F6"]], does: "keys-answers" },
    ],
  },
];

/** Whether a key press deletes what has the focus. A key that is held down deletes once: the focus is on the next row by then. */
export function deletes(event: Pick<KeyboardEvent, "key" | "repeat" | "ctrlKey" | "metaKey" | "altKey">): boolean {
  return event.key === "Delete" && !event.repeat && !event.ctrlKey && !event.metaKey && !event.altKey;
}
