// Runs the checks of a page one after another. One that fails is told and does not keep the others from running. One during which
// the driver of the window gave no answer, or lost one, is run once more, in a new window, and that is told.

import assert from "node:assert/strict";
import { NoAnswer, open } from "./browser.mjs";
import { serve } from "./serve.mjs";
import { tell, tellFlaky } from "./told.mjs";

/** Runs the named checks whose name contains the word on the command line, or all. */
export async function runChecks(title, checks) {
  const wanted = process.argv[2] ?? "";
  const { server, address } = await serve();
  let page = await open();
  let failed = 0;
  let passed = 0;
  const run = async (check) => {
    await check(helped(page, address));
    assert.deepEqual(await page.errors(), []);
  };
  const inNewWindow = async () => {
    await page.close();
    page = await open();
  };
  try {
    for (const [name, check] of Object.entries(checks)) {
      if (!name.includes(wanted)) continue;
      try {
        await run(check).catch(async (thrown) => {
          if (!(thrown instanceof NoAnswer)) throw thrown;
          console.log(`${title}, ${name}: run again in a new window, after: ${thrown.message}`);
          await inNewWindow();
          await run(check);
          tellFlaky(title, name);
        });
        passed += 1;
      } catch (error) {
        failed += 1;
        console.log(`${title}, ${name}: FAILED\n${/** @type {Error} */ (error).stack}`);
        // Keys that are still down, or a page that hangs, are no concern of the next.
        await inNewWindow();
      }
    }
  } finally {
    await page.close();
    server.close();
  }
  tell(title, { passed, failed });
}

/** A page with what every check needs. */
function helped(page, address) {
  const made = (command) => `(window.fakeCalls ?? []).filter(([name]) => name === ${JSON.stringify(command)})`;
  const loaded = () => page.until("!document.querySelector('main[aria-busy=true]')");
  /** Acts; what that shows may have to be loaded first. */
  const thenLoaded = (act) => async (...args) => {
    await act(...args);
    await loaded();
  };
  return {
    ...page,
    press: thenLoaded(page.press),
    chord: thenLoaded(page.chord),
    click: thenLoaded(page.click),
    /** Takes the files of these parts of the window away, and gives back all others. */
    missing: (...parts) => fetch(`${address}/missing?${new URLSearchParams(parts.map((part) => ["part", part]))}`),
    show: (path, width, height) => page.go(`${address}/${path}`, width, height),
    /** What a command was called with so far. */
    calls: (command) => page.run(`${made(command)}.map(([, args]) => args)`),
    /** Waits until a command was called so often. */
    called: (command, times) => page.until(`${made(command)}.length === ${times}`),
    focus: () => page.run("document.activeElement.dataset.testid ?? document.activeElement.className"),
    there: (testid) => page.run(`Boolean(document.querySelector('[data-testid="${testid}"]'))`),
    /** Waits until what was changed is drawn. */
    drawn: () => page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"),
    /** Waits until a timer of the page, which was set now, has run: all that were set before it for a shorter time have, too. */
    past: (ms) => page.run(`new Promise((done) => setTimeout(() => done(true), ${ms}))`),
    async type(text) {
      for (const letter of text) await page.press(letter);
    },
  };
}
