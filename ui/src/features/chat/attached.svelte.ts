// What the composer of the chat attaches: to which conversation and model, from the clipboard, and by dropping files.

import type { AttachmentFor, AttachmentView, DropView, FoundFileView } from "../../ipc/bindings";
import { host } from "../../ipc/host";
import { session } from "../../state/session.svelte";
import { t } from "../../i18n/t";
import { Attaching, base64Of, PASTED_WORDS } from "./attaching.svelte";

/** What waits in the composers of this window. */
export const attaching = new Attaching(host);

/** What an attachment of the composer on display is for. A stored conversation knows its model. */
export function attachFor(): AttachmentFor {
  const conversation = session.page.kind === "chat" ? session.page.id : null;
  if (conversation !== null) return { conversation, provider: null, model: null };
  const provider = session.provider?.id ?? null;
  return { conversation, provider, model: session.chosen === provider ? session.chosenModel : null };
}

/** Attaches a resource to the conversation on display, or the last one that was, and shows that. */
export function attachResource(server: string, uri: string): void {
  if (session.page.kind !== "chat") {
    const { open } = session.world;
    if (open) void session.openConversation(open.summary.id);
    else session.newChat();
  }
  const to = attachFor();
  void attaching.take(to.conversation ?? "", to, async () => [
    { name: uri, inspected: await host.attachmentResource(server, uri, to), failure: null },
  ]);
}

/** Attaches a file of a granted folder to the conversation on display. */
export function attachFound(file: FoundFileView): void {
  const to = attachFor();
  void attaching.take(to.conversation ?? "", to, async () => [
    { name: file.name, inspected: await host.attachmentFound(file.id, to), failure: null },
  ]);
}

/** Attaches to the conversation on display what was attached before. */
export function attachAgain({ id, name }: AttachmentView): void {
  const to = attachFor();
  void attaching.make(to.conversation ?? "", name, () => host.attachmentAgain(id, to));
}

/** Attaches files of the clipboard, and text that is too long for words. */
export function pasted(event: ClipboardEvent, key: string): void {
  const files = [...(event.clipboardData?.files ?? [])];
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!files.length && text.length <= PASTED_WORDS) return;
  event.preventDefault();
  const to = attachFor();
  const look = async (name: string, bytes: Uint8Array) => {
    const inspected = await host.attachmentPaste(name, base64Of(bytes), to);
    return [{ name, inspected, failure: null }];
  };
  if (!files.length) {
    const bytes = new TextEncoder().encode(text);
    void attaching.take(key, to, () => look(t("attach-pasted-text"), bytes));
  }
  for (const file of files) {
    const name = file.name || t("attach-pasted");
    void attaching.take(key, to, async () => look(name, new Uint8Array(await file.arrayBuffer())));
  }
}

/** Who is told of files that are dragged over the window. */
let told: ((state: DropView) => void) | null = null;
let following = false;

/** Follows files that are dragged over the window; those that are dropped are attached to the composer on display. Yields the end. */
export function followDrops(tell: (state: DropView) => void): () => void {
  told = tell;
  if (!following) {
    following = true;
    void host
      .attachmentDrops((state) => {
        if (state === "bundle") session.goTo({ kind: "bundle", dropped: true });
        if (!told) return;
        told(state === "bundle" ? "left" : state);
        const to = attachFor();
        if (state === "dropped") void attaching.take(to.conversation ?? "", to, () => host.attachmentDropped(to));
      })
      .catch(() => (following = false));
  }
  return () => {
    if (told === tell) told = null;
  };
}
