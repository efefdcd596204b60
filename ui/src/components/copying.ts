// Owns how text gets into the clipboard.

/**
 * Copies text that is still to come; called while a click or a key press is handled. WebKit lets a page write to the clipboard only
 * then, so the clipboard is given the promise at once. Throws why the text did not come, or what the clipboard says.
 */
export async function copyLater(text: Promise<string>): Promise<void> {
  const blob = text.then((text) => new Blob([text], { type: "text/plain" }));
  const written = navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
  await Promise.all([text, written]);
}
