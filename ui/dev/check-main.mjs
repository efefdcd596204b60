// Checks the main page's keys with real key presses: each does what the map says, and none disturbs a field.

import assert from "node:assert/strict";
import { open } from "./browser.mjs";
import { serve } from "./serve.mjs";

const { server, address } = await serve();
const page = await open();
const show = async (query) => page.go(`${address}/?${query}`, 1280, 800);
const calls = (command) =>
  page.run(`window.fakeCalls.filter(([name]) => name === ${JSON.stringify(command)}).map(([, args]) => args)`);
const focus = () => page.run("document.activeElement.dataset.testid ?? document.activeElement.className");
const there = (testid) => page.run(`Boolean(document.querySelector('[data-testid="${testid}"]'))`);
const settled = () => page.run("new Promise((done) => setTimeout(() => done(true), 120))");

try {
  await show("do=chat");
  await page.until("document.activeElement.dataset.testid === 'composer'");
  for (const c of "kn1/") await page.press(c);
  assert.equal(await page.run("document.activeElement.value"), "kn1/", "letters stay letters");

  await page.chord("Control", "k");
  assert.equal(await focus(), "search");
  await page.chord("Control", "m");
  await page.until("document.querySelector('[role=listbox]')");
  await page.press("Escape");
  assert.equal(await page.run("document.querySelector('[role=listbox]')"), null, "Esc closes what is open first");
  assert.deepEqual(await calls("turn_stop"), []);
  await page.press("Escape");
  await settled();
  assert.equal((await calls("turn_stop")).length, 1, "then it stops the turn");

  await page.chord("Control", "f");
  await page.until("document.activeElement.dataset.testid === 'find'");
  for (const c of "ledger") await page.press(c);
  await page.until("/^1 of [1-9]/.test(document.querySelector('[data-testid=find-count]').innerText)");
  assert.ok(await page.run("!('highlights' in CSS) || CSS.highlights.get('found').size > 0"));
  await page.press("Enter");
  await page.until("/^2 of/.test(document.querySelector('[data-testid=find-count]').innerText)");
  await page.chord("Shift", "Enter");
  await page.until("/^1 of/.test(document.querySelector('[data-testid=find-count]').innerText)");
  await page.press("x");
  await page.until("document.querySelector('[data-testid=find-count]').innerText === 'Nothing found'");
  await page.press("Escape");
  assert.equal(await there("find"), false);
  assert.equal((await calls("turn_stop")).length, 1, "closing it stops nothing");

  await page.press("F2");
  await page.until("document.activeElement.dataset.testid === 'title-input'");
  await page.press("Escape");
  assert.equal(await there("title-input"), false);

  await page.chord("Control", "/");
  await page.until("document.querySelector('[data-testid=keys]').open");
  await page.chord("Control", "n");
  assert.equal(await page.run("document.querySelector('[data-testid=keys]').open"), true, "no key acts behind it");
  await page.press("Escape");
  await page.until("!document.querySelector('[data-testid=keys]').open");
  assert.equal((await calls("turn_stop")).length, 1);

  const regions = new Set();
  for (let i = 0; i < 4; i++) {
    await page.press("F6");
    regions.add(await page.run("document.activeElement.closest('[data-region]').className"));
  }
  assert.equal(regions.size, 3, "sidebar, messages, where to write");
  await page.chord("Shift", "F6");

  await page.chord("Control", "Shift", "P");
  await page.chord("Control", "Shift", ".");
  await settled();
  assert.equal((await calls("question_show")).length, 1);
  assert.equal((await calls("stop_all")).length, 1);

  await page.chord("Control", "2");
  await settled();
  const titles = "[...document.querySelectorAll('[data-testid=conversation]')]";
  assert.equal(await page.run(`${titles}[1].getAttribute('aria-current')`), "page");
  await page.chord("Control", ",");
  await page.until("document.querySelector('[data-testid=tab-models]')");
  await page.run("document.querySelector('[data-testid=tab-models]').focus()");
  await page.press("ArrowRight");
  assert.equal(await focus(), "tab-appearance");
  assert.equal(await page.run("document.querySelector('[role=tabpanel]').dataset.section"), "appearance");
  await page.chord("Control", "n");
  await page.until("document.querySelector('.toolbar h1').innerText === 'New chat'");

  await show("do=chat&turn=idle");
  await page.run(`${titles}[0].focus()`);
  await page.press("Delete");
  await page.until("document.querySelector('[data-testid=toast]')");
  assert.equal((await calls("conversation_delete")).length, 1);
  await page.run("document.querySelector('[data-testid=composer]').focus()");
  await page.press("Delete");
  assert.equal((await calls("conversation_delete")).length, 1, "in a field it deletes text only");
  assert.deepEqual(await page.errors(), []);
  console.log("main page: all checks passed");
} finally {
  await page.close();
  server.close();
}
