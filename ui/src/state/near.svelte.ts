// Owns which parts of a long answer are near enough to what is in sight to be drawn.

/** How far from sight, in pixels, something is still drawn. */
const MARGIN = 3000;

type Told = (near: boolean) => void;

/** Tells elements whether they are near; one observer for all of them. */
class Nearness {
  #observer: IntersectionObserver | null = null;
  readonly #told = new WeakMap<Element, Told>();

  /** Follows an element until the function that it yields is called. */
  follow(element: Element, told: Told): () => void {
    this.#observer ??= new IntersectionObserver(
      (entries) => {
        for (const entry of entries) this.#told.get(entry.target)?.(entry.isIntersecting);
      },
      // Only a margin around the box that clips counts: the root says which it is.
      { root: element.closest(".thread-clip"), rootMargin: `${MARGIN}px 0px` },
    );
    this.#told.set(element, told);
    const observer = this.#observer;
    observer.observe(element);
    return () => {
      observer.unobserve(element);
      this.#told.delete(element);
    };
  }
}

/** What is wanted in the page although it is far from sight: long answers whole while words are looked for, and a message that was looked for. */
export const wanted = $state<{ whole: boolean; message: string | null }>({ whole: false, message: null });

/** What follows the groups of one answer. */
export const nearness = () => new Nearness();
export type { Nearness };
