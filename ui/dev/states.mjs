// Looks at states of the pages in windows side by side.

import { open } from "./browser.mjs";
import { tellFlaky } from "./told.mjs";

/** Windows that look at states side by side. */
const WINDOWS = 2;
/** Looks of one window before a new one takes its place: its engine grows by megabytes with each page, and slows down. */
const LOOKS = 60;

/**
 * Calls `look` with a page and a state until none is left, and returns in how many nothing was wrong, and in how many something was.
 * Each window is closed, also after a failure. A state at which the window or its driver failed is looked at once more in a new window, and that is said; a second
 * failure is thrown with the state's name.
 *
 * @template {{ name: string }} State
 * @param {State[]} states
 * @param {(page: Awaited<ReturnType<typeof open>>, state: State) => Promise<string[]>} look What is wrong in a state.
 * @param {{ title?: string, brief?: boolean }} [options] What is looked for, and how each window works.
 */
export async function lookAtEach(states, look, { title = "states", ...options } = {}) {
  const left = [...states];
  let passed = 0;
  let failed = 0;
  const work = async () => {
    let page = await open(options);
    let looks = 0;
    try {
      for (let state = left.shift(); state; state = left.shift()) {
        if (++looks % LOOKS === 0) {
          await page.close();
          page = await open(options);
        }
        const { name } = state;
        const said = await look(page, state).catch(async (thrown) => {
          console.log(`${name}: looked at again in a new window, after: ${thrown?.message ?? thrown}`);
          await page.close().catch(() => {});
          page = await open(options);
          const second = await look(page, state).catch((again) => {
            throw new Error(name, { cause: again });
          });
          tellFlaky(title, name);
          return second;
        });
        for (const line of said) console.log(`${name}: ${line}`);
        if (said.length) failed += 1;
        else passed += 1;
      }
    } catch (thrown) {
      left.length = 0;
      throw thrown;
    } finally {
      await page.close();
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(WINDOWS, states.length) }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return { passed, failed };
}
