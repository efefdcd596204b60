// Owns when an answer may be a yes: what is on display was painted, has the focus, and stayed so for the arming time.

/** What the allow button is at. */
export type Arm = "off" | "waiting" | "filling" | "armed";

/** What arming needs from the window. */
export interface ArmPorts {
  /** Whether the window has the focus. */
  focused(): boolean;
  /** Runs `act` once what was drawn is on the screen. */
  painted(act: () => void): void;
  /** Tells the host that the prompt is on display. */
  shown(): Promise<void>;
  /** Runs `act` after a time in milliseconds; yields how to call it off. */
  after(ms: number, act: () => void): () => void;
  /** Called with each change. */
  changed(arm: Arm): void;
}

/**
 * One run of arming after the other; each `restart` voids the one before. The host keeps a clock of its own and refuses
 * an answer that comes too early, so a fault here cannot let one through.
 */
export class Arming {
  #arm: Arm = "off";
  #run = 0;
  #cancel: (() => void) | null = null;
  readonly #ports: ArmPorts;
  #ms = 500;

  constructor(ports: ArmPorts) {
    this.#ports = ports;
  }

  get arm(): Arm {
    return this.#arm;
  }

  /** Begins again, with an arming time in milliseconds. */
  restart(ms: number): void {
    this.stop();
    this.#ms = ms;
    if (!this.#ports.focused()) return;
    const run = this.#run;
    this.#set("waiting");
    this.#ports.painted(() => void this.#shown(run));
  }

  /** Nothing may be allowed until the next `restart`. */
  stop(): void {
    this.#run++;
    this.#cancel?.();
    this.#cancel = null;
    this.#set("off");
  }

  async #shown(run: number): Promise<void> {
    if (run !== this.#run || !this.#ports.focused()) return;
    try {
      await this.#ports.shown();
    } catch {
      if (run === this.#run) this.stop();
      return;
    }
    if (run !== this.#run) return;
    this.#set("filling");
    this.#cancel = this.#ports.after(this.#ms, () => {
      if (run === this.#run) this.#set("armed");
    });
  }

  #set(arm: Arm): void {
    if (arm === this.#arm) return;
    this.#arm = arm;
    this.#ports.changed(arm);
  }
}

const NAVIGATION = new Set([
  "Tab",
  "F6",
  "Shift",
  "Control",
  "Alt",
  "Meta",
  "PageDown",
  "PageUp",
  "Home",
  "End",
  "ArrowUp",
  "ArrowDown",
  "ArrowLeft",
  "ArrowRight",
  "Escape",
]);
const LETTERS = new Set(["e", "E", "m", "M", "n", "N"]);

/**
 * Whether a key press starts the arming time again. Keys that only lead through the window do not: someone who types
 * into another window's field when this one appears presses others.
 */
export function rearms(key: string, inField: boolean, onAnswer: boolean): boolean {
  if (inField) return key !== "Tab" && key !== "F6" && key !== "Shift";
  if (NAVIGATION.has(key) || LETTERS.has(key)) return false;
  return !(onAnswer && (key === " " || key === "Enter"));
}
