// Owns the keys of the program: those that work everywhere in the main window, and the map that shows them all.

/** What a key asks for. */
export type Shortcut =
  | { act: "new-chat" | "search" | "settings" | "model" | "servers" | "question" | "stop-all" | "rename" | "find" | "keys" }
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
    return event.code === "KeyP" ? { act: "question" } : null;
  }
  if (event.key === ",") return { act: "settings" };
  switch (event.code) {
    case "KeyK":
      return { act: "search" };
    case "KeyN":
      return { act: "new-chat" };
    case "KeyM":
      return { act: "model" };
    case "KeyF":
      return { act: "find" };
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

/** Moves the focus to the next or previous region of the page. */
export function moveRegion(step: 1 | -1): void {
  const regions = [...document.querySelectorAll<HTMLElement>("[data-region]")];
  if (!regions.length) return;
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = regions[at < 0 ? 0 : (at + step + regions.length) % regions.length];
  const target = next?.matches("[tabindex]")
    ? next
    : next?.querySelector<HTMLElement>("textarea, input, select, button, [tabindex]");
  target?.focus();
}

/** A line of the map: the ways to press it, and what it does. */
export type KeyLine = { ways: string[][]; does: string };

/** Every key of both windows. `Mod` is Ctrl, or ⌘ on macOS. */
export const KEY_MAP: { title: string; lines: KeyLine[] }[] = [
  {
    title: "Everywhere",
    lines: [
      { ways: [["Mod", "K"]], does: "Search conversations" },
      { ways: [["Mod", "N"]], does: "New chat" },
      { ways: [["Mod", "1"], ["…"], ["9"]], does: "Open a conversation by its place" },
      { ways: [["Mod", "⇧", "P"]], does: "Show the question that waits" },
      { ways: [["Mod", "⇧", "."]], does: "Stop everything" },
      { ways: [["F6"], ["⇧", "F6"]], does: "Next, previous part of the window" },
      { ways: [["Mod", ","]], does: "Settings" },
      { ways: [["Mod", "+"], ["Mod", "−"]], does: "Larger, smaller text: up to 200 %" },
      { ways: [["Mod", "0"]], does: "Usual size of text" },
      { ways: [["Mod", "/"]], does: "These keys" },
    ],
  },
  {
    title: "Conversation",
    lines: [
      { ways: [["Enter"]], does: "Send" },
      { ways: [["⇧", "Enter"]], does: "New line" },
      { ways: [["Esc"]], does: "Close what is open, then stop the turn" },
      { ways: [["Mod", "F"]], does: "Find in this conversation" },
      { ways: [["↑"]], does: "Change the last message, from an empty field" },
      { ways: [["Mod", "M"]], does: "Choose the model" },
      { ways: [["Mod", "⇧", "S"]], does: "Servers of this conversation" },
      { ways: [["F2"]], does: "Rename" },
      { ways: [["Del"]], does: "Delete the conversation in the list; it can be undone" },
    ],
  },
  {
    title: "Tabs, lists and tables",
    lines: [
      { ways: [["←"], ["→"]], does: "Previous, next tab" },
      { ways: [["↑"], ["↓"]], does: "Row by row; what is open follows" },
      { ways: [["Enter"]], does: "Open the row" },
      { ways: [["Esc"]], does: "Close what is open" },
    ],
  },
  {
    title: "Questions, while no field has the focus",
    lines: [
      { ways: [["Esc"]], does: "Deny, in a field too" },
      { ways: [["Enter"]], does: "Deny, where the focus is at first. It never allows" },
      { ways: [[ALT, "A"]], does: "Allow once the button is ready. For a destructive call, a changed tool or server and a rule: only go to the button" },
      { ways: [["A"]], does: "Go to the allow button; allows nothing" },
      { ways: [["Space"]], does: "Allow, on its button and once it is ready" },
      { ways: [["E"]], does: "Edit the arguments" },
      { ways: [["M"]], does: "Next passage of another server" },
      { ways: [["N"]], does: "Deny with a note" },
      { ways: [["1"], ["…"], ["4"]], does: "For how long" },
      { ways: [["PgDn"], ["PgUp"]], does: "Scroll what is asked" },
      { ways: [["F6"]], does: "From a field to the answers, else to the next part" },
    ],
  },
];
