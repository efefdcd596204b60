// Owns when an answer may count: what is on display was painted, has the focus, and stayed so for the arming time.

/** What the allow button is at. */
export type Arm = "off" | "waiting" | "filling" | "armed";

/** What arming needs from the window. */
export interface ArmPorts {
  /** Whether the user is at the window: it is visible, has the focus, and nobody is busy in another one. */
  present(): boolean;
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

  /** Begins again, with an arming time in milliseconds, after a pause in milliseconds. */
  restart(ms: number, pause = 0): void {
    this.stop();
    this.#ms = ms;
    if (!this.#ports.present()) return;
    const run = this.#run;
    this.#set("waiting");
    const paint = () => this.#ports.painted(() => void this.#shown(run));
    if (pause > 0) this.#cancel = this.#ports.after(pause, paint);
    else paint();
  }

  /** Nothing may be allowed until the next `restart`. */
  stop(): void {
    this.#run++;
    this.#cancel?.();
    this.#cancel = null;
    this.#set("off");
  }

  async #shown(run: number): Promise<void> {
    if (run !== this.#run || !this.#ports.present()) return;
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

/** So long after a key that means nothing here the user counts as typing, in milliseconds. */
export const TYPING_MS = 1000;

/** What a key press is for. */
export interface Stroke {
  /** The place of the key on the keyboard. */
  code: string;
  key: string;
  /** Held down: the keyboard repeats it. */
  repeat: boolean;
  /** A field has the focus that takes text. */
  inField: boolean;
  /** That field has one line: Enter writes nothing in it. */
  inLine?: boolean;
  /** A control has the focus that Space or Enter presses. */
  onControl: boolean;
  /** It is the chord that allows. */
  chord?: boolean;
}

/** Whether a key press is the chord that allows: Alt and the key of the letter A, which writes nothing. */
export function isAllowChord(event: Pick<KeyboardEvent, "code" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey">): boolean {
  return event.code === "KeyA" && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
}

/** What becomes of a key press. */
export type Fate =
  /** It does nothing here. */
  | "drop"
  /** It does nothing, and shows that somebody is typing: wait until that ends. */
  | "typing"
  /** It does what it does. */
  | "take"
  /** The same, and the arming time starts again. */
  | "rearm";

const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock"]);
const NAVIGATION = new Set([
  "Tab",
  "F6",
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
const LETTERS = new Set(["a", "e", "m", "n", "o"]);

/**
 * Decides which keys and presses were meant for the question on display. None was before it had been armed once; nor is
 * any while somebody types text that no field takes. What began before counts as little as what is held down.
 */
export class Gate {
  #open = false;
  #held = false;
  #typing = false;
  readonly #down = new Set<string>();

  /** Whether anything may be pressed. */
  get open(): boolean {
    return this.#open;
  }

  /** Whether it is closed since somebody types. */
  get typing(): boolean {
    return this.#typing;
  }

  /** Another question, or the user was away: everything waits until the question is armed. */
  close(): void {
    this.#open = false;
    this.#typing = false;
    this.#down.clear();
  }

  /** The question is armed. */
  armed(): void {
    this.#open = true;
    this.#held = false;
    this.#typing = false;
  }

  /** A letter opened a field: it takes no text before the next `armed`, since the letter may have begun a sentence. */
  hold(): void {
    this.#held = true;
  }

  /** A key goes down. */
  down(stroke: Stroke): Fate {
    if (MODIFIERS.has(stroke.key)) return "take";
    if (!this.#open) return NAVIGATION.has(stroke.key) ? "drop" : this.#typed();
    // Held down since before, or pressed elsewhere.
    if (stroke.repeat && !this.#down.has(stroke.code)) return "drop";
    const fate = this.#fate(stroke);
    if (fate === "take" || fate === "rearm") this.#down.add(stroke.code);
    return fate;
  }

  /** A key comes up. Yields whether it went down here. */
  up(code: string): boolean {
    return this.#down.delete(code);
  }

  /** Whether a field takes the text that is put into it now. */
  get takesText(): boolean {
    return this.#open && !this.#held;
  }

  #fate({ key, repeat, inField, inLine, onControl, chord }: Stroke): Fate {
    // It needs a question that is still armed, so it may not begin the arming time again.
    if (chord) return repeat || this.#held ? "drop" : "take";
    if (inField) {
      // In a field of one line it writes nothing: what it does there needs a question that is still armed.
      if (inLine && key === "Enter" && !repeat && !this.#held) return "take";
      if (key === "Tab" || key === "F6" || key === "Escape") return "take";
      return this.#held ? "typing" : "rearm";
    }
    if (NAVIGATION.has(key)) return "take";
    // A key that answers is pressed once for each answer.
    if (repeat) return "drop";
    if (onControl && (key === " " || key === "Enter")) return "take";
    if (LETTERS.has(key.toLowerCase()) || /^[1-9]$/.test(key)) return "rearm";
    return key.length === 1 || key === "Enter" || key === "Dead" ? this.#typed() : "rearm";
  }

  #typed(): Fate {
    this.#open = false;
    this.#typing = true;
    this.#down.clear();
    return "typing";
  }
}
