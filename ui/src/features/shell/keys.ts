// Owns the keys that work everywhere in the main window.

/** What a key asks for. */
export type Shortcut =
  | { act: "new-chat" | "search" | "settings" | "model" | "question" | "stop-all" | "rename" }
  | { act: "conversation"; place: number }
  | { act: "region"; step: 1 | -1 };

/** The shortcut of a key press, or `null`. */
export function shortcutOf(
  event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">,
): Shortcut | null {
  if (event.altKey) return null;
  if (event.key === "F6") return { act: "region", step: event.shiftKey ? -1 : 1 };
  if (event.key === "F2") return { act: "rename" };
  if (!event.ctrlKey && !event.metaKey) return null;
  if (event.shiftKey) {
    if (event.code === "Period") return { act: "stop-all" };
    return event.code === "KeyP" ? { act: "question" } : null;
  }
  if (event.key === ",") return { act: "settings" };
  if (event.code === "KeyK") return { act: "search" };
  if (event.code === "KeyN") return { act: "new-chat" };
  if (event.code === "KeyM") return { act: "model" };
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  return digit === undefined ? null : { act: "conversation", place: Number(digit) };
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
