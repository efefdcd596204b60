// Keeps a scrolling view at its end while text is added, or keeps what is read in place once the user has scrolled up.
//
// Only input of the user ends following: a change of the layout also moves the view, and its scroll events look the same.

/** This near to the end, in pixels, counts as being at the end. */
const NEAR = 24;
/** How long after input its scrolling may begin, in milliseconds. */
const INTENT = 1000;
/** So long after a change of the content the view may still be moved by it, in milliseconds. */
const SETTLING = 400;
/** The space kept above what was pressed last, in pixels. */
const ABOVE = 8;
/** The room that is kept below content that grows, in pixels. */
const ROOM = 1024;
/** Where text is looked for below the upper edge of the view, in pixels: lines, and the gaps between them, are lower than this. */
const PROBES = [2, 14, 28, 48, 80];

const UP_KEYS = ["ArrowUp", "PageUp", "Home"];

/** Something on screen, and its distance from the start of the content. */
type Anchor = { target: Range | Element; y: number };

/** Whether a key press moves the view up. */
export function isUpKey(event: Pick<KeyboardEvent, "key" | "shiftKey">): boolean {
  return UP_KEYS.includes(event.key) || (event.key === " " && event.shiftKey);
}

/** Whether a wheel turn moves the view up: with Ctrl it zooms, with Shift it moves sideways. */
export function isWheelUp(event: Pick<WheelEvent, "deltaY" | "ctrlKey" | "shiftKey">): boolean {
  return event.deltaY < 0 && !event.ctrlKey && !event.shiftKey;
}

/** Whether the focus is where keys write or choose instead of scrolling. */
const takesKeys = (target: EventTarget | null) => target instanceof Element && target.closest("textarea, input, select, [contenteditable]") !== null;

/** What a press acts on: it neither scrolls nor selects text. */
const CONTROL = "button, a, summary, input, select, textarea, label";

/** The event that says that the view is about to be moved to a place the user looked for. */
const SEEK = "seek";

/** Says that the view of an element is about to be moved to it: the view then no longer follows its end. */
export function seek(element: Element): void {
  element.dispatchEvent(new CustomEvent(SEEK, { bubbles: true }));
}

/** Brings a place that the user looked for to the middle of its view. */
export function bringToSight(element: Element): void {
  seek(element);
  element.scrollIntoView({ block: "center" });
}

/** Follows the end of `column` within `view`, which scrolls. */
export class Follow {
  #view: HTMLElement;
  #column: HTMLElement;
  #told: (following: boolean) => void;
  #following: boolean;
  /** The position and the height of the content when they were looked at last. */
  #top = 0;
  #height = 0;
  /** When the content or the view last changed its size, or was about to. */
  #changed = 0;
  /** Until when scrolling up counts as the user's. */
  #until = 0;
  /** Whether the view waits for the scrolling that input leads to. */
  #waits: ReturnType<typeof setTimeout> | undefined;
  /** Whether a button of the pointer is down: on the scroll bar, or while text is selected. */
  #held = false;
  /** Whether the pointer is pressed on something that acts. */
  #acts = false;
  #touchY: number | null = null;
  #anchor: Anchor | null = null;
  /** What unfolded something last: that is shown from its start. */
  #pressed: Element | null = null;
  /** Whether the view stays at what was unfolded, instead of at the end, until there is more to follow. */
  #rests = false;
  /** While the content grows: lies below its end, so that what scrolls changes its size at most once for each `ROOM`. WebKit paints all of it anew each time. */
  #room: HTMLElement | null = null;
  /** Shows the end, while what is drawn ends before it. */
  #drawEnd: (() => void) | null = null;
  #end = new AbortController();

  /** `told` learns whether the end is followed, each time that changes; `following` says whether it is at first. */
  constructor(view: HTMLElement, column: HTMLElement, told: (following: boolean) => void, following = true) {
    this.#following = following;
    this.#view = view;
    this.#column = column;
    this.#told = told;
    this.#listen();
    const sizes = new ResizeObserver(() => this.#settle());
    sizes.observe(column);
    sizes.observe(view);
    this.#end.signal.addEventListener("abort", () => sizes.disconnect());
  }

  /** Ends following and listening. */
  close(): void {
    clearTimeout(this.#waits);
    this.#room?.remove();
    this.#end.abort();
  }

  /** Shows the end and follows it from now on. */
  toEnd(): void {
    if (this.#drawEnd) return this.#drawEnd();
    this.#forget();
    this.#letGo();
    this.#set(true);
    this.#move(this.#full() - this.#view.clientHeight);
  }

  /** Says whether what is drawn ends before the content does: `drawEnd` then shows the end. What is drawn is not followed. */
  cut(drawEnd: (() => void) | null): void {
    this.#drawEnd = drawEnd;
    if (drawEnd) this.#set(false);
  }

  /** There is more to read at the end: what was unfolded before need not stay in sight. */
  grew(): void {
    this.#changed = performance.now();
    this.#letGo();
  }

  /** Whether the content is about to grow often. */
  grows(often: boolean): void {
    if (often === (this.#room !== null)) return;
    this.#room?.remove();
    this.#room = often ? document.createElement("div") : null;
    if (this.#room) this.#room.className = "thread-room";
    this.#reserve();
  }

  /** Keeps room below content that grows and is higher than the view. */
  #reserve(): void {
    const room = this.#room;
    const full = this.#column.offsetHeight;
    if (!room || full <= this.#view.clientHeight) return;
    const top = `${Math.ceil((full + 1) / ROOM) * ROOM}px`;
    if (room.style.top !== top) room.style.top = top;
    if (!room.isConnected) this.#view.append(room);
  }

  /** The height of the content, without the room below it. */
  #full(): number {
    return this.#room?.isConnected ? this.#column.offsetHeight : this.#view.scrollHeight;
  }

  #listen(): void {
    const { signal } = this.#end;
    const view = this.#view;
    const on = <K extends keyof HTMLElementEventMap>(name: K, act: (event: HTMLElementEventMap[K]) => void) =>
      view.addEventListener(name, act, { passive: true, signal });
    on("scroll", () => this.#scrolled());
    const wheel = (event: WheelEvent) => {
      if (isWheelUp(event)) this.#intend(true);
      else if (event.deltaY > 0) this.#down();
      // There is nothing to see in the room below the end.
      if (event.deltaY > 0 && this.#room && this.#following && this.#left() <= 1) event.preventDefault();
    };
    // Not passive: the view must not scroll before this page knows why.
    view.addEventListener("wheel", wheel, { passive: false, signal });
    on("keydown", (event) => {
      if (event.defaultPrevented || takesKeys(event.target) || event.altKey) return;
      if (isUpKey(event)) this.#intend(true);
      else if (event.key === "End") this.toEnd();
    });
    on("touchstart", (event) => (this.#touchY = event.touches[0]?.clientY ?? null));
    on("touchmove", (event) => {
      const y = event.touches[0]?.clientY;
      if (y !== undefined && this.#touchY !== null && y > this.#touchY) this.#intend(true);
      this.#touchY = y ?? null;
    });
    // What acts on a press may change the content, which moves the view as well.
    on("pointerdown", (event) => {
      this.#acts = event.target instanceof Element && event.target.closest(CONTROL) !== null;
      this.#held = !this.#acts;
    });
    // A scroll bar may keep the end of the press to itself.
    const ends = (event: PointerEvent) => {
      if (event.type !== "pointermove") this.#acts = false;
      if (!this.#held || (event.type === "pointermove" && event.buttons !== 0)) return;
      this.#held = false;
      this.#intend(false);
    };
    for (const name of ["pointerup", "pointercancel", "pointermove"] as const)
      window.addEventListener(name, ends, { passive: true, signal });
    on("focusin", (event) => event.target !== view && !this.#acts && this.#intend(false));
    on("click", (event) => {
      const { target } = event;
      const pressed = target instanceof Element ? target.closest("summary, [aria-expanded]") : null;
      this.#pressed = pressed && this.#isInSight(pressed) ? pressed : null;
    });
    view.addEventListener(SEEK, () => this.#intend(true), { signal });
  }

  /** The user may be about to scroll up. With `wait`, new content does not move the view before that came. */
  #intend(wait: boolean): void {
    if (this.#view.scrollTop <= 0) return;
    this.#until = performance.now() + INTENT;
    if (!wait) return;
    clearTimeout(this.#waits);
    this.#waits = setTimeout(() => {
      this.#waits = undefined;
      this.#settle();
    }, INTENT);
  }

  #forget(): void {
    clearTimeout(this.#waits);
    this.#waits = undefined;
    this.#until = 0;
  }

  #letGo(): void {
    this.#pressed = null;
    this.#rests = false;
  }

  #set(following: boolean): void {
    if (following === this.#following) return;
    this.#following = following;
    this.#told(following);
  }

  /** How far the end of the content that was on screen is below the view. */
  #left(): number {
    const { scrollTop, clientHeight } = this.#view;
    return Math.min(this.#full(), this.#height) - scrollTop - clientHeight;
  }

  #isNearEnd(): boolean {
    return !this.#drawEnd && this.#left() < NEAR;
  }

  /** The user scrolls down: at the end, following resumes. */
  #down(): void {
    this.#forget();
    if (!this.#following && this.#isNearEnd()) this.toEnd();
  }

  #move(top: number): void {
    this.#view.scrollTop = top;
    this.#seen();
  }

  #seen(): void {
    this.#top = this.#view.scrollTop;
    this.#height = this.#full();
  }

  #scrolled(): void {
    const top = this.#view.scrollTop;
    const by = top - this.#top;
    if (this.#following) {
      const users = this.#held || performance.now() < this.#until;
      // Without input, in content that is at rest, something was brought into sight: a place that was searched for. Content
      // that is drawn anew may be lower for a moment, and then the view is moved up though its height is the same again.
      const atRest = performance.now() - this.#changed > SETTLING;
      const sought = atRest && this.#full() === this.#height;
      const leaves = this.#rests ? by !== 0 && sought : by < -0.5 && (users || sought);
      if (leaves && this.#left() > 1) {
        this.#forget();
        this.#letGo();
        this.#set(false);
      } else if (!this.#waits) this.#keepEnd();
    } else if (by > 0.5 && this.#isNearEnd()) return this.toEnd();
    else this.#keepAnchor();
    this.#seen();
    if (!this.#following) this.#anchor = this.#find();
  }

  /** The layout changed. */
  #settle(): void {
    this.#changed = performance.now();
    this.#reserve();
    if (this.#following) {
      if (!this.#waits) this.#keepEnd();
      return;
    }
    if (!this.#drawEnd && this.#full() <= this.#view.clientHeight) return this.toEnd();
    this.#keepAnchor();
    this.#seen();
  }

  /** Shows the end, or as much of it as leaves in sight what was pressed last. */
  #keepEnd(): void {
    const view = this.#view;
    const end = this.#full() - view.clientHeight;
    const start = this.#pressed?.isConnected ? Math.max(0, this.#yOf(this.#pressed) - ABOVE) : end;
    const top = Math.min(start, end);
    this.#rests = top < end;
    if (Math.abs(view.scrollTop - top) >= 1) this.#move(top);
    else this.#seen();
  }

  /** What grew or shrank above what is read moves the view along. */
  #keepAnchor(): void {
    const anchor = this.#anchor;
    if (!anchor || !isThere(anchor.target)) {
      this.#anchor = this.#find();
      return;
    }
    const y = this.#yOf(anchor.target);
    const by = y - anchor.y;
    anchor.y = y;
    if (Math.abs(by) >= 0.5) this.#view.scrollTop += by;
  }

  #isInSight(element: Element): boolean {
    const { top, bottom } = element.getBoundingClientRect();
    const box = this.#view.getBoundingClientRect();
    return bottom > box.top && top < box.bottom;
  }

  #yOf(target: Range | Element): number {
    return target.getBoundingClientRect().top - this.#view.getBoundingClientRect().top + this.#view.scrollTop;
  }

  /** The first text in sight, or the first part of the column. */
  #find(): Anchor | null {
    const box = this.#view.getBoundingClientRect();
    const x = this.#column.getBoundingClientRect().left + parseFloat(getComputedStyle(this.#column).paddingLeft) + 4;
    for (const probe of PROBES) {
      const caret = document.caretRangeFromPoint?.(x, box.top + probe);
      const text = caret?.startContainer;
      if (!caret || !(text instanceof Text) || !this.#column.contains(text)) continue;
      caret.setEnd(text, Math.min(text.length, caret.startOffset + 1));
      const { height, bottom } = caret.getBoundingClientRect();
      if (height > 0 && bottom > box.top) return { target: caret, y: this.#yOf(caret) };
    }
    const part = [...this.#column.children].find((child) => child.getBoundingClientRect().bottom > box.top);
    return part ? { target: part, y: this.#yOf(part) } : null;
  }
}

/** Whether something is still laid out. */
function isThere(target: Range | Element): boolean {
  if (target instanceof Element) return target.isConnected;
  return target.startContainer.isConnected && target.getBoundingClientRect().height > 0;
}
