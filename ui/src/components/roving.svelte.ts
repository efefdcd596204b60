// Owns which item of a list Tab leads to: one for each list. Arrows, Home and End lead from one item to the next.

import { moved } from "./window";

/** How far Page Up and Page Down lead. */
const PAGE = 10;

/** The first of `wanted` that is among `keys`, else the first of them. */
export function reachOf(keys: readonly string[], ...wanted: (string | null)[]): string | null {
  return wanted.find((key) => key !== null && keys.includes(key)) ?? keys[0] ?? null;
}

/** A list of buttons, each with its key in `data-key`. */
export class Roving {
  /** The item that has the focus. */
  #at = $state<string | null>(null);
  readonly #keys: () => readonly string[];
  readonly #current: () => string | null;
  /** The item that Tab leads to: looked for once, and not by each item. */
  readonly #reach = $derived.by(() => reachOf(this.#keys(), this.#at, this.#current()));

  /** `keys` are those of the items, in order; `current` is the one that Tab leads to from outside. */
  constructor(keys: () => readonly string[], current: () => string | null) {
    this.#keys = keys;
    this.#current = current;
  }

  /** The `tabindex` of an item. */
  tabindex(key: string): 0 | -1 {
    return this.#reach === key ? 0 : -1;
  }

  /** Follows the focus in the element that holds the items. */
  readonly list = (list: HTMLElement): (() => void) => {
    const items = () => [...list.querySelectorAll<HTMLElement>("[data-key]")];
    const entered = ({ target }: FocusEvent) => (this.#at = (target as HTMLElement).dataset["key"] ?? null);
    const left = ({ relatedTarget }: FocusEvent) => {
      if (!list.contains(relatedTarget as Node | null)) this.#at = null;
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
      const all = items();
      const at = all.indexOf(event.target as HTMLElement);
      const to = at < 0 ? null : moved(event.key, at, all.length, PAGE);
      if (to === null) return;
      event.preventDefault();
      all[to]?.focus();
    };
    list.addEventListener("focusin", entered);
    list.addEventListener("focusout", left);
    list.addEventListener("keydown", pressed);
    return () => {
      list.removeEventListener("focusin", entered);
      list.removeEventListener("focusout", left);
      list.removeEventListener("keydown", pressed);
    };
  };
}
