// Checks the consent page with real key presses: what arms, what approves, and above all what does not.

import assert from "node:assert/strict";
import { runChecks } from "./checks.mjs";

/** Longer than arming takes, in milliseconds: what is not armed after it stays so. */
const ARMING = 700;
const armed = "document.querySelector('[data-testid=allow]').getAttribute('aria-disabled') === 'false'";
const live = "document.querySelector('[data-testid=approval][data-arm=armed]')";
const begin = (page, query) => page.show(`consent.html?${query}`, 820, 640);
const show = async (page, query) => {
  await begin(page, query);
  await page.until(live);
};
const touched = (page) =>
  page.run(
    "document.querySelectorAll('textarea, [data-testid=note], [data-testid=edit-arguments]').length + ' ' + document.activeElement.dataset.testid",
  );
const answers = async (page) => JSON.parse(JSON.stringify((await page.calls("consent_answer")).map(({ answer }) => answer)));
const shown = async (page) => (await page.calls("consent_shown")).length;
const shownRevision = (page) => page.run("Number(document.querySelector('[data-testid=approval]').dataset.revision)");
/** Shows all of every argument, to its end. */
const seeAll = "[...document.querySelectorAll('[data-folded] button')].forEach((button) => button.click()), document.querySelector('.main-column').scrollTo(0, 1e6)";
const written = "document.querySelectorAll('[data-testid=block-edited]').length";

await runChecks("consent page", {
  "arming": async (page) => {
    await show(page, "queue=plain");
    assert.equal(await page.focus(), "deny");
    await page.until(armed);
    assert.equal(await shown(page), 1);
    await page.press("a");
    assert.equal(await page.focus(), "allow");
    assert.equal(await page.run(armed), false, "a key that leads to the button starts the time again");
    await page.until(armed);
    await page.press("Enter");
    assert.deepEqual(await answers(page), [], "Enter never approves");

    await page.press("x");
    assert.equal(await page.run(armed), false, "another key starts the time again");
    await page.press(" ");
    assert.deepEqual(await answers(page), [], "Space before arming does nothing");
    await page.until(armed);
    assert.equal(await shown(page), 3);
    await page.press(" ");
    assert.deepEqual(await answers(page), [{ answer: "allow", scope: "once", values: [], key: null }]);
  },
  "a call that sends is allowed only when all of it was seen": async (page) => {
    const blocked = "document.querySelector('[data-testid=allow]').getAttribute('aria-disabled') === 'true'";
    const folded = "document.querySelectorAll('[data-folded]').length";
    await show(page, "");
    await page.until("document.querySelector('[data-testid=approval][data-arm=armed]')");
    assert.equal(await page.run(folded), 1);
    assert.equal(await page.run(blocked), true, "two arguments are below");
    await page.press("a");
    await page.until(live);
    await page.press(" ");
    assert.deepEqual(await answers(page), []);
    await page.run("document.querySelector('.main-column').scrollTo(0, 1e6)");
    await page.until("document.querySelector('[data-testid=more]').textContent.includes('body')");
    assert.equal(await page.run(blocked), true, "the middle of one is folded");
    await page.run("document.querySelector('.main-column').scrollTo(0, 0)");
    // The strip leads there: down to the fold, then through what it opened.
    const more = "document.querySelector('[data-testid=more]')";
    await page.until(`(${more}?.click(), ${folded} === 0 && ${more} === null)`);
    assert.equal(await page.run(folded), 0);
    await page.until(armed);
    await page.press("a");
    await page.until(armed);
    await page.press(" ");
    assert.equal((await answers(page)).length, 1);

    // JSON shows every argument, once it was read to its end.
    await show(page, "do=json");
    await page.run("document.querySelector('.main-column').scrollTo(0, 1e6)");
    await page.until(armed);
  },
  "what starts the time again": async (page) => {
    await show(page, "queue=plain");
    await page.until(armed);
    await page.run("window.fakeSend('consent_watch', JSON.parse(JSON.stringify(window.fakeQueue)).reverse())");
    assert.equal(await page.run(armed), false, "another question starts the time again");
    assert.equal(await page.focus(), "deny");
    await page.run(seeAll);
    await page.until(`${seeAll}, ${armed}`);
    await page.resize(800, 600);
    await page.until(`!(${armed})`);
    await page.until(armed);
    await page.run("window.dispatchEvent(new Event('blur'))");
    assert.equal(await page.run(armed), false, "without the focus nothing is armed");
    await page.past(ARMING);
    assert.equal(await page.run(armed), false);
    await page.run("window.dispatchEvent(new Event('focus'))");
    await page.until(armed);
    await page.press("2");
    await page.press("a");
    await page.press(" ");
    assert.deepEqual(await answers(page), [], "keys that widen start the time again");
    await page.until(armed);
    await page.press("3");
    await page.press("4");
    await page.until(armed);
    assert.equal(await page.focus(), "allow", "a scope that is not offered changes nothing");
    await page.press(" ");
    assert.deepEqual(
      (await answers(page)).map((a) => a.scope),
      ["conversation"],
    );
  },
  "a denial with a note": async (page) => {
    await show(page, "queue=plain");
    await page.press("n");
    await page.press("x");
    assert.equal(await page.run("document.activeElement.value"), "", "a field that a letter opened takes nothing yet");
    await page.until(live);
    await page.type("no");
    assert.equal(await page.focus(), "note");
    await page.press("Escape");
    assert.deepEqual(await answers(page), [{ answer: "deny", note: "no" }]);
  },
  "a launch": async (page) => {
    await show(page, "queue=launch");
    await page.press("n");
    assert.equal(await page.run("document.querySelector('[data-testid=note]')"), null, "a launch takes no note");
    await page.press("e");
    assert.equal(await page.run("document.querySelector('[data-testid=edit-json]')"), null, "nor can it be edited");
  },
  "scrolling and regions": async (page) => {
    await show(page, "");
    const top = "document.querySelector('.main-column').scrollTop";
    await page.press("PageDown");
    assert.ok((await page.run(top)) > 100, "what is asked scrolls");
    await page.press("PageUp");
    assert.equal(await page.run(top), 0);
    await page.press("F6");
    assert.equal(await page.run("document.activeElement.matches('.main-column')"), true);
    await page.chord("Shift", "F6");
    assert.equal(await page.focus(), "deny");
  },
  "Enter denies": async (page) => {
    await show(page, "queue=plain");
    await page.press("Enter");
    assert.deepEqual(await answers(page), [{ answer: "deny", note: null }], "Enter on Deny denies");
  },
  "a missing value": async (page) => {
    await show(page, "queue=launch");
    await page.past(ARMING);
    assert.equal(await page.run(armed), false, "a value is missing");
    await page.run("document.querySelector('[data-testid=env-value]').focus()");
    await page.type("ae");
    await page.until(armed);
    await page.run("document.querySelector('[data-testid=allow]').click()");
    assert.deepEqual(await answers(page), [
      { answer: "allow", scope: "standing", values: [["PGPASSWORD", "ae"]], key: null },
    ]);
  },
  "an edit": async (page) => {
    await show(page, "queue=plain");
    await page.press("e");
    assert.equal(await page.focus(), "edit-json");
    await page.run(
      "window.fakeSend('consent_watch', JSON.parse(JSON.stringify([...window.fakeQueue, ...window.fakeQueue.map((p) => ({ ...p, id: p.id + 'x' }))])))",
    );
    await page.until(live);
    assert.equal(await page.focus(), "edit-json", "a longer queue does not take the edit away");
    const before = await page.run("document.activeElement.value");
    await page.type("an1");
    assert.equal(await page.run("document.activeElement.value"), `an1${before}`, "in a field, letters are letters");
    assert.deepEqual(await answers(page), []);
  },
  "a sampling request": async (page) => {
    await show(page, "queue=sampling");
    assert.equal(await page.focus(), "deny");
    await page.press("e");
    assert.equal(await page.focus(), "block-text", "E leads to the first text");
    await page.until(armed);
    await page.type("ae ");
    assert.equal(await page.run(armed), false, "what is written is checked before it can be sent");
    await page.until("Number(document.querySelector('[data-testid=approval]').dataset.revision) === 1");
    assert.equal(await page.focus(), "block-text", "a new revision does not take the field away");
    assert.ok((await page.run("document.activeElement.value")).startsWith("ae You write"));
    await page.until(armed);
    await page.press("F6");
    assert.equal(await page.focus(), "deny", "F6 leads out of a field to the answers");
    await page.press("a");
    assert.equal(await page.focus(), "allow");
    await page.press("Enter");
    assert.deepEqual(await answers(page), [], "Enter never approves");
    await page.until(armed);
    await page.press(" ");
    assert.deepEqual(await answers(page), [{ answer: "allow", scope: "once", values: [], key: null }]);
  },
  "its context": async (page) => {
    await show(page, "queue=sampling");
    await page.run("document.querySelector('[data-testid=sampling-context]').focus()");
    await page.press(" ");
    await page.until("document.querySelector('[data-testid=sampling-context]').checked && Number(document.querySelector('[data-testid=approval]').dataset.revision) === 1");
    assert.equal(await page.focus(), "sampling-context", "a tick keeps the focus");
    await page.run("document.querySelector('[data-testid=image-look]').focus()");
    await page.press("Enter");
    await page.until("document.querySelector('.said-image')");
    await page.press("Escape");
    assert.deepEqual(await answers(page), [{ answer: "deny", note: null }], "Esc denies, wherever the focus is");
  },
  "what was refused": async (page) => {
    await show(page, "queue=sampling&do=edit,asEmpty");
    await page.past(ARMING);
    assert.equal(await page.run(armed), false, "what was refused cannot be sent");
    assert.equal(await shownRevision(page), 0);
    await page.run("document.querySelector('[data-testid=edit-undo]').click()");
    await page.until(armed);
  },
  "a sampling reply": async (page) => {
    await show(page, "queue=reply");
    assert.equal(await page.focus(), "deny");
    await page.press("e");
    await page.until(live);
    await page.type("So: ");
    await page.until("Number(document.querySelector('[data-testid=approval]').dataset.revision) > 0");
    await page.press("F6");
    await page.run("document.querySelector('[data-testid=edit-done]').click()");
    await page.until(`${written} === 1`);
    await page.run("document.querySelector('[data-testid=reply-standing]').focus()");
    await page.press(" ");
    await page.press("F6");
    await page.press("a");
    await page.until(armed);
    await page.press(" ");
    assert.deepEqual(await answers(page), [{ answer: "allow", scope: "standing", values: [], key: null }]);
  },
  "a sentence meant for another window": async (page) => {
    for (const text of ["good luck", "edit a n ", "a "]) {
      await begin(page, "queue=plain");
      await page.until("document.querySelector('[data-testid=approval]')");
      await page.type(text);
      assert.equal(await touched(page), "0 deny", text);
      assert.deepEqual(await answers(page), [], text);
      await page.until(live);
      await page.type(`good ${text}`);
      assert.equal(await touched(page), "0 deny", text);
      assert.deepEqual(await answers(page), [], text);
      assert.equal(await page.run("document.querySelector('[data-testid=readiness]').innerText.includes('stop typing')"), true);
      await page.until(live);
      await page.press("Escape");
      assert.deepEqual(await answers(page), [{ answer: "deny", note: null }], text);
    }
  },
  "the user is elsewhere": async (page) => {
    for (const presence of ["away", "busy"]) {
      await begin(page, `queue=plain&presence=${presence}`);
      await page.until("document.querySelector('[data-testid=readiness]')?.innerText.startsWith('Not active')");
      for (const key of ["Escape", "Enter", " ", "a", "e", "n"]) await page.press(key);
      await page.run("document.querySelector('[data-testid=deny]').click()");
      await page.past(ARMING);
      assert.equal(await page.run(armed), false);
      assert.equal(await touched(page), "0 deny");
      assert.deepEqual(await answers(page), []);
      await page.run("window.fakeSend('consent_presence', 'present')");
      await page.until(live);
      await page.press("Enter");
      assert.deepEqual(await answers(page), [{ answer: "deny", note: null }]);
    }
  },
  "a group of calls": async (page) => {
    const said = (id) => page.run(`document.querySelector('[data-testid=${id}]').innerText.trim()`);
    await show(page, "queue=calls");
    assert.equal(await page.focus(), "deny");
    await page.press("a");
    assert.equal(await page.focus(), "allow");
    await page.press(" ");
    assert.deepEqual(await answers(page), [], "Space before arming does nothing");
    await page.until(armed);
    await page.press("Enter");
    assert.deepEqual(await answers(page), [], "Enter never approves");
    await page.press(" ");
    assert.deepEqual(await answers(page), [{ answer: "allow_calls", calls: ["c0", "c1", "c2", "c3", "c4"] }]);

    await show(page, "queue=calls");
    await page.press("a");
    await page.until(armed);
    await page.press("2");
    assert.equal(await page.run(armed), false, "another tick starts the time again");
    assert.equal(await page.focus(), "allow", "the button stays where the focus is");
    assert.equal(await said("ticked"), "4 of 5 calls selected");
    assert.equal(await said("allow-other"), "Allow 5 calls");
    await page.until(armed);
    await page.press(" ");
    assert.deepEqual(await answers(page), [{ answer: "allow_calls", calls: ["c0", "c2", "c3", "c4"] }]);
  },
  "a long group of calls": async (page) => {
    await show(page, "queue=calls&calls=20");
    await page.past(ARMING);
    assert.equal(await page.run(armed), false, "what was not in sight is viewed first");
    for (let n = 0; n < 6; n++) await page.press("PageDown");
    await page.until(armed);
    await page.press("Escape");
    assert.deepEqual(await answers(page), [{ answer: "deny", note: null }]);
  },
  "a call that is withdrawn from a group": async (page) => {
    const said = (id) => page.run(`document.querySelector('[data-testid=${id}]').innerText.trim()`);
    await show(page, "queue=calls");
    await page.press("3");
    const withdrawn =
      "window.fakeSend('consent_watch', window.fakeQueue.map((p) => ({ ...p, revision: 7, kind: { ...p.kind, calls: { ...p.kind.calls, calls: p.kind.calls.calls.slice(0, 4) } } })))";
    await page.until(armed);
    await page.run(withdrawn);
    assert.equal(await page.run(armed), false, "a call that was withdrawn starts the time again");
    assert.equal(await said("ticked"), "3 of 4 calls selected", "what was unticked stays so");
  },
  "the last call of a group": async (page) => {
    await show(page, "queue=calls-and-tool");
    await page.press("n");
    // A field that a letter opened takes text once the arming time has passed again.
    await page.press("x");
    await page.until(live);
    await page.type("later");
    const last =
      "window.fakeSend('consent_watch', window.fakeQueue.slice(0, 1).map((p) => ({ ...p, revision: 7, kind: window.fakeQueue[1].kind })))";
    await page.run(last);
    await page.until("document.querySelector('[data-testid=approval]').dataset.kind === 'tool'");
    assert.equal(await page.focus(), "deny");
    assert.equal(await page.run("document.querySelector('[data-testid=note]').value"), "later", "the note stays");
    await page.press("a");
    assert.equal(await page.focus(), "allow");
    await page.until(armed);
    await page.press(" ");
    assert.deepEqual(await answers(page), [{ answer: "allow", scope: "once", values: [], key: null }]);
  },
  "a request of an unknown kind": async (page) => {
    await show(page, "queue=unknown");
    assert.ok(await page.there("unknown-kind"));
    assert.equal(await page.there("allow"), false);
    for (const key of ["a", "e", "n", "1"]) await page.press(key);
    await page.past(ARMING);
    assert.deepEqual(await answers(page), []);
    await page.press("Escape");
    assert.deepEqual(await answers(page), [{ answer: "deny", note: null }]);
  },
});
