// Owns what waits in the composers: attachments, files that were looked at and need a choice, and files that were refused.

import type {
  AttachmentChoice,
  AttachmentFor,
  AttachmentOfferView,
  AttachmentView,
  InspectedView,
  PickedView,
} from "../../ipc/bindings";
import { type Failure, toFailure } from "../../ipc/failure";

/** What the composers need of the host. */
export type AttachHost = {
  attachmentsOpen: (to: AttachmentFor) => Promise<AttachmentView[]>;
  attachmentAdd: (inspected: string, to: AttachmentFor, choice: AttachmentChoice, pinned: boolean) => Promise<AttachmentView>;
  attachmentRemove: (attachment: string) => Promise<unknown>;
};

/** A file that was refused. */
export type Refused = { name: string; failure: Failure };

/** What waits in one composer. */
export type Waiting = { items: AttachmentView[]; picks: InspectedView[]; refused: Refused[] };

/** The longest text that is pasted as words, in characters; a longer one is attached. */
export const PASTED_WORDS = 20_000;

const NOTHING: Waiting = { items: [], picks: [], refused: [] };

/** The choice that needs no question: the only form, which the model takes, and all of it fits. */
export function plainChoice({ offers }: InspectedView): AttachmentChoice | null {
  const [offer] = offers;
  if (!offer || offers.length > 1 || offer.refused || offer.fits < offer.total) return null;
  return { form: offer.form, section: offer.section, range: null };
}

/** The tokens of a part, estimated from all of it. */
export function tokensOf(offer: AttachmentOfferView, first: number, last: number): number {
  const units = Math.max(0, Math.min(last, offer.total) - first + 1);
  return Math.round((offer.tokens * units) / Math.max(1, offer.total));
}

/** Bytes as base64, in pieces that a call can take. */
export function base64Of(bytes: Uint8Array): string {
  const PIECE = 0x8000;
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

/** What waits in each composer, by conversation; a new one is the empty text. */
export class Attaching {
  lists = $state<Record<string, Waiting>>({});
  busy = $state(0);
  readonly #host: AttachHost;

  constructor(host: AttachHost) {
    this.#host = host;
  }

  of(key: string): Waiting {
    return this.lists[key] ?? NOTHING;
  }

  #at(key: string): Waiting {
    return (this.lists[key] ??= { items: [], picks: [], refused: [] });
  }

  /** Reads what waits in a composer again. */
  async load(key: string, to: AttachmentFor): Promise<void> {
    try {
      this.#at(key).items = await this.#host.attachmentsOpen(to);
    } catch {
      // The conversation is gone, or its page says so.
    }
  }

  /** Takes files that were looked at: attaches what needs no choice, and keeps the rest for one. */
  async take(key: string, to: AttachmentFor, look: () => Promise<PickedView[]>): Promise<void> {
    this.busy += 1;
    try {
      for (const { name, inspected, failure } of await look()) {
        const choice = inspected && plainChoice(inspected);
        if (failure) this.refuse(key, name, failure);
        else if (choice) await this.attach(key, to, inspected, choice, false);
        else if (inspected) this.#at(key).picks.push(inspected);
      }
    } catch (thrown) {
      this.refuse(key, "", thrown);
    } finally {
      this.busy -= 1;
    }
  }

  /** Attaches a part of a file; whether it was done. */
  async attach(
    key: string,
    to: AttachmentFor,
    inspected: InspectedView,
    choice: AttachmentChoice,
    pinned: boolean,
  ): Promise<boolean> {
    try {
      const made = await this.#host.attachmentAdd(inspected.id, to, choice, pinned);
      const list = this.#at(key);
      list.items.push(made);
      list.picks = list.picks.filter((pick) => pick.id !== inspected.id);
      return true;
    } catch (thrown) {
      this.refuse(key, inspected.name, thrown);
      return false;
    }
  }

  /** Attaches what needs no look; a failure is shown under its name. */
  async make(key: string, name: string, make: () => Promise<AttachmentView>): Promise<void> {
    this.busy += 1;
    try {
      this.add(key, await make());
    } catch (thrown) {
      this.refuse(key, name, thrown);
    } finally {
      this.busy -= 1;
    }
  }

  /** Shows something that the host attached. */
  add(key: string, made: AttachmentView): void {
    this.#at(key).items.push(made);
  }

  refuse(key: string, name: string, thrown: unknown): void {
    this.#at(key).refused.push({ name, failure: toFailure(thrown) });
  }

  /** Puts a file away that waits for a choice. */
  leave(key: string, inspected: string): void {
    const list = this.#at(key);
    list.picks = list.picks.filter((pick) => pick.id !== inspected);
  }

  /** Puts the refusals away. */
  dismiss(key: string): void {
    this.#at(key).refused = [];
  }

  async remove(key: string, id: string): Promise<void> {
    try {
      await this.#host.attachmentRemove(id);
      const list = this.#at(key);
      list.items = list.items.filter((item) => item.id !== id);
    } catch (thrown) {
      this.refuse(key, "", thrown);
    }
  }

  /** A message was sent, or waits for its turn: what it took waits here no longer. Pinned ones of a conversation stay. */
  sent(key: string, ids: string[]): void {
    const list = this.#at(key);
    const stays = (item: AttachmentView) => !ids.includes(item.id) || (item.pinned && key !== "");
    list.items = list.items.filter(stays);
    list.refused = [];
  }
}
