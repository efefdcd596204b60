// Checks the main page's keys with real key presses: each does what the map says, and none disturbs a field.

import assert from "node:assert/strict";
import { runChecks } from "./checks.mjs";

const titles = "[...document.querySelectorAll('[data-testid=conversation]')]";
const SERVER = "?do=ready&calm=1";
const show = (page, query) => page.show(query, 1280, 800);

/** New messages that come while the traffic is read do not move what is read. `before` runs in the same task. */
async function rowsStay(page, count, before) {
  await page.drawn();
  const stood = await page.run(`(() => {
    ${before}
    const box = document.querySelector(".rows");
    const { height } = document.querySelector("tr[data-row]").getBoundingClientRect();
    const at = Math.floor(box.scrollTop / height);
    const from = (window.fakeSeq ??= 5000) + 1;
    window.fakeSeq += ${count};
    const row = { at_ms: Date.now(), sent: true, method: "tools/call", id: "9", bytes: 9, took_ms: null, answers_seq: null, summary: "", bad: null };
    window.fakeSend("traffic_watch", { kept: 5000, dropped: 40, rows: Array.from({ length: ${count} }, (_, i) => ({ ...row, seq: from + i })) });
    return [at, Math.round(at * height - box.scrollTop)];
  })()`);
  await page.drawn();
  const stands = await page.run(`(() => {
    const top = document.querySelector("thead th").getBoundingClientRect().bottom;
    const row = [...document.querySelectorAll("tr[data-row]")].find((row) => row.getBoundingClientRect().bottom > top + 1);
    return [row.ariaRowIndex - 2, Math.round(row.getBoundingClientRect().top - top)];
  })()`);
  assert.deepEqual(stands, [stood[0] + count, stood[1]], "new messages do not move what is read");
}

await runChecks("main page", {
  // The first of the checks: WebKit keeps the files that it has loaded.
  "a part that cannot be loaded": async (page) => {
    await page.missing("Audit", "KeysDialog");
    await show(page, "?do=chat&turn=idle&calm=1");
    const press = async (testid) => {
      await page.run(`document.querySelector('[data-testid=${testid}]').focus()`);
      await page.press("Enter");
    };
    await press("audit");
    await page.until("document.querySelector('[data-testid=part-again]')");
    await press("part-again");
    assert.ok(await page.there("part-again"), "it is still missing");
    // The failure of a dialog is said at the top of the window.
    await page.chord("Control", "/");
    await page.until("document.querySelectorAll('[data-testid=failure]').length === 2");
    await page.missing();
    await press("part-again");
    await page.until("document.querySelector('[data-testid=audit-search]')");
    assert.notEqual(await page.run("document.activeElement.tagName"), "BODY", "the focus goes to what was loaded");
    await page.chord("Control", "/");
    await page.until("document.querySelector('dialog[open]')");
  },
  "keys do what the map says": async (page) => {
    await show(page, "?do=chat");
    await page.until("document.activeElement.dataset.testid === 'composer'");
    await page.type("kn1/");
    assert.equal(await page.run("document.activeElement.value"), "kn1/", "letters stay letters");

    await page.chord("Control", "k");
    assert.equal(await page.focus(), "search");
    await page.press("Escape");
    await page.until("document.activeElement.dataset.testid === 'composer'");
    assert.deepEqual(await page.calls("turn_stop"), [], "closing it stops nothing");
    await page.chord("Control", "m");
    await page.until("document.querySelector('[role=listbox]')");
    await page.press("Escape");
    assert.equal(await page.run("document.querySelector('[role=listbox]')"), null, "Esc closes what is open first");
    assert.deepEqual(await page.calls("turn_stop"), []);
    await page.press("Escape");
    // Then it stops the turn.
    await page.called("turn_stop", 1);

    await page.chord("Control", "f");
    await page.until("document.activeElement.dataset.testid === 'find'");
    await page.type("ledger");
    await page.until("/^1 of [1-9]/.test(document.querySelector('[data-testid=find-count]').innerText)");
    assert.ok(await page.run("!('highlights' in CSS) || CSS.highlights.get('found').size > 0"));
    await page.press("Enter");
    await page.until("/^2 of/.test(document.querySelector('[data-testid=find-count]').innerText)");
    await page.chord("Shift", "Enter");
    await page.until("/^1 of/.test(document.querySelector('[data-testid=find-count]').innerText)");
    await page.press("x");
    await page.until("document.querySelector('[data-testid=find-count]').innerText === 'Nothing found'");
    await page.press("Escape");
    assert.equal(await page.there("find"), false);
    assert.equal((await page.calls("turn_stop")).length, 1, "closing it stops nothing");

    await page.press("F2");
    await page.until("document.activeElement.dataset.testid === 'title-input'");
    await page.press("Escape");
    assert.equal(await page.there("title-input"), false);

    await page.chord("Control", "/");
    await page.until("document.querySelector('[data-testid=keys]').open");
    await page.chord("Control", "n");
    assert.equal(await page.run("document.querySelector('[data-testid=keys]').open"), true, "no key acts behind it");
    await page.press("Escape");
    await page.until("!document.querySelector('[data-testid=keys]').open");
    assert.equal((await page.calls("turn_stop")).length, 1);

    const regions = new Set();
    for (let i = 0; i < 4; i++) {
      await page.press("F6");
      regions.add(await page.run("document.activeElement.closest('[data-region]').className"));
    }
    assert.equal(regions.size, 3, "sidebar, messages, where to write");
    await page.chord("Shift", "F6");

    await page.chord("Control", "Shift", "P");
    await page.chord("Control", "Shift", ".");
    await page.called("question_show", 1);
    await page.called("stop_all", 1);

    await page.chord("Control", "2");
    await page.until(`${titles}[1].getAttribute('aria-current') === "page"`);
    await page.chord("Control", ",");
    await page.until("document.querySelector('[data-testid=tab-models]')");
    await page.run("document.querySelector('[data-testid=tab-models]').focus()");
    await page.press("ArrowRight");
    assert.equal(await page.focus(), "tab-usage");
    assert.equal(await page.run("document.querySelector('[role=tabpanel]').dataset.section"), "usage");
    await page.chord("Control", "n");
    await page.until("document.querySelector('.toolbar h1').innerText === 'New chat'");
  },
  "an empty chat": async (page) => {
    await show(page, "?calm=1");
    await page.until("document.querySelector('[data-testid=starter-prompt]') && document.querySelector('[data-testid=starter-folder]')");
    const start = (which) => page.run(`document.querySelector('[data-testid=starter-${which}]').focus()`);
    await start("prompt");
    await page.press("Enter");
    await page.until("document.querySelector('dialog[open]')");
    await page.press("Escape");
    await page.until("!document.querySelector('dialog[open]')");
    // A folder leads to its files.
    await start("folder");
    await page.press("Enter");
    await page.until("document.activeElement.dataset.testid === 'resource-search'");
    assert.equal(await page.run("document.activeElement.value"), "Invoices 2026");
    assert.equal((await page.calls("attachment_find")).at(-1).words, "Invoices 2026");
    await page.press("Escape");
    await page.until("document.activeElement.dataset.testid === 'composer'");
    assert.deepEqual([await page.calls("chat_send"), await page.calls("prompt_prepare")], [[], []], "nothing is sent, and no prompt is got, before it was asked for");
    await start("conversation");
    await page.press("Enter");
    await page.called("conversation_open", 1);
  },
  "a well-known server": async (page) => {
    await show(page, "?do=addServer&calm=1");
    const value = (field) => page.run(`document.querySelector('[data-testid=server-${field}]').value`);
    await page.run("document.querySelector('[data-testid=server-name]').focus()");
    await page.type("mine");
    await page.run("document.querySelector('[data-testid=known-search]').focus()");
    await page.press("Enter");
    assert.deepEqual(await page.calls("servers_add"), [], "Enter sends no form");
    await page.type("tavily");
    await page.press("Enter");
    // The form is filled in, and that is all.
    await page.until("document.activeElement.dataset.testid === 'server-name'");
    assert.deepEqual([await value("name"), await value("command"), await value("args"), await value("env")], ["Tavily", "npx", "--yes\ntavily-mcp", "TAVILY_API_KEY"]);
    assert.match(await page.run("document.querySelector('[data-testid=known-filled]').innerText"), /api\.tavily\.com/);
    await page.run("document.querySelector('[data-testid=known-undo]').focus()");
    await page.press("Enter");
    assert.deepEqual([await value("name"), await value("command"), await value("env")], ["mine", "", ""]);
    // Arrows lead into the list and through it; an address takes the place of a command.
    await page.run("document.querySelector('[data-testid=known-search]').focus()");
    await page.press("ArrowDown");
    await page.press("ArrowDown");
    assert.equal(await page.focus(), "known-server");
    await page.run(`(() => { const field = document.querySelector("[data-testid=known-search]"); field.value = "linear.app"; field.dispatchEvent(new Event("input", { bubbles: true })); })()`);
    await page.until("document.querySelectorAll('[data-testid=known-server]').length === 1");
    await page.run("document.querySelector('[data-testid=known-server]').focus()");
    await page.press("Enter");
    await page.until("document.querySelector('[data-testid=server-url]')");
    assert.equal(await value("url"), "https://mcp.linear.app/mcp");
    assert.deepEqual([await page.calls("servers_add"), await page.calls("servers_add_remote"), await page.calls("servers_pasted")], [[], [], []]);
  },
  "a bundle": async (page) => {
    await show(page, "?do=bundle,bundleOpen&calm=1");
    await page.until("document.querySelector('[data-testid=bundle-save]')");
    const enter = (key, value) =>
      page.run(`(() => { const field = document.querySelector("[data-key=${key}] input"); field.value = ${JSON.stringify(value)}; field.dispatchEvent(new Event("input", { bubbles: true })); })()`);
    await enter("rows", "0");
    await page.run("document.querySelector('[data-testid=bundle-save]').click()");
    await page.until("document.activeElement.closest('[data-key=rows]')");
    assert.deepEqual(await page.calls("bundle_add"), [], "a wrong number is not sent");
    await enter("rows", "20");
    await page.run("document.querySelector('[data-testid=bundle-save]').click()");
    await page.until("window.fakeCalls.some(([name]) => name === 'bundle_add')");
    const [{ bundle }] = await page.calls("bundle_add");
    assert.deepEqual([bundle.path, bundle.name, bundle.secrets], ["", "Ledger files", ["token"]], "the page names no file and no secret");
    assert.deepEqual([bundle.values.rows, bundle.values.strict, bundle.values.rules], [["20"], ["true"], []]);
    assert.equal(bundle.digest.length, 64);
  },
  "a server of the registry": async (page) => {
    await show(page, "?do=addServer&calm=1");
    const value = (field) => page.run(`document.querySelector('[data-testid=server-${field}]').value`);
    const none = async () => assert.deepEqual([await page.calls("servers_add"), await page.calls("servers_add_remote"), await page.calls("servers_pasted")], [[], [], []]);
    await page.run("document.querySelector('[data-testid=tab-known]').focus()");
    await page.press("ArrowRight");
    await page.until("document.querySelector('[data-testid=registry-off]')");
    assert.deepEqual(await page.calls("registry_search"), [], "nothing is sent while it is off");
    // Enter in the address switches on, with confirmation elsewhere, and sends no form.
    await page.run("document.querySelector('[data-testid=registry-address]').focus()");
    await page.press("Enter");
    await page.until("document.querySelectorAll('[data-testid=registry-row]').length > 3");
    assert.equal((await page.calls("registry_use")).length, 1);
    await page.run("document.querySelector('[data-testid=registry-search]').focus()");
    await page.press("ArrowDown");
    assert.equal(await page.focus(), "registry-row");
    await page.press("Enter");
    await page.until("document.querySelector('[data-testid=registry-fill]')");
    assert.equal(await page.focus(), "registry-back");
    // Escape leads back to the row.
    await page.press("Escape");
    await page.until("document.activeElement.dataset.testid === 'registry-row'");
    await page.press("Enter");
    await page.until("document.querySelector('[data-testid=registry-fill]')");
    await page.run("document.querySelector('[data-testid=registry-fill]').click()");
    await page.until("document.activeElement.ariaInvalid === 'true'");
    assert.deepEqual(await page.calls("registry_fill"), [], "a value is missing");
    await page.type("/tmp/weather");
    await page.press("Enter");
    await page.until("document.activeElement.dataset.testid === 'server-name'");
    assert.deepEqual([await value("name"), await value("command"), await value("env")], ["Weather", "npx", "WEATHER_API_KEY"]);
    assert.match(await value("args"), /weather@1\.0\.2\n--units=metric\n\/tmp\/weather$/);
    assert.match(await page.run("document.querySelector('[data-testid=pasted]').innerText"), /Filled in from the registry/);
    await none();
    await page.run("document.querySelector('[data-testid=pasted-undo]').click()");
    assert.deepEqual([await value("name"), await value("command")], ["", ""]);
    // What cannot be added has no button.
    await page.run("document.querySelector('[data-testid=registry-back]').click()");
    await page.until("document.querySelectorAll('[data-testid=registry-row]').length > 3");
    await page.run("document.querySelectorAll('[data-testid=registry-row]')[1].click()");
    await page.until("document.querySelector('[data-testid=registry-problem]')");
    assert.equal(await page.run("document.querySelector('[data-testid=registry-fill]')"), null);
    await none();
  },
  "a link that was opened": async (page) => {
    await show(page, "?calm=1&link=1");
    await page.until("document.querySelector('[data-testid=pasted]')");
    const value = (field) => page.run(`document.querySelector('[data-testid=server-${field}]').value`);
    assert.equal(await value("command"), "npx");
    // A second one does not replace what is written.
    await page.run("document.querySelector('[data-testid=server-name]').focus()");
    await page.type("Mine");
    await page.run("window.fakeSend(\"watch\", { type: \"link\" })");
    await page.until("document.querySelector('[data-testid=link-offered]')");
    assert.equal(await value("name"), "Mine");
    await page.run("document.querySelector('[data-testid=link-drop]').click()");
    await page.until("!document.querySelector('[data-testid=link-offered]')");
    assert.deepEqual([await page.calls("servers_add"), await page.calls("servers_add_remote"), await page.calls("consent_answer")], [[], [], []]);
  },
  "projects and several conversations": async (page) => {
    await show(page, "?projects=1&calm=1&turn=idle");
    const rows = () => page.run("[...document.querySelectorAll('[data-testid=conversation]')].map((row) => row.dataset.title)");
    const closed = (await rows()).length;
    await page.run("document.querySelector('[data-testid=project]').focus()");
    await page.press("ArrowRight");
    await page.until(`document.querySelectorAll('[data-testid=conversation]').length > ${closed}`);
    await page.press("ArrowDown");
    assert.equal(await page.focus(), "conversation", "from a project into it");
    await page.chord("Control", " ");
    await page.press("ArrowDown");
    await page.chord("Control", " ");
    await page.until("document.querySelector('[data-testid=selection]')");
    await page.press("Delete");
    await page.until("document.querySelector('[data-testid=toast]')");
    const [call] = await page.calls("conversations_delete");
    assert.equal(call.conversations.length, 2, "both go, and one undo brings both back");
    await page.run("document.querySelector('[data-testid=undo]').focus()");
    await page.press("Enter");
    await page.until("window.fakeCalls.some(([name]) => name === 'conversations_restore')");
    // A new project: its name is enough, and its page is shown.
    await page.run("document.querySelector('[data-testid=project-new]').focus()");
    await page.press("Enter");
    await page.until("document.activeElement.dataset.testid === 'project-name'");
    await page.type("Books");
    await page.press("Enter");
    await page.until("window.fakeCalls.some(([name]) => name === 'project_add')");
    await page.until("document.querySelector('[data-testid=project-chat]')");
    // A menu: arrows lead through it, Esc closes it and gives the focus back.
    await page.run("document.querySelector('[data-testid=project-menu]').focus()");
    await page.press("Enter");
    await page.until("document.activeElement.dataset.testid === 'project-archive'");
    await page.press("ArrowDown");
    assert.equal(await page.focus(), "project-delete");
    await page.press("Escape");
    assert.equal(await page.focus(), "project-menu");
  },
  "the lists of the sidebar": async (page) => {
    await show(page, "?do=chat&turn=idle&calm=1");
    const stops = (of) => page.run(`[...document.querySelectorAll('[data-testid=${of}]')].map((row) => row.tabIndex)`);
    const at = (of) => page.run(`[...document.querySelectorAll('[data-testid=${of}]')].indexOf(document.activeElement)`);
    assert.deepEqual(await stops("conversation"), [0, -1, -1, -1, -1], "one stop, at what is shown");
    assert.deepEqual(await stops("server-row"), [0, -1, -1, -1, -1, -1]);
    await page.run("document.querySelector('[data-testid=search-open]').focus()");
    await page.press("Tab");
    assert.equal(await page.focus(), "project-new");
    await page.press("Tab");
    assert.equal(await at("conversation"), 0);
    await page.press("ArrowDown");
    await page.press("ArrowDown");
    assert.equal(await at("conversation"), 2);
    assert.deepEqual(await stops("conversation"), [-1, -1, 0, -1, -1]);
    await page.press("End");
    await page.press("ArrowDown");
    assert.equal(await at("conversation"), 4, "the last is the end");
    await page.press("Tab");
    assert.equal(await page.focus(), "add-server");
    assert.deepEqual(await stops("conversation"), [0, -1, -1, -1, -1], "who left it comes back to what is shown");
    await page.press("Tab");
    await page.press("End");
    assert.equal(await at("server-row"), 5);
    await page.press("Home");
    await page.press("ArrowDown");
    await page.press("Enter");
    await page.until("document.querySelectorAll('[data-testid=server-row]')[1].getAttribute('aria-current') === 'page'");
    assert.deepEqual(await stops("server-row"), [-1, 0, -1, -1, -1, -1]);
  },
  "the palette": async (page) => {
    const chosen = "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))";
    const name = `${chosen}.querySelector('.row-name').innerText`;
    await show(page, "?do=chat&calm=1&turn=idle");
    await page.chord("Control", "k");
    // Local results come with the key, before the host was asked.
    await page.type("stop ev");
    assert.equal(await page.run(name), "Stop everything");
    assert.equal(await page.run(`${chosen}.querySelector('mark').innerText`), "Stop");
    await page.press("Enter");
    await page.called("stop_all", 1);
    assert.equal(await page.run("document.querySelector('[data-testid=palette]').open"), false);

    // What was used last is first. Arrows go round, and a group opens in place.
    await page.chord("Control", "k");
    assert.equal(await page.run(name), "Stop everything");
    await page.press("ArrowUp");
    await page.press("ArrowDown");
    assert.equal(await page.run(name), "Stop everything");
    const more = "document.querySelector('[data-group=actions] [data-testid=palette-more]')";
    while (await page.run(`${chosen} !== ${more}`)) await page.press("ArrowDown");
    const listed = await page.run("document.querySelectorAll('[role=option][data-group=actions]').length");
    await page.press("Enter");
    assert.equal(listed, 5);
    assert.ok((await page.run("document.querySelectorAll('[role=option][data-group=actions]').length")) > 5);
    assert.equal(await page.run(`${chosen} === document.querySelectorAll('[role=option][data-group=actions]')[5]`), true);

    // One search for what was typed in one go; a message opens where it was found.
    await page.type("ledger");
    await page.until("document.querySelector('[data-testid=found][data-group=messages]')");
    await page.past(400);
    assert.equal((await page.calls("conversations_search")).at(-1).text, "ledger");
    assert.match(await page.run("document.querySelector('[data-testid=palette-count]').innerText"), /^\d+ results$/);
    while (await page.run(`${chosen}.dataset.group !== 'messages'`)) await page.press("ArrowDown");
    await page.press("Enter");
    await page.called("conversation_open", 2);

    await page.chord("Control", "k");
    await page.type("nowhere");
    await page.until("document.querySelector('[data-testid=palette-none]')");
    assert.equal(await page.run("document.activeElement.getAttribute('aria-expanded')"), "false");
    await page.press("Enter");
    await page.chord("Control", "k");
    assert.equal(await page.run("document.querySelector('[data-testid=palette]').open"), false, "its key closes it");

    // A tool is shown on its server's page, and the focus is there.
    await page.chord("Control", "k");
    await page.type("list_dir");
    await page.press("Enter");
    await page.until("document.querySelector('[data-testid=tool-detail]')?.dataset.tool === 'list_directory'");
    await page.until("document.activeElement !== document.body && document.activeElement.closest('.main') !== null");
  },
  "the first screen's link opens a page that the host knows": async (page) => {
    await page.show("?scene=empty&found=none&calm=1", 1280, 800);
    await page.run("(window.fakeAnswers = { help_open: null }, document.querySelector('[data-testid=model-help-open]').focus())");
    await page.press("Enter");
    await page.called("help_open", 1);
    assert.deepEqual(await page.calls("help_open"), [{ page: "ollama_download" }]);
  },
  "a limited search": async (page) => {
    await show(page, "?projects=1&calm=1");
    await page.chord("Control", "k");
    const choose = (id, value) =>
      page.run(`(() => { const field = document.querySelector('[data-testid=${id}]'); field.focus(); field.value = ${JSON.stringify(value)}; field.dispatchEvent(new Event("change", { bubbles: true })); })()`);
    await page.press("Tab");
    await page.press("Tab");
    assert.equal(await page.focus(), "palette-project", "the fields are next to the search");
    await choose("palette-project", "j1");
    await choose("palette-since", "week");
    await page.until("document.querySelector('[data-testid=palette-type]')");
    assert.match(await page.run("document.querySelector('[data-testid=palette-type]').innerText"), /Bookkeeping 2026.*last 7 days/);
    await page.run("document.querySelector('[data-testid=search]').focus()");
    await page.type("ledger");
    await page.until("document.querySelector('[data-testid=found][data-group=messages]')");
    const { filter } = (await page.calls("conversations_search")).at(-1);
    assert.deepEqual([filter.project, filter.server, filter.until_ms], ["j1", null, null]);
    assert.ok(filter.since_ms > Date.now() - 8 * 86_400_000);
    assert.equal(await page.run("document.querySelector('[data-testid=found][data-group=actions]')"), null, "only what is in it is found");
    // Esc searches everywhere again, then closes.
    await page.press("Escape");
    await page.until("document.querySelector('[data-testid=palette-project]')?.value === ''");
    await page.past(400);
    assert.equal((await page.calls("conversations_search")).at(-1).filter.project, null);
    assert.equal(await page.focus(), "search");
    // A range, and an end that leaves no time after the beginning.
    await choose("palette-since", "month");
    await page.run("document.querySelector('[data-testid=palette-since]').focus()");
    await page.press("Tab");
    assert.equal(await page.focus(), "palette-before");
    await choose("palette-before", "week");
    await page.past(400);
    const range = (await page.calls("conversations_search")).at(-1).filter;
    assert.equal(Math.round((range.until_ms - range.since_ms) / 86_400_000), 23);
    await choose("palette-before", "month");
    await page.until("document.querySelector('[data-testid=palette-since]').value === 'all'");
    await choose("palette-since", "today");
    await page.until("document.querySelector('[data-testid=palette-before]').value === 'now'");
    await page.press("Escape");
    await page.until("document.querySelector('[data-testid=palette-since]')?.value === 'all' && document.activeElement.dataset.testid === 'search'");
    await page.press("Escape");
    assert.equal(await page.run("document.querySelector('[data-testid=palette]').open"), false);
  },
  "rows of the log that are alike": async (page) => {
    await show(page, "?do=audit&like=1&calm=1");
    const rows = () => page.run("document.querySelectorAll('[data-testid=audit-row]').length");
    const seq = () => page.run("document.activeElement.dataset.seq");
    const before = await rows();
    await page.run("document.querySelector('[data-testid=audit-like]').parentElement.querySelector('[data-seq]').focus()");
    const head = await seq();
    await page.press("ArrowRight");
    await page.drawn();
    assert.equal(await rows(), before + 4, "the arrow along the line shows them");
    await page.press("ArrowDown");
    assert.equal(await seq(), String(Number(head) - 2), "they are reached by arrows");
    // What was opened keeps the focus when its detail closes, also where it was folded meanwhile.
    await page.press("Enter");
    await page.until("document.activeElement.dataset.testid === 'audit-detail'");
    await page.run("document.querySelector('[data-testid=audit-like]').click()");
    await page.run("document.querySelector('[data-testid=audit-detail]').focus()");
    assert.equal(await rows(), before);
    await page.press("Escape");
    await page.until(`document.activeElement.dataset.seq === '${Number(head) - 2}'`);
    await page.press("ArrowUp");
    await page.press("ArrowLeft");
    await page.drawn();
    assert.equal(await rows(), before, "the arrow back folds them");
    await page.press("Tab");
    assert.equal(await page.focus(), "audit-like");
    await page.press("Enter");
    await page.drawn();
    assert.deepEqual([await rows(), await page.run("document.activeElement.getAttribute('aria-expanded')")], [before + 4, "true"]);
  },
  "a deleted conversation": async (page) => {
    await show(page, "?do=chat&turn=idle");
    await page.run(`${titles}[0].focus()`);
    await page.press("Delete");
    await page.until("document.querySelector('[data-testid=toast]')");
    assert.equal((await page.calls("conversations_delete")).length, 1);
    await page.run("document.querySelector('[data-testid=composer]').focus()");
    await page.press("Delete");
    assert.equal((await page.calls("conversations_delete")).length, 1, "in a field it deletes text only");
  },
  "another language": async (page) => {
    await show(page, "?do=settings,appearance&calm=1");
    const heading = () => page.run("document.querySelector('h1').innerText");
    const english = await heading();
    const german = "performance.getEntriesByType('resource').some(({ name }) => /\\/assets\\/de-/.test(name))";
    assert.equal(await page.run(german), false, "only the language in use is loaded");
    // No text is ever missing on the way.
    await page.run(`(() => {
      const seen = (window.seen = new Set());
      new MutationObserver(() => seen.add(document.querySelector("h1").innerText)).observe(document.body, { subtree: true, childList: true, characterData: true });
      const select = document.querySelector("[data-testid=language-select]");
      select.value = "de";
      select.dispatchEvent(new Event("change", { bubbles: true }));
    })()`);
    await page.until("document.documentElement.lang === 'de'");
    await page.drawn();
    assert.ok(await page.run(german));
    assert.deepEqual(await page.run("[...window.seen]"), [await heading()]);
    assert.notEqual(await heading(), english);
  },
  "the tools of a server": async (page) => {
    // A server's page: arrows lead through tabs, lists and tables; Enter opens, Esc closes and gives the focus back.
    await show(page, SERVER);
    await page.run("document.querySelector('[data-testid=tab-overview]').focus()");
    await page.press("ArrowRight");
    assert.equal(await page.focus(), "tab-tools");
    await page.until("document.querySelector('[data-testid=tool-detail]')?.dataset.tool === 'read_text_file'");
    await page.run("document.querySelector('[data-testid=server-tool] .pick-main').focus()");
    await page.press("ArrowDown");
    await page.until("document.querySelector('[data-testid=tool-detail]').dataset.tool === 'write_file'");
    assert.equal(await page.run("document.activeElement.closest('[data-testid=server-tool]').dataset.name"), "write_file");
    await page.press("ArrowUp");
    await page.until("document.querySelector('[data-testid=tool-detail]').dataset.tool === 'read_text_file'");

    // What is missing is named where it is; the form and the JSON text say the same.
    await page.run("document.querySelector('[data-testid=try-send]').focus()");
    await page.press("Enter");
    await page.until("document.activeElement.matches('[data-testid=try-field][data-name=path] textarea')");
    assert.deepEqual(await page.calls("tool_try"), []);
    await page.type("/a");
    await page.run("document.querySelector('[data-testid=try-as-json]').click()");
    await page.until("document.querySelector('[data-testid=try-json]')");
    assert.deepEqual(await page.run("JSON.parse(document.querySelector('[data-testid=try-json]').value)"), {
      path: "/a",
      folder: "INBOX/Leverantörer",
      limit: 20,
      include_attachments: false,
      tags: ["invoice"],
    });
    await page.run(`(() => {
      const field = document.querySelector("[data-testid=try-json]");
      field.value = '{ "path": "/b", "limit": 12345678901234567890, "more": [1.0] }';
      field.dispatchEvent(new Event("input", { bubbles: true }));
      document.querySelector("[data-testid=try-as-form]").click();
    })()`);
    await page.until("document.querySelector('[data-testid=try-field][data-name=path] textarea')?.value === '/b'");
    assert.equal(await page.run("document.querySelector('[data-name=limit] input').value"), "12345678901234567890");
    await page.run(`(() => {
      const field = document.querySelector("[data-name=limit] input");
      field.value = "7";
      field.dispatchEvent(new Event("input", { bubbles: true }));
      document.querySelector("[data-testid=try-send]").click();
    })()`);
    await page.until("document.querySelector('[data-testid=try-call] [data-state=done]')");
    const [tried] = await page.calls("tool_try");
    assert.deepEqual(JSON.parse(tried.argumentsJson), { path: "/b", limit: 7, more: [1] });
    assert.match(tried.argumentsJson, /1\.0/, "what the form does not know is sent as it was written");
  },
  "its resources": async (page) => {
    await show(page, SERVER);
    await page.run("document.querySelector('[data-testid=tab-resources]').click()");
    await page.until("document.querySelector('[data-testid=resources]')");
    await page.run("document.querySelector('[data-testid=resources]').focus()");
    await page.press("ArrowDown");
    assert.deepEqual(await page.calls("resource_read"), [], "nothing is read before it is opened");
    await page.press("Enter");
    await page.until("document.activeElement.dataset.testid === 'resource-detail'");
    await page.until("window.fakeCalls.filter(([name]) => name === 'resource_read').length === 1");
    const listed = (await page.calls("resources_list")).length;
    await page.run("document.querySelector('[data-testid=resource-subscribe]').focus()");
    await page.press(" ");
    await page.until("document.querySelector('[data-testid=resource-subscribe]').getAttribute('aria-checked') === 'true'");
    assert.deepEqual([(await page.calls("resource_subscribe")).length, (await page.calls("resources_list")).length], [1, listed]);
    const key = (await page.calls("resource_read"))[0].uri;
    await page.run(`window.fakeSend("watch", { type: "resource_updated", server: "s3", uri: ${JSON.stringify(key)} })`);
    await page.until("document.querySelector('[data-testid=resource-changed]')");
    assert.equal((await page.calls("resource_read")).length, 1, "it is read again by a person");
    await page.run("document.querySelector('[data-testid=resource-again]').focus()");
    await page.press("Enter");
    await page.until("!document.querySelector('[data-testid=resource-changed]')");
    assert.equal((await page.calls("resource_read")).length, 2);
    await page.until("document.activeElement.dataset.testid === 'resource-again'");
    await page.run(`window.fakeSend("watch", { type: "server_list_changed", server: "s3", what: "resources" })`);
    await page.called("resources_list", listed + 1);
    assert.equal(await page.there("resource-detail"), true, "what is open stays when the list changes");
    await page.run("document.querySelector('[data-testid=resource-detail]').focus()");
    await page.press("Escape");
    await page.until("document.activeElement.dataset.testid === 'resources'");
    assert.equal(await page.there("resource-detail"), false);
  },
  "its prompts": async (page) => {
    await show(page, SERVER);
    // Proposals come once one stops typing, and are taken with the keyboard.
    await page.run("document.querySelector('[data-testid=tab-prompts]').click()");
    await page.until("document.querySelector('[data-testid=prompt-arguments-field]')");
    await page.run("document.querySelector('[data-testid=prompt-arguments-field]').focus()");
    await page.type("f-2");
    await page.until("document.activeElement.getAttribute('aria-expanded') === 'true'");
    assert.equal((await page.calls("complete")).length, 1);
    await page.press("ArrowDown");
    await page.press("ArrowDown");
    assert.match(await page.run("document.getElementById(document.activeElement.getAttribute('aria-activedescendant')).innerText"), /0422/);
    await page.press("Enter");
    assert.equal(await page.run("document.activeElement.value"), "F-2026-0422");
    await page.press("ArrowDown");
    await page.until("document.activeElement.getAttribute('aria-expanded') === 'true'");
    await page.press("Escape");
    assert.equal(await page.run("document.activeElement.getAttribute('aria-expanded')"), "false");
  },
  "its traffic": async (page) => {
    await show(page, SERVER);
    // Of five thousand messages few are drawn, and rounds of one request are one row; the last is a key away; leaving ends the watch.
    await page.run("document.querySelector('[data-testid=tab-traffic]').click()");
    await page.until("document.querySelector('[data-testid=traffic]')");
    await page.run("document.querySelector('[data-testid=traffic]').focus()");
    assert.ok((await page.run("document.querySelectorAll('tr[data-row]').length")) < 80);
    assert.equal(await page.run("document.querySelector('[data-testid=traffic]').getAttribute('aria-rowcount')"), "3748");
    await page.press("End");
    await page.until("document.querySelector('tr.current')?.dataset.row === '1'");
    assert.ok(await page.run("document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))"));
    await page.press("Enter");
    await page.until("document.activeElement.dataset.testid === 'traffic-detail'");
    await page.press("Escape");
    await page.until("document.activeElement.dataset.testid === 'traffic'");
    await page.press("Home");
    await page.until("document.querySelector('.rows').scrollTop === 0");
    // Before the page has heard of its scrolling, and after.
    await rowsStay(page, 40, "document.querySelector('.rows').scrollTop = 3000;");
    await rowsStay(page, 40, "");
    await rowsStay(page, 40, "document.querySelector('.rows').scrollTop += 1200;");
    await rowsStay(page, 3, "document.querySelector('.rows').scrollTop -= 900;");
    assert.deepEqual(await page.calls("traffic_unwatch"), []);
    await page.run("document.querySelector('[data-testid=tab-log]').click()");
    await page.called("traffic_unwatch", 1);
  },
});
