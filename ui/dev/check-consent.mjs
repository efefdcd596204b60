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
  await page.press("a", "KeyA", "a");
  assert.equal(await focus(), "allow");
  assert.equal(await page.run(armed), true, "leading to the button keeps it armed");
  await page.press("Enter", "Enter", "\r");
  assert.deepEqual(await answers(), [], "Enter never approves");

  await page.press("x", "KeyX", "x");
  assert.equal(await page.run(armed), false, "another key starts the time again");
  await page.press(" ", "Space", " ");
  assert.deepEqual(await answers(), [], "Space before arming does nothing");
  await page.until(armed);
  assert.equal(await shown(), 2);
  await page.press(" ", "Space", " ");
  assert.deepEqual(await answers(), [{ answer: "allow", scope: "once", values: [], key: null }]);

  await show("queue=plain");
  await page.until(armed);
  await page.run("window.fakeSend('consent_watch', JSON.parse(JSON.stringify(window.fakeQueue)).reverse())");
  assert.equal(await page.run(armed), false, "another question starts the time again");
  assert.equal(await focus(), "deny");
  await page.until(armed);
  await page.send("Emulation.setDeviceMetricsOverride", {
    width: 800,
    height: 600,
    deviceScaleFactor: 1,
    mobile: false,
  });
  await page.until(`!(${armed})`);
  await page.until(armed);
  await page.run("window.dispatchEvent(new Event('blur'))");
  assert.equal(await page.run(armed), false, "without the focus nothing is armed");
  await sleep(700);
  assert.equal(await page.run(armed), false);
  await page.run("window.dispatchEvent(new Event('focus'))");
  await page.until(armed);
  await page.press("2", "Digit2", "2");
  await page.press("a", "KeyA", "a");
  await page.press(" ", "Space", " ");
  assert.deepEqual(
    (await answers()).map((a) => a.scope),
    ["conversation"],
  );

  await show("queue=plain");
  await page.press("n", "KeyN", "n");
  for (const c of "no") await page.press(c, `Key${c.toUpperCase()}`, c);
  assert.equal(await focus(), "note");
  await page.press("Escape", "Escape");
  assert.deepEqual(await answers(), [{ answer: "deny", note: "no" }]);

  await show("queue=plain");
  await page.press("Enter", "Enter", "\r");
  assert.deepEqual(await answers(), [{ answer: "deny", note: null }], "Enter on Deny denies");

  await show("queue=launch");
  await sleep(900);
  assert.equal(await page.run(armed), false, "a value is missing");
  await page.run("document.querySelector('[data-testid=env-value]').focus()");
  for (const c of "ae") await page.press(c, `Key${c.toUpperCase()}`, c);
  await page.until(armed);
  await page.run("document.querySelector('[data-testid=allow]').click()");
  assert.deepEqual(await answers(), [
    { answer: "allow", scope: "standing", values: [["PGPASSWORD", "ae"]], key: null },
  ]);

  await show("queue=plain");
  await page.press("e", "KeyE", "e");
  assert.equal(await focus(), "edit-json");
  await page.run(
    "window.fakeSend('consent_watch', [...window.fakeQueue, ...window.fakeQueue.map((p) => ({ ...p, id: p.id + 'x' }))])",
  );
  assert.equal(await focus(), "edit-json", "a longer queue does not take the edit away");
  assert.deepEqual(page.messages.splice(0), []);
  console.log("consent page: all checks passed");
} finally {
  await page.close();
  server.close();
}
