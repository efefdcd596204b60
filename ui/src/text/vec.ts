// Owns lists that only grow: adding touches one short chunk, never what came before.

/** How many items a chunk holds. */
export const CHUNK = 64;

/** A list in chunks. Every chunk but the last is full, and stays the same object in later states of the list. */
export type Vec<T> = { readonly chunks: readonly (readonly T[])[]; readonly length: number };

/** The list of `items`. */
export function vecOf<T>(items: readonly T[]): Vec<T> {
  const growing = new Growing<T>();
  for (const item of items) growing.push(item);
  return growing.now();
}

/** The first `count` items. */
export function first<T>(vec: Vec<T>, count: number): T[] {
  const out: T[] = [];
  for (const chunk of vec.chunks) {
    if (out.length >= count) break;
    out.push(...chunk.slice(0, count - out.length));
  }
  return out;
}

/** A list that grows; what it was at a moment never changes. */
export class Growing<T> {
  readonly #full: (readonly T[])[] = [];
  #last: T[] = [];
  /** Whether a state that was handed out shows `#last`. */
  #shown = false;

  push(item: T): void {
    if (this.#last.length === CHUNK) {
      this.#full.push(this.#last);
      this.#last = [];
    } else if (this.#shown) this.#last = this.#last.slice();
    this.#shown = false;
    this.#last.push(item);
  }

  /** The list as it is now, with `more` items at its end that are not kept. */
  now(...more: T[]): Vec<T> {
    const chunks: (readonly T[])[] = this.#full.slice();
    if (more.length === 0) {
      this.#shown = true;
      if (this.#last.length > 0) chunks.push(this.#last);
    } else if (this.#last.length < CHUNK) chunks.push([...this.#last, ...more]);
    else chunks.push(this.#last, more);
    const length = this.#full.length * CHUNK + this.#last.length + more.length;
    return { chunks, length };
  }
}
