// Tells the host when the user types or clicks in this window, so that a question does not take the focus meanwhile.

/** The shortest time between two reports, in milliseconds. */
export const EVERY_MS = 250;
/** When the last report after the input follows, in milliseconds: a message that was sent is no draft any more. */
export const LAST_MS = 1500;

/** What reporting needs from the window. */
export interface InputPorts {
  /** Tells the host. */
  report(draft: boolean): void;
  /** Whether the field that has the focus holds text. */
  draft(): boolean;
  /** Runs `act` after a time in milliseconds; yields how to call it off. */
  after(ms: number, act: () => void): () => void;
}

/** Reports the first input at once, further input at most every `EVERY_MS`, and the draft once more when it rests. */
export class InputReports {
  #waiting = false;
  #again = false;
  #last: (() => void) | null = null;
  #draft = false;
  readonly #ports: InputPorts;

  constructor(ports: InputPorts) {
    this.#ports = ports;
  }

  /** The user pressed a key or a button. */
  seen(): void {
    this.#again = true;
    if (!this.#waiting) this.#report();
  }

  #report(): void {
    this.#again = false;
    this.#waiting = true;
    this.#send();
    this.#ports.after(EVERY_MS, () => {
      this.#waiting = false;
      if (this.#again || this.#ports.draft() !== this.#draft) this.#report();
    });
    this.#last?.();
    this.#last = this.#ports.after(LAST_MS, () => {
      this.#last = null;
      if (this.#ports.draft() !== this.#draft) this.#send();
    });
  }

  #send(): void {
    this.#draft = this.#ports.draft();
    this.#ports.report(this.#draft);
  }
}

/** The field that was written in last, by a person: text that the program put into a field is no draft. */
let written: EventTarget | null = null;

function holdsText(): boolean {
  const at = document.activeElement;
  if (written instanceof HTMLElement && "value" in written && written.value === "") written = null;
  const field = at instanceof HTMLTextAreaElement || at instanceof HTMLInputElement;
  return field && at === written && !at.readOnly && at.value !== "";
}

/** Follows every key, click and turn of the wheel in this window. */
export function reportInput(report: (draft: boolean) => void): void {
  const reports = new InputReports({
    report,
    draft: holdsText,
    after: (ms, act) => {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  });
  // Assistive technology may change a field without the event before it.
  addEventListener("input", (event) => event.isTrusted && (written = event.target), { capture: true, passive: true });
  for (const kind of ["keydown", "beforeinput", "pointerdown", "wheel"]) {
    addEventListener(
      kind,
      (event) => {
        if (!event.isTrusted) return;
        if (kind === "beforeinput") written = event.target;
        reports.seen();
      },
      { capture: true, passive: true },
    );
  }
}
