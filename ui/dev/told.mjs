// What a check tells of itself: a line for people, and its counts for the run of all of them (check-pages.mjs).

/** Ends a check: one that looked at nothing failed, too. */
export function tell(title, { passed, failed }) {
  console.log(`${title}: ${passed} passed, ${failed} failed`);
  process.send?.({ passed, failed });
  process.exitCode = failed || !passed ? 1 : 0;
}

/** Says that something passed the second time only, in the words of the other tests. */
export const tellFlaky = (title, name) => console.log(`FLAKY pages ${title}: ${name}`);
