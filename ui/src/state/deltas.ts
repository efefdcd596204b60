// Owns the batching of streamed text: many deltas become one change per animation frame.

import type { Event as HostEvent } from "../ipc/bindings";

type Delta = Extract<HostEvent, { type: "delta" }>;

/** Waiting text is applied at once when it passes this many characters, frame or not. */
export const MAX_WAITING = 64 * 1024;

/** Collects deltas and hands them on joined, one for each part, in the order in which the parts began. */
export class DeltaBatch {
  #waiting = new Map<string, Delta>();
  #characters = 0;
  #scheduled = false;
  readonly #apply: (delta: Delta) => void;
  readonly #schedule: (flush: () => void) => void;

  constructor(apply: (delta: Delta) => void, schedule: (flush: () => void) => void) {
    this.#apply = apply;
    this.#schedule = schedule;
  }

  /** Adds a delta. */
  push(delta: Delta): void {
    const key = JSON.stringify([delta.conversation, delta.message, delta.part]);
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.text += delta.text;
    else this.#waiting.set(key, { ...delta });
    this.#characters += delta.text.length;
    if (this.#characters > MAX_WAITING) this.flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      this.#schedule(() => this.flush());
    }
  }

  /** Hands everything on now: before any other event, so that the order stays. */
  flush(): void {
    this.#scheduled = false;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#characters = 0;
    for (const delta of waiting) this.#apply(delta);
  }

  /** Forgets what waits: a whole state is on its way. */
  clear(): void {
    this.#waiting.clear();
    this.#characters = 0;
  }
}

/** Text is drawn at most once in this many milliseconds: painting a page that scrolls can take longer than one frame. */
const PACE = 30;
let flushed = 0;

/** Runs `flush` at the next frame, but not within `PACE` of the last one, or soon if the window draws none because it is hidden. */
export function nextFrame(flush: () => void): void {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    clearTimeout(timer);
    flushed = performance.now();
    flush();
  };
  const timer = setTimeout(once, 100);
  const frame = (now: number) => (now - flushed < PACE && !done ? requestAnimationFrame(frame) : once());
  requestAnimationFrame(frame);
}
