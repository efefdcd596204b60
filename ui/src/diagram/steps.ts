// Ends what takes too long in the frame: the build puts a call of `__step` into each function and loop of the library (scripts/bounded.ts).

/** Steps for one diagram: 120 nodes and edges take 2.7 million, a common one less than 0.1 million. */
const MOST = 4_000_000;
/** The time for one, in milliseconds: on a busy machine, and for what the engine does between two steps. */
const TIME = 8000;
/** Steps between two looks at the time. */
const BETWEEN = 512;
let left = Infinity;
let until = Infinity;

/** What is thrown once the steps or the time are used up. */
export class TooLong extends Error {}

/** Begins to count. */
export function begin(): void {
  left = MOST;
  until = performance.now() + TIME;
}

/** Ends counting. */
export function end(): void {
  left = Infinity;
}

Object.defineProperty(globalThis, "__step", {
  value: () => {
    if (--left < 0 || (left % BETWEEN === 0 && performance.now() > until)) throw new TooLong();
  },
});
