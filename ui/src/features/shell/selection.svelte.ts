// Owns which conversations of the sidebar are selected, to do something with all of them.

class Selection {
  ids = $state.raw<readonly string[]>([]);
  #from: string | null = null;

  has(id: string): boolean {
    return this.ids.includes(id);
  }

  /** Selects one, or no longer. */
  toggle(id: string): void {
    this.ids = this.has(id) ? this.ids.filter((other) => other !== id) : [...this.ids, id];
    this.#from = id;
  }

  /** Selects all from the one that was selected last up to this one, in the order of the list. */
  extend(id: string, order: readonly string[]): void {
    const from = order.indexOf(this.#from ?? id);
    const to = order.indexOf(id);
    if (from < 0 || to < 0) return this.toggle(id);
    const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
    this.ids = [...new Set([...this.ids, ...range])];
  }

  clear(): void {
    this.ids = [];
    this.#from = null;
  }
}

/** The one selection of the main window. */
export const selection = new Selection();
