// Checks the consent page with real key presses: what arms, what approves, and above all what does not.

import assert from "node:assert/strict";
import { open } from "./browser.mjs";
import { serve } from "./serve.mjs";

const { server, address } = await serve();
const page = await open();
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const answers = () =>
  page
    .run("JSON.stringify((window.fakeCalls ?? []).filter(([c]) => c === 'consent_answer').map(([, a]) => a.answer))")
    .then(JSON.parse);
const shown = () => page.run("(window.fakeCalls ?? []).filter(([c]) => c === 'consent_shown').length");
const armed = "document.querySelector('[data-testid=allow]').getAttribute('aria-disabled') === 'false'";
const focus = () => page.run("document.activeElement.dataset.testid ?? document.activeElement.className");
const show = async (query) => page.go(`${address}/consent.html?${query}`, 820, 640);

try {
  await show("queue=plain");
  assert.equal(await focus(), "deny");
  await page.until(armed);
  assert.equal(await shown(), 1);
  await page.press("a");
  assert.equal(await focus(), "allow");
  assert.equal(await page.run(armed), false, "a key that leads to the button starts the time again");
  await page.until(armed);
  await page.press("Enter");
  assert.deepEqual(await answers(), [], "Enter never approves");

  await page.press("x");
  assert.equal(await page.run(armed), false, "another key starts the time again");
  await page.press(" ");
  assert.deepEqual(await answers(), [], "Space before arming does nothing");
  await page.until(armed);
  assert.equal(await shown(), 3);
  await page.press(" ");
  assert.deepEqual(await answers(), [{ answer: "allow", scope: "once", values: [], key: null }]);

  await show("queue=plain");
  await page.until(armed);
  await page.run("window.fakeSend('consent_watch', JSON.parse(JSON.stringify(window.fakeQueue)).reverse())");
  assert.equal(await page.run(armed), false, "another question starts the time again");
  assert.equal(await focus(), "deny");
  await page.until(armed);
  await page.resize(800, 600);
  await page.until(`!(${armed})`);
  await page.until(armed);
  await page.run("window.dispatchEvent(new Event('blur'))");
  assert.equal(await page.run(armed), false, "without the focus nothing is armed");
  await sleep(700);
  assert.equal(await page.run(armed), false);
  await page.run("window.dispatchEvent(new Event('focus'))");
  await page.until(armed);
  await page.press("2");
  await page.press("a");
  await page.press(" ");
  assert.deepEqual(await answers(), [], "keys that widen start the time again");
  await page.until(armed);
  await page.press("3");
  await page.press("4");
  await page.until(armed);
  assert.equal(await focus(), "allow", "a scope that is not offered changes nothing");
  await page.press(" ");
  assert.deepEqual(
    (await answers()).map((a) => a.scope),
    ["conversation"],
  );

  await show("queue=plain");
  await page.press("n");
  for (const c of "no") await page.press(c);
  assert.equal(await focus(), "note");
  await page.press("Escape");
  assert.deepEqual(await answers(), [{ answer: "deny", note: "no" }]);

  await show("queue=launch");
  await page.press("n");
  assert.equal(await page.run("document.querySelector('[data-testid=note]')"), null, "a launch takes no note");
  await page.press("e");
  assert.equal(await page.run("document.querySelector('[data-testid=edit-json]')"), null, "nor can it be edited");

  await show("");
  const top = "document.querySelector('.c-main').scrollTop";
  await page.press("PageDown");
  assert.ok((await page.run(top)) > 100, "what is asked scrolls");
  await page.press("PageUp");
  assert.equal(await page.run(top), 0);
  await page.press("F6");
  assert.equal(await page.run("document.activeElement.matches('.c-main')"), true);
  await page.chord("Shift", "F6");
  assert.equal(await focus(), "deny");

  await show("queue=plain");
  await page.press("Enter");
  assert.deepEqual(await answers(), [{ answer: "deny", note: null }], "Enter on Deny denies");

  await show("queue=launch");
  await sleep(900);
  assert.equal(await page.run(armed), false, "a value is missing");
  await page.run("document.querySelector('[data-testid=env-value]').focus()");
  for (const c of "ae") await page.press(c);
  await page.until(armed);
  await page.run("document.querySelector('[data-testid=allow]').click()");
  assert.deepEqual(await answers(), [
    { answer: "allow", scope: "standing", values: [["PGPASSWORD", "ae"]], key: null },
  ]);

  await show("queue=plain");
  await page.press("e");
  assert.equal(await focus(), "edit-json");
  await page.run(
    "window.fakeSend('consent_watch', JSON.parse(JSON.stringify([...window.fakeQueue, ...window.fakeQueue.map((p) => ({ ...p, id: p.id + 'x' }))])))",
  );
  assert.equal(await focus(), "edit-json", "a longer queue does not take the edit away");
  const before = await page.run("document.activeElement.value");
  for (const c of "an1") await page.press(c);
  assert.equal(await page.run("document.activeElement.value"), `an1${before}`, "in a field, letters are letters");
  assert.deepEqual(await answers(), []);

  const said = (id) => page.run(`document.querySelector('[data-testid=${id}]').innerText.trim()`);
  await show("queue=calls");
  assert.equal(await focus(), "deny");
  await page.press("a");
  assert.equal(await focus(), "allow");
  await page.press(" ");
  assert.deepEqual(await answers(), [], "Space before arming does nothing");
  await page.until(armed);
  await page.press("Enter");
  assert.deepEqual(await answers(), [], "Enter never approves");
  await page.press(" ");
  assert.deepEqual(await answers(), [{ answer: "allow_calls", calls: ["c0", "c1", "c2", "c3", "c4"] }]);

  await show("queue=calls");
  await page.press("a");
  await page.until(armed);
  await page.press("2");
  assert.equal(await page.run(armed), false, "another tick starts the time again");
  assert.equal(await focus(), "allow", "the button stays where the focus is");
  assert.equal(await said("ticked"), "4 of 5 calls selected");
  assert.equal(await said("allow-other"), "Allow 5 calls");
  await page.until(armed);
  await page.press(" ");
  assert.deepEqual(await answers(), [{ answer: "allow_calls", calls: ["c0", "c2", "c3", "c4"] }]);

  await show("queue=calls&calls=20");
  await sleep(900);
  assert.equal(await page.run(armed), false, "what was not in sight is viewed first");
  for (let n = 0; n < 6; n++) await page.press("PageDown");
  await page.until(armed);
  await page.press("Escape");
  assert.deepEqual(await answers(), [{ answer: "deny", note: null }]);

  await show("queue=calls");
  await page.press("3");
  const withdrawn =
    "window.fakeSend('consent_watch', window.fakeQueue.map((p) => ({ ...p, revision: 7, kind: { ...p.kind, calls: { ...p.kind.calls, calls: p.kind.calls.calls.slice(0, 4) } } })))";
  await page.until(armed);
  await page.run(withdrawn);
  assert.equal(await page.run(armed), false, "a call that was withdrawn starts the time again");
  assert.equal(await said("ticked"), "3 of 4 calls selected", "what was unticked stays so");

  const shownRevision = () => page.run("Number(document.querySelector('[data-testid=prompt]').dataset.revision)");
  const written = "document.querySelectorAll('[data-testid=block-edited]').length";
  await show("queue=sampling");
  assert.equal(await focus(), "deny");
  await page.press("e");
  assert.equal(await focus(), "block-text", "E leads to the first text");
  await page.until(armed);
  for (const c of "ae ") await page.press(c);
  assert.equal(await page.run(armed), false, "what is written is checked before it can be sent");
  await page.until("Number(document.querySelector('[data-testid=prompt]').dataset.revision) === 1");
  assert.equal(await focus(), "block-text", "a new revision does not take the field away");
  assert.ok((await page.run("document.activeElement.value")).startsWith("ae You write"));
  await page.until(armed);
  await page.press("F6");
  assert.equal(await focus(), "deny", "F6 leads out of a field to the answers");
  await page.press("a");
  assert.equal(await focus(), "allow");
  await page.press("Enter");
  assert.deepEqual(await answers(), [], "Enter never approves");
  await page.until(armed);
  await page.press(" ");
  assert.deepEqual(await answers(), [{ answer: "allow", scope: "once", values: [], key: null }]);

  await show("queue=sampling");
  await page.run("document.querySelector('[data-testid=sampling-context]').focus()");
  await page.press(" ");
  await page.until("document.querySelector('[data-testid=sampling-context]').checked && Number(document.querySelector('[data-testid=prompt]').dataset.revision) === 1");
  assert.equal(await focus(), "sampling-context", "a tick keeps the focus");
  await page.run("document.querySelector('[data-testid=image-look]').focus()");
  await page.press("Enter");
  await page.until("document.querySelector('.said-image')");
  await page.press("Escape");
  assert.deepEqual(await answers(), [{ answer: "deny", note: null }], "Esc denies, wherever the focus is");

  await show("queue=sampling&do=edit,asEmpty");
  await sleep(600);
  assert.equal(await page.run(armed), false, "what was refused cannot be sent");
  assert.equal(await shownRevision(), 0);
  await page.run("document.querySelector('[data-testid=edit-undo]').click()");
  await page.until(armed);

  await show("queue=reply");
  assert.equal(await focus(), "deny");
  await page.press("e");
  for (const c of "So: ") await page.press(c);
  await page.until("Number(document.querySelector('[data-testid=prompt]').dataset.revision) > 0");
  await page.press("F6");
  await page.run("document.querySelector('[data-testid=edit-done]').click()");
  await page.until(`${written} === 1`);
  await page.run("document.querySelector('[data-testid=reply-standing]').focus()");
  await page.press(" ");
  await page.press("F6");
  await page.press("a");
  await page.until(armed);
  await page.press(" ");
  assert.deepEqual(await answers(), [{ answer: "allow", scope: "standing", values: [], key: null }]);
  assert.deepEqual(await page.errors(), []);
  console.log("consent page: all checks passed");
} finally {
  await page.close();
  server.close();
}
