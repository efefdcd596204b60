// Owns the consent window's state: the queue, the prompt on display, its arming, and its answer. It keeps nothing.

import type { AnswerView, BlockEdit, PromptView, SamplingEdit } from "../ipc/bindings";
import { desk } from "../ipc/desk";
import { type Failure, toFailure } from "../ipc/failure";
import { type Arm, Arming } from "./arming";
import { showLook } from "./look";

function painted(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

function isSame(before: PromptView[], now: PromptView[]): boolean {
  const key = (queue: PromptView[]) => queue.map(({ id, revision, times }) => `${id} ${revision} ${times}`).join("\n");
  return key(before) === key(now);
}

class Prompts {
  queue = $state.raw<PromptView[]>([]);
  /** Whether the queue has come at least once. */
  ready = $state(false);
  arm = $state<Arm>("off");
  failure = $state<Failure | null>(null);
  /** An answer or an edit is on its way. */
  busy = $state(false);

  #arming = new Arming({
    focused: () => document.hasFocus(),
    painted,
    shown: async () => {
      const prompt = this.current;
      if (prompt) await desk.shown(prompt.id, prompt.revision);
    },
    after: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    changed: (arm) => (this.arm = arm),
  });

  /** The prompt on display. */
  get current(): PromptView | null {
    return this.queue[0] ?? null;
  }

  /** Starts to follow the queue. */
  async start(): Promise<void> {
    try {
      await desk.look(showLook);
      await desk.watch((queue) => this.receive(queue));
    } catch (thrown) {
      this.failure = toFailure(thrown);
    }
  }

  /** Takes the whole queue. */
  receive(queue: PromptView[]): void {
    const before = this.current;
    const same = this.ready && isSame(this.queue, queue);
    this.queue = queue;
    this.ready = true;
    const now = this.current;
    if (before?.id !== now?.id || before?.revision !== now?.revision) this.failure = null;
    // Only how long they wait changed: nothing moved under the pointer.
    if (!same) this.rearm();
  }

  /** Starts the arming time again. */
  rearm(): void {
    const prompt = this.current;
    if (prompt) this.#arming.restart(prompt.arm_ms);
    else this.#arming.stop();
  }

  /** Nothing can be allowed: the focus is elsewhere. */
  disarm(): void {
    this.#arming.stop();
  }

  /** Whether the prompt on display may be allowed at this moment. */
  get armed(): boolean {
    return this.arm === "armed" && !this.busy;
  }

  /** Answers the prompt on display, in the revision on display. */
  async answer(answer: AnswerView): Promise<void> {
    const prompt = this.current;
    const yes = answer.answer !== "deny" && answer.answer !== "dismiss";
    if (!prompt || this.busy || (yes && !this.armed)) return;
    const done = await this.#act(() => desk.answer(prompt.id, prompt.revision, answer));
    // Until the queue says what comes next, the answered prompt must not look as if it could be answered again.
    if (done && this.current === prompt) this.disarm();
  }

  /** Proposes other arguments for the prompt on display. Yields whether they were taken. */
  edit(json: string): Promise<boolean> {
    return this.#on((prompt) => desk.edit(prompt.id, prompt.revision, json));
  }

  /** Takes one call out of the group on display, to be decided alone. */
  apart(call: string): Promise<boolean> {
    return this.#on((prompt) => desk.apart(prompt.id, prompt.revision, call));
  }

  /** Proposes another request to a model. Yields whether it was taken. */
  editSampling(edit: SamplingEdit): Promise<boolean> {
    return this.#on((prompt) => desk.samplingEdit(prompt.id, prompt.revision, edit));
  }

  /** Proposes another answer of a model. Yields whether it was taken. */
  editReply(blocks: BlockEdit[]): Promise<boolean> {
    return this.#on((prompt) => desk.replyEdit(prompt.id, prompt.revision, blocks));
  }

  /** Asks the model once more. */
  async replyAgain(): Promise<void> {
    await this.#last((prompt) => desk.replyAgain(prompt.id, prompt.revision));
  }

  /** Denies, and lets the server ask no model any more. */
  async samplingOff(): Promise<void> {
    await this.#last((prompt) => desk.samplingOff(prompt.id));
  }

  /** Acts on the prompt on display. Yields whether that was taken. */
  async #on(act: (prompt: PromptView) => Promise<unknown>): Promise<boolean> {
    const prompt = this.current;
    if (!prompt || this.busy) return false;
    return this.#act(() => act(prompt));
  }

  /** Acts on the prompt on display for the last time. */
  async #last(act: (prompt: PromptView) => Promise<unknown>): Promise<void> {
    const prompt = this.current;
    if ((await this.#on(act)) && this.current === prompt) this.disarm();
  }

  /** Lets another folder be chosen for the question on display. */
  async otherRoot(): Promise<void> {
    const prompt = this.current;
    if (!prompt || this.busy) return;
    await this.#act(() => desk.otherRoot(prompt.id, prompt.revision));
  }

  async #act(act: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.failure = null;
    try {
      await act();
      return true;
    } catch (thrown) {
      this.failure = toFailure(thrown);
      this.rearm();
      return false;
    } finally {
      this.busy = false;
    }
  }
}

/** The one queue of the consent window. */
export const prompts = new Prompts();
