// Owns the consent window's state: the queue, the approval on display, its arming, and its answer. It keeps nothing.

import type { AnswerView, BlockEdit, Presence, ApprovalView, SamplingEdit } from "../ipc/bindings";
import { desk } from "../ipc/desk";
import { type Failure, toFailure } from "../ipc/failure";
import { type Arm, Arming, type Fate, Gate, type Stroke, TYPING_MS } from "./arming";
import { showLook } from "./look";

function painted(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}

function isSame(before: ApprovalView[], now: ApprovalView[]): boolean {
  const key = (queue: ApprovalView[]) => queue.map(({ id, revision, times }) => `${id} ${revision} ${times}`).join("\n");
  return key(before) === key(now);
}

class Approvals {
  queue = $state.raw<ApprovalView[]>([]);
  /** Whether the queue has come at least once. */
  ready = $state(false);
  arm = $state<Arm>("off");
  failure = $state<Failure | null>(null);
  /** An answer or an edit is on its way. */
  busy = $state(false);
  /** Whether the user is at this window, as the host knows it. */
  presence = $state<Presence>("away");
  /** Whether the question on display takes keys and clicks. */
  open = $state(false);
  /** Somebody types text that no field takes. */
  typing = $state(false);

  #gate = new Gate();
  #arming = new Arming({
    present: () => this.presence === "present" && document.hasFocus() && !document.hidden,
    painted,
    shown: async () => {
      const approval = this.current;
      if (approval) await desk.shown(approval.id, approval.revision);
    },
    after: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
    changed: (arm) => {
      this.arm = arm;
      if (arm === "armed") this.#gate.armed();
      this.#look();
    },
  });

  /** The approval on display. */
  get current(): ApprovalView | null {
    return this.queue[0] ?? null;
  }

  /** Starts to follow the queue. */
  async start(): Promise<void> {
    try {
      await desk.look(showLook);
      await desk.presence((presence) => this.attend(presence));
      await desk.watch((queue) => this.receive(queue));
    } catch (thrown) {
      this.failure = toFailure(thrown);
    }
  }

  /** Takes the whole queue. */
  receive(queue: ApprovalView[]): void {
    const before = this.current;
    const same = this.ready && isSame(this.queue, queue);
    this.queue = queue;
    this.ready = true;
    const now = this.current;
    if (before?.id !== now?.id) this.#close();
    if (before?.id !== now?.id || before?.revision !== now?.revision) this.failure = null;
    // Only how long they wait changed: nothing moved under the pointer.
    if (!same) this.rearm();
  }

  /** Starts the arming time again. */
  rearm(): void {
    const approval = this.current;
    if (approval) this.#arming.restart(approval.arm_ms);
    else this.#arming.stop();
  }

  /** Nothing can be answered: the focus is elsewhere. */
  disarm(): void {
    this.#close();
    this.#arming.stop();
  }

  /** The user came to this window, or is elsewhere. */
  attend(presence: Presence): void {
    this.presence = presence;
    if (presence === "present") this.rearm();
    else this.disarm();
  }

  /** A key goes down. Yields what becomes of it. */
  keyDown(stroke: Stroke): Fate {
    const fate = this.#gate.down(stroke);
    if (fate === "typing") this.#pause();
    if (fate === "rearm") this.rearm();
    this.#look();
    return fate;
  }

  /** A key comes up. Yields whether it went down here. */
  keyUp(code: string): boolean {
    return this.#gate.up(code);
  }

  /** A letter opened a field. */
  hold(): void {
    this.#gate.hold();
  }

  /** Whether a field takes text now. Text that it does not take shows that somebody is typing. */
  takesText(): boolean {
    if (this.#gate.takesText) return true;
    this.#pause();
    return false;
  }

  #pause(): void {
    const approval = this.current;
    if (approval) this.#arming.restart(approval.arm_ms, TYPING_MS);
  }

  #close(): void {
    this.#gate.close();
    this.#look();
  }

  #look(): void {
    this.open = this.#gate.open;
    this.typing = this.#gate.typing;
  }

  /** Whether the approval on display may be allowed at this moment. */
  get armed(): boolean {
    return this.arm === "armed" && !this.busy;
  }

  /** Answers the approval on display, in the revision on display. */
  async answer(answer: AnswerView): Promise<void> {
    const approval = this.current;
    const yes = answer.answer !== "deny" && answer.answer !== "dismiss";
    if (!approval || this.busy || !this.open || (yes && !this.armed)) return;
    const done = await this.#act(() => desk.answer(approval.id, approval.revision, answer));
    // Until the queue says what comes next, the answered approval must not look as if it could be answered again.
    if (done && this.current === approval) this.disarm();
  }

  /** Proposes other arguments for the approval on display. Yields whether they were taken. */
  edit(json: string): Promise<boolean> {
    return this.#on((approval) => desk.edit(approval.id, approval.revision, json));
  }

  /** Takes one call out of the group on display, to be decided alone. */
  apart(call: string): Promise<boolean> {
    return this.#on((approval) => desk.apart(approval.id, approval.revision, call));
  }

  /** Proposes another request to a model. Yields whether it was taken. */
  editSampling(edit: SamplingEdit): Promise<boolean> {
    return this.#on((approval) => desk.samplingEdit(approval.id, approval.revision, edit));
  }

  /** Proposes another answer of a model. Yields whether it was taken. */
  editReply(blocks: BlockEdit[]): Promise<boolean> {
    return this.#on((approval) => desk.replyEdit(approval.id, approval.revision, blocks));
  }

  /** Asks the model once more. */
  async replyAgain(): Promise<void> {
    await this.#last((approval) => desk.replyAgain(approval.id, approval.revision));
  }

  /** Denies, and lets the server ask no model any more. */
  async samplingOff(): Promise<void> {
    await this.#last((approval) => desk.samplingOff(approval.id));
  }

  /** Acts on the approval on display. Yields whether that was taken. */
  async #on(act: (approval: ApprovalView) => Promise<unknown>): Promise<boolean> {
    const approval = this.current;
    if (!approval || this.busy) return false;
    return this.#act(() => act(approval));
  }

  /** Acts on the approval on display for the last time. */
  async #last(act: (approval: ApprovalView) => Promise<unknown>): Promise<void> {
    const approval = this.current;
    if ((await this.#on(act)) && this.current === approval) this.disarm();
  }

  /** Lets another folder be chosen for the question on display. */
  async otherRoot(): Promise<void> {
    const approval = this.current;
    if (!approval || this.busy) return;
    await this.#act(() => desk.otherRoot(approval.id, approval.revision));
  }

  /** Asks the endpoint on display for its models. */
  async endpointModels(key: string): Promise<void> {
    const approval = this.current;
    if (approval && this.armed) await this.#act(() => desk.endpointModels(approval.id, approval.revision, key || null));
  }

  /** Chooses the model of the endpoint on display. Yields whether it was taken. */
  endpointModel(model: string): Promise<boolean> {
    return this.#on((approval) => desk.endpointModel(approval.id, approval.revision, model));
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
export const approvals = new Approvals();
