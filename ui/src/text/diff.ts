// Owns which text is a unified diff.

const HUNK = /^@@ -\d+(?:,\d+)? \+\d+(?:,\d+)? @@/m;
const HEAD = /^(?:diff --git |Index: |--- |@@ -\d)/;
/** How much of a text is looked at. */
const LOOKED_AT = 4000;

/** Whether text is a unified diff: it begins as one, and has a hunk near its beginning. */
export function isDiff(text: string): boolean {
  return HEAD.test(text) && HUNK.test(text.slice(0, LOOKED_AT));
}
