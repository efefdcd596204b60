// Owns what is written over a server's request to a model, and over the model's answer, while the question is on display.
// What is written goes to the host after a pause and comes back as a new revision: only what came back can be allowed.

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { BlockEdit, SamplingEdit, SamplingApprovalView } from "../../ipc/bindings";
import { type Change, inMessage, inReply, type Place, replyEdit, requestEdit, SYSTEM, textAt, tokensOf } from "./sampling";

/** How long after the last key what is written is checked, in milliseconds. */
export const PAUSE_MS = 400;
/** How long a revision that was taken may be on its way, in milliseconds. */
const COMES_MS = 1000;

/** The way to the host. Each yields whether it was taken. */
export interface SamplingPorts {
  busy(): boolean;
  request(edit: SamplingEdit): Promise<boolean>;
  reply(blocks: BlockEdit[]): Promise<boolean>;
}

/** One request, from its first paint to its answer. */
export class SamplingWork {
  /** Whether texts are fields. */
  editing = $state(false);
  /** From now on, only this server's requests are reviewed. */
  standing = $state(false);
  /** Whether the request is shown beside its answer. */
  showsPrompt = $state(false);
  /** Images that are looked at, by their place. */
  readonly looked = new SvelteSet<Place>();
  /** What is written and has not come back yet. */
  readonly drafts = new SvelteMap<Place, string>();
  /** What was written was refused: it waits for other words. */
  refused = $state(false);
  view = $state.raw<SamplingApprovalView | null>(null);
  /** What all of it took as it was asked, and the longest answer then. */
  asked = $state.raw<{ tokens: number; most: number } | null>(null);
  #provider: string | null = null;
  #ports: SamplingPorts;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** A revision was taken and is on its way. */
  #coming: Promise<void> = Promise.resolve();
  #came = () => {};

  constructor(ports: SamplingPorts) {
    this.#ports = ports;
  }

  /** Takes what is on display. What was written and came back is no draft any more. */
  show(view: SamplingApprovalView): void {
    this.view = view;
    this.#came();
    this.asked ??= { tokens: tokensOf(view), most: view.max_tokens };
    for (const [place, text] of this.drafts) if (textAt(view, place) === text) this.drafts.delete(place);
    if (this.drafts.size === 0) this.refused = false;
    else if (!this.refused) this.#later();
  }

  /** What a field holds. */
  text(place: Place): string {
    return this.drafts.get(place) ?? (this.view ? textAt(this.view, place) : null) ?? "";
  }

  /** Takes what is typed. */
  write(place: Place, text: string): void {
    if (this.view && textAt(this.view, place) === text) this.drafts.delete(place);
    else this.drafts.set(place, text);
    this.refused = false;
    this.#later();
  }

  /** Sends what is written now, and not after the pause. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.drafts.size && !this.refused) await this.#send();
  }

  /** Keeps a text as it was asked, leaves a block out, or takes it back in. */
  change(place: Place, change: Change): Promise<boolean> {
    this.drafts.delete(place);
    return this.#send(new Map([[place, change]]));
  }

  /** Has another of the user's models answer. */
  async model(provider: string): Promise<void> {
    const before = this.#provider;
    this.#provider = provider;
    if (!(await this.#send())) this.#provider = before;
  }

  /** Lets the model have one of the server's tools, or not. */
  tool(name: string, kept: boolean): Promise<boolean> {
    return this.#send(new Map(), (edit) => {
      edit.tools = edit.tools.filter((other) => other !== name);
      if (kept) edit.tools.push(name);
    });
  }

  /** Adds the server's own earlier results, or not. */
  context(chosen: boolean): Promise<boolean> {
    return this.#send(new Map(), (edit) => {
      edit.context = chosen;
    });
  }

  /** The longest answer, in tokens. */
  limit(tokens: number): Promise<boolean> {
    return this.#send(new Map(), (edit) => {
      edit.max_tokens = tokens;
    });
  }

  /** Everything as the server asked. */
  async undo(): Promise<boolean> {
    const view = this.view;
    if (!view) return false;
    clearTimeout(this.#timer);
    this.drafts.clear();
    this.refused = false;
    const edit: SamplingEdit = {
      provider: null,
      system: view.system?.asked || null,
      blocks: view.messages.map((message) => message.blocks.map(() => ({ edit: "keep" }))),
      tools: view.tools.map((tool) => tool.name),
      max_tokens: this.asked?.most ?? view.max_tokens,
      context: false,
    };
    const taken = await this.#give(() => this.#ports.request(edit));
    if (taken) this.#provider = null;
    return taken;
  }

  /** Nothing is sent any more. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #later(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), PAUSE_MS);
  }

  async #send(changes: ReadonlyMap<Place, Change> = new Map(), more: (edit: SamplingEdit) => void = () => {}): Promise<boolean> {
    clearTimeout(this.#timer);
    return this.#give((view) => {
      const all = new Map<Place, Change>([...this.drafts].map(([place, text]) => [place, { kind: "text", text }]));
      for (const [place, change] of changes) all.set(place, change);
      if (view.reply) return this.#ports.reply(replyEdit(view.reply.blocks, all));
      const edit = requestEdit(view, this.#provider, all);
      more(edit);
      return this.#ports.request(edit);
    });
  }

  /** Gives the host an edit of what is on display: not before the edit before it has come back. */
  async #give(act: (view: SamplingApprovalView) => Promise<boolean>): Promise<boolean> {
    await this.#coming;
    if (!this.view) return false;
    if (this.#ports.busy()) {
      if (this.drafts.size) this.#later();
      return false;
    }
    this.#coming = new Promise((came) => {
      this.#came = came;
      setTimeout(came, COMES_MS);
    });
    const taken = await act(this.view);
    this.refused = !taken && this.drafts.size > 0;
    if (!taken) this.#came();
    return taken;
  }

  /** The place of the first text to write in. */
  get first(): Place | null {
    const view = this.view;
    if (!view) return null;
    const places = view.reply
      ? view.reply.blocks.map((_, i) => inReply(i))
      : [SYSTEM, ...view.messages.flatMap((message, i) => message.blocks.map((_, j) => inMessage(i, j)))];
    return places.find((place) => textAt(view, place) !== null) ?? null;
  }
}
