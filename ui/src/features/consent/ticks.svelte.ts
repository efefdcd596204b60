// Owns which entries of a list are ticked, while a request is on display. None is at first.

/** Ticked entries, by index. */
export class Ticks {
  #ticked = $state.raw<ReadonlySet<number>>(new Set());

  /** The ticked entries, in the order of the list. */
  get ticked(): number[] {
    return [...this.#ticked].toSorted((a, b) => a - b);
  }

  has(index: number): boolean {
    return this.#ticked.has(index);
  }

  set(index: number, on: boolean): void {
    const ticked = new Set(this.#ticked);
    if (on) ticked.add(index);
    else ticked.delete(index);
    this.#ticked = ticked;
  }
}
