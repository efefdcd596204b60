// Owns which key presses belong to an input method. They reach no field, list or shortcut of a window.

/** The code of a key that an input method takes. WebKit gives it to the Enter that ends a composition, which no longer says that it composes. */
const TAKEN = 229;

/** Whether an input method takes a key press. */
export function isComposing(event: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return event.isComposing || event.keyCode === TAKEN;
}

/** Keeps these presses from every handler inside the window: one that forgets to ask would send a message that is not written yet. */
export function leaveToInputMethod(window: Pick<EventTarget, "addEventListener">): void {
  window.addEventListener("keydown", (event) => isComposing(event as KeyboardEvent) && event.stopPropagation(), { capture: true });
}
