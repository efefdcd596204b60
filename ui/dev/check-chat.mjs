// Checks the chat with a real wheel and real keys: what is followed, what stays in place, what waits for the end of a turn.

import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { runChecks } from "./checks.mjs";

const CLIP = "document.querySelector('.thread-clip')";
const LEFT = `(${CLIP}.scrollHeight - ${CLIP}.clientHeight - ${CLIP}.scrollTop)`;
const BUTTON = "document.querySelector('[data-testid=to-end]')";
const AT_END = `${LEFT} <= 1 && !${BUTTON}`;

/** In the page: a conversation of its own, whose answers stream one piece a frame. */
function begin() {
  const send = (event) => window.fakeSend("watch", { conversation: "c1", ...event });
  let last = null;
  let count = 0;
  const message = (role, status, words) => ({
    id: `m${++count}`,
    parent: last,
    siblings: [],
    role,
    status: { status },
    model: role === "user" ? null : "m",
    created_ms: Date.now(),
    tokens: null,
    attachments: [],
    parts: words === "" ? [] : [{ kind: "text", id: `m${count}/0`, text: words }],
  });
  const put = (made) => {
    last = made.id;
    send({ type: "message", message: made });
  };
  const frame = () => new Promise(requestAnimationFrame);
  const PIECES = [
    "The ledger holds one more **double fee**, in March; the `archive` booked it twice and says so. ",
    "It was paid on 2026-03-14, with the invoice of the month before.\n\n",
    "- one entry that names the account\n- another one that names the day\n\n",
    '```ts\nconst total = sum(rows, "amount"); // in SEK, without what was paid twice and is settled by now\n',
    "const rest = total - paid;\n```\n\n",
    "| date | amount |\n|---|--:|\n| 2026-11-22 | 31,975.00 SEK |\n",
    "| 2026-11-23 | 12.50 SEK |\n\n",
  ];
  window.chat = {
    stop: false,
    user: (words) => put(message("user", "complete", words)),
    change: (id, words) => {
      const made = message("user", "complete", words);
      send({ type: "message", message: { ...made, id, parent: null, parts: [{ kind: "text", id: `${id}/0`, text: words }] } });
    },
    /** The last answer is gone, and the model begins anew. */
    again: (pieces) => window.chat.answer(pieces, last),
    /** Streams so many pieces; the first ones are the model's reasoning. */
    async answer(pieces, id = null) {
      send({ type: "turn", state: { state: "running" } });
      const made = message("assistant", "streaming", "");
      if (id) made.id = id;
      put(made);
      let at = 0;
      let thought = 0;
      for (let i = 0; i < pieces && !window.chat.stop; i++) {
        const text = PIECES[i % PIECES.length];
        const reasoning = i < 3;
        send({ type: "delta", message: made.id, part: `${made.id}/${reasoning ? 0 : 1}`, reasoning, at: reasoning ? thought : at, text });
        if (reasoning) thought += text.length;
        else at += text.length;
        window.chat.pieces = i + 1;
        await frame();
      }
      const kinds = [["reasoning", 0, 3], ["text", 3, window.chat.pieces]];
      const parts = kinds.map(([kind, from, to], n) => ({ kind, id: `${made.id}/${n}`, text: Array.from({ length: to - from }, (_, i) => PIECES[(from + i) % PIECES.length]).join("") }));
      send({ type: "message", message: { ...made, status: { status: "complete" }, parts } });
      send({ type: "turn", state: { state: "idle" } });
    },
    /** Where the text that is at the top of the view stands: how far below the view's upper edge. */
    mark() {
      const clip = document.querySelector(".thread-clip");
      const { left, top } = document.querySelector(".thread").getBoundingClientRect();
      const box = clip.getBoundingClientRect();
      for (let y = box.top + 4; y < box.bottom; y += 6) {
        const range = document.caretRangeFromPoint(left + 40, y);
        if (range?.startContainer.nodeType !== Node.TEXT_NODE || !clip.contains(range.startContainer)) continue;
        range.setEnd(range.startContainer, Math.min(range.startContainer.textContent.length, range.startOffset + 1));
        window.chat.range = range;
        return window.chat.place();
      }
      return top;
    },
    place: () => window.chat.range.getBoundingClientRect().top - document.querySelector(".thread-clip").getBoundingClientRect().top,
  };
}

async function talk(page, answers = 3) {
  await page.show("?do=chat&turn=idle&calm=1", 1280, 800);
  await page.run(`(${begin})()`);
  await page.run(`(async () => { for (let i = 0; i < ${answers}; i++) { chat.user("Which fees were booked twice?"); await chat.answer(14); } })()`);
  await page.drawn();
}

/** Begins an answer that goes on until it is stopped, and waits until it is under way. */
async function stream(page) {
  await page.run("(chat.stop = false, chat.user('And now?'), chat.streams = chat.answer(100_000), 0)");
  await page.until("chat.pieces > 5 && chat.pieces < 100_000");
}

const more = (page) => page.run("chat.pieces").then((pieces) => page.until(`chat.pieces > ${pieces + 20}`));
const end = async (page) => {
  await page.run("(chat.stop = true, chat.streams)");
  await page.drawn();
};

/** Turns the wheel up while text streams, until the rest is said to be below. */
async function wheelUp(page, by = -400) {
  await page.wheel(700, 300, by);
  await page.until(BUTTON);
}

/** In the page: whether the view stood still for some frames. */
const STILL = `(async () => {
  for (let frames = 0, top = -1; frames < 8; frames++, await new Promise(requestAnimationFrame)) {
    if (${CLIP}.scrollTop !== top) frames = 0;
    top = ${CLIP}.scrollTop;
  }
  return true;
})()`;

async function stays(page, what, act) {
  await page.run(STILL);
  const before = await page.run("chat.mark()");
  await act();
  await page.drawn();
  const after = await page.run("chat.place()");
  assert.ok(Math.abs(after - before) <= 1.5, `${what}: what is read moved from ${before} to ${after}`);
}

await runChecks("chat", {
  "every answer is followed to its end": async (page) => {
    await talk(page, 0);
    for (let i = 0; i < 10; i++) {
      await page.run(`(chat.user("Question ${i}"), chat.answer(20 + ${i}))`);
      await page.drawn();
      assert.deepEqual(await page.run(`[${LEFT} <= 1, Boolean(${BUTTON})]`), [true, false], `answer ${i}`);
    }
  },

  "an answer that is asked for again is followed": async (page) => {
    await talk(page, 4);
    await page.run("(window.fakeAnswers = { ...window.fakeAnswers, answer_retry: () => null }, 0)");
    for (let i = 0; i < 3; i++) {
      await page.until("document.querySelectorAll('[data-testid=answer-again]').length === 4");
      await page.run("(document.querySelectorAll('[data-testid=answer-again]').forEach((b, i) => b.classList.toggle('the-last', i === 3)), 0)");
      await page.click(".the-last");
      await page.run("chat.again(30)");
      await page.drawn();
      assert.deepEqual(await page.run(`[${LEFT} <= 1, Boolean(${BUTTON})]`), [true, false], `time ${i}`);
    }
  },

  "what changes the layout does not end it": async (page) => {
    await talk(page);
    await stream(page);
    await page.run("document.querySelector('.reasoning summary').click()");
    await more(page);
    await page.run("document.documentElement.style.fontSize = '150%'");
    await more(page);
    await page.run("document.documentElement.style.fontSize = ''");
    await page.run(`(() => {
      const image = document.createElement("canvas");
      image.height = 900;
      document.querySelector(".message-model").prepend(image);
    })()`);
    await more(page);
    await page.run("document.querySelector('canvas').remove()");
    await page.resize(900, 600);
    await more(page);
    await page.run("document.querySelector('[data-testid=composer]').focus()");
    for (let i = 0; i < 5; i++) await page.chord("Shift", "Enter");
    await more(page);
    await end(page);
    assert.deepEqual(await page.run(`[${LEFT} <= 1, Boolean(${BUTTON})]`), [true, false]);
  },

  "unfolding shows its start, and following goes on": async (page) => {
    await talk(page);
    await page.run("document.querySelectorAll('.message-model').forEach((m, i, all) => i === all.length - 1 && m.querySelector('summary').click())");
    await page.drawn();
    assert.equal(await page.run(`Boolean(${BUTTON})`), false);
    const seen = "(() => { const s = [...document.querySelectorAll('summary')].at(-1).getBoundingClientRect(); const c = document.querySelector('.thread-clip').getBoundingClientRect(); return s.top >= c.top && s.bottom <= c.bottom; })()";
    assert.equal(await page.run(seen), true, "what was pressed stays in sight");
    await page.run("(chat.user('More'), chat.answer(20))");
    await page.until(AT_END);
  },

  "the wheel ends it, and nothing moves what is read": async (page) => {
    await talk(page, 4);
    await stream(page);
    await wheelUp(page);
    await stays(page, "while text streams", () => more(page));
    assert.equal(await page.run(`Boolean(${BUTTON})`), true);
    await stays(page, "more above", async () => {
      await page.run("chat.change('m1', 'A question that turns out to be far longer. '.repeat(60))");
    });
    await stays(page, "larger text", () => page.run("document.documentElement.style.fontSize = '130%'"));
    await stays(page, "a narrower window", () => page.resize(1000, 700));
    await stays(page, "a higher composer", async () => {
      await page.run("document.querySelector('[data-testid=composer]').focus()");
      for (let i = 0; i < 4; i++) await page.chord("Shift", "Enter");
    });
    await stays(page, "the end of the answer", () => end(page));
    await page.run(`${BUTTON}.click()`);
    await page.until(AT_END);
    await stream(page);
    await more(page);
    await end(page);
    await page.until(AT_END);
  },

  "a small turn of the wheel ends it, too, and back at the end it goes on": async (page) => {
    await talk(page);
    await stream(page);
    await wheelUp(page, -120);
    await stays(page, "after a small turn", () => more(page));
    await end(page);
    for (let i = 0; i < 60 && !(await page.run(AT_END)); i++) {
      await page.wheel(700, 300, 400);
      await page.drawn();
    }
    await page.until(AT_END);
    await page.run("(chat.user('More'), chat.answer(20))");
    await page.until(AT_END);
  },

  "keys end it and resume it": async (page) => {
    await talk(page);
    await stream(page);
    await page.run(`${CLIP}.focus()`);
    await page.press("PageUp");
    await page.until(BUTTON);
    await page.until(`${LEFT} > 300`);
    await stays(page, "after a page up", () => more(page));
    await page.press("End");
    await more(page);
    assert.equal(await page.run(`Boolean(${BUTTON})`), false);
    await end(page);
    await page.until(AT_END);
  },

  "words that are found are not scrolled away": async (page) => {
    await talk(page, 4);
    await page.chord("Control", "f");
    await page.until("document.activeElement.dataset.testid === 'find'");
    await page.type("which");
    await page.until("/^1 of/.test(document.querySelector('[data-testid=find-count]').innerText)");
    await page.until(`${CLIP}.scrollTop < 100`);
    await stream(page);
    await more(page);
    assert.ok((await page.run(`${CLIP}.scrollTop`)) < 100);
    await end(page);
  },

  "a place far from the end is shown without what lies between": async (page) => {
    const ALL = 600;
    await page.show("?do=chat&turn=idle&calm=1&motion=reduce", 1280, 800);
    await page.run(`window.__TAURI_INTERNALS__.invoke("conversation_open", { conversation: "c1" }).then((view) => {
      const text = (i) => i % 2 ? "It was **booked** twice.\\n\\n- in March\\n- in May" : \`Question \${i}: which fees?\`;
      const messages = Array.from({ length: ${ALL} }, (_, i) => ({ id: \`n\${i}\`, parent: i ? \`n\${i - 1}\` : null, siblings: [], role: i % 2 ? "assistant" : "user", status: { status: "complete" }, model: i % 2 ? "m" : null, created_ms: Date.now(), usage: null, attachments: [], parts: [{ kind: "text", id: \`n\${i}/0\`, text: text(i) }] }));
      window.fakeAnswers = { conversation_open: ({ conversation }) => ({ ...view, summary: { ...view.summary, id: conversation }, messages }) };
      document.querySelectorAll("[data-testid=conversation]")[1].click();
    })`);
    const message = (i) => `document.querySelector('[data-testid=message][data-id="n${i}"]')`;
    const inSight = (i) => `(() => { const m = ${message(i)}?.getBoundingClientRect(); const c = ${CLIP}.getBoundingClientRect(); return Boolean(m) && m.bottom > c.top && m.top < c.bottom; })()`;
    const drawn = () => page.run("document.querySelectorAll('[data-testid=message]').length");
    const count = "document.querySelector('[data-testid=find-count]').innerText";
    await page.until(inSight(ALL - 1));
    await page.chord("Control", "f");
    await page.until("document.activeElement.dataset.testid === 'find'");
    // Marks of Markdown are no part of what is read.
    await page.type("was booked twice");
    await page.until(`${count} === '1 of 300' && ${inSight(1)}`);
    assert.ok((await drawn()) < 100, `${await drawn()} messages are drawn`);
    assert.equal(await page.run(`Boolean(${BUTTON})`), false);
    // Backwards from the first one is the last one, and the other way round.
    await page.chord("Shift", "Enter");
    await page.until(`${count} === '300 of 300' && ${inSight(ALL - 1)}`);
    await page.press("Enter");
    await page.until(`${count} === '1 of 300' && ${inSight(1)}`);
    await page.press("Escape");
    await page.until("document.activeElement.classList.contains('thread-clip')");
    // Reading on, what follows is drawn, and the end of it is not taken for the end.
    const before = await drawn();
    for (let turns = 0; (await drawn()) < before + 40; turns++) {
      assert.ok(turns < 100, "more is drawn");
      await page.wheel(700, 300, 600);
      await page.run(STILL);
    }
    assert.equal(await page.run(inSight(ALL - 1)), false);
    await page.press("End");
    await page.until(inSight(ALL - 1));
    await page.until(AT_END);
    assert.ok((await drawn()) < 100, `${await drawn()} messages are drawn`);
  },

  "what the model sees is shown beside the conversation": async (page) => {
    const shown = "document.querySelector('[data-testid=context-panel]')";
    const kept = async () => (await page.calls("appearance_set")).map(({ appearance }) => appearance.panel);
    const covers = `(() => { const panel = ${shown}.getBoundingClientRect(); return panel.left < ${CLIP}.getBoundingClientRect().right; })()`;
    await page.show("?do=chat&turn=idle&calm=1", 1440, 900);
    assert.equal(await page.run(`Boolean(${shown})`), false);
    await page.chord("Control", "i");
    await page.until(`${shown}?.innerText.includes("32,768")`);
    assert.equal(await page.run(covers), false, "the conversation is beside it");
    assert.deepEqual(await kept(), [true]);
    // Its tools are counted by server, and a server's results are named as data.
    assert.ok(await page.run(`/3 tools/.test(${shown}.innerText) && /1 result\\s*data/.test(${shown}.innerText)`));
    await page.run(`${shown}.querySelector("[data-testid=panel-whole]").focus()`);
    await page.press("Enter");
    await page.until("document.querySelector('dialog[open] [data-testid=context-request]')");
    await page.press("Escape");
    await page.until("!document.querySelector('dialog[open]')");
    await page.run(`${shown}.querySelector("[data-testid=panel-whole]").focus()`);
    await page.press("Escape");
    await page.until(`!${shown} && document.activeElement.dataset.testid === "panel-toggle"`);
    assert.deepEqual(await kept(), [true, false]);
    assert.deepEqual(await page.calls("turn_stop"), []);
    // A narrow window begins without it and does not keep the choice.
    await page.chord("Control", "i");
    await page.until(shown);
    await page.resize(900, 700);
    await page.until(`!${shown}`);
    await page.chord("Control", "i");
    await page.until(`${shown} && ${covers}`);
    assert.deepEqual(await kept(), [true, false, true]);
  },

  "Enter during a turn queues the message": async (page) => {
    await talk(page, 1);
    await page.run("(window.fakeAnswers = { chat_send: 'c1' }, chat.summary = { id: 'c1', title: '', updated_ms: 0, provider: 'p1', servers_off: [], tuning: { effort: null, temperature: null, answer: null }, project: null, pinned: false, archived: false, turn: { state: 'idle' } }, chat.usage = { requests: 0, input: 0, cached: 0, output: 0, estimated: 0, cost: null, unpriced: 0, local: 0, since: null }, 0)");
    const turnOf = (status, calls = []) => `fakeAnswers.conversation_open = { summary: chat.summary, usage: chat.usage, messages: [{ id: 'x', parent: null, siblings: [], role: 'assistant', status: { status: '${status}', message: 'No.', hint: null }, model: 'm', created_ms: 0, tokens: null, usage: null, retry: null, attachments: [], parts: ${JSON.stringify(calls)} }] }`;
    const running = (state) => page.run(`fakeSend('watch', { type: 'turn', conversation: 'c1', state: { state: '${state}' } })`);
    const rows = "[...document.querySelectorAll('[data-testid=queued]')]";
    const write = async (text) => {
      await page.run("document.querySelector('[data-testid=composer]').focus()");
      await page.type(text);
      await page.press("Enter");
    };
    await running("running");
    await page.run("fakeAnswers.conversation_open = { summary: { ...chat.summary, turn: { state: 'running' } }, usage: chat.usage, messages: [] }");
    for (const text of ["one", "two", "three"]) await write(text);
    await page.until(`${rows}.length === 3 && ${rows}.every((row) => row.innerText.includes('Queued'))`);
    assert.deepEqual(await page.calls("chat_send"), []);
    assert.equal(await page.run("document.querySelector('[data-testid=composer]').value"), "");
    // It is changed and removed.
    await page.press("ArrowUp");
    await page.until("document.activeElement.dataset.testid === 'queued-text'");
    await page.type("!");
    await page.press("Enter");
    await page.until(`${rows}[2].innerText.includes('three!') && document.activeElement.dataset.testid === 'composer'`);
    await page.run("document.querySelectorAll('[data-testid=queued-remove]')[1].click()");
    await page.until(`${rows}.length === 2`);
    // Another conversation in between.
    await page.chord("Control", "2");
    await page.until("!document.querySelector('[data-testid=queued]')");
    await page.run(turnOf("complete"));
    await running("idle");
    await page.called("chat_send", 1);
    await page.chord("Control", "1");
    await page.until(`${rows}.length === 1`);
    assert.deepEqual((await page.calls("chat_send"))[0].message, { conversation: "c1", project: null, provider: "p1", model: null, tuning: null, text: "one", servers: null, attachments: [] });
    // The next turn fails: what waits is kept, and sent by the user.
    await running("running");
    await page.run(turnOf("failed"));
    await running("idle");
    await page.until("document.querySelector('[data-testid=queued]')?.dataset.held === 'failed'");
    assert.equal((await page.calls("chat_send")).length, 1);
    await page.run("document.querySelector('[data-testid=queued-send]').click()");
    await page.called("chat_send", 2);
    assert.equal((await page.calls("chat_send"))[1].message.text, "three!");
    await page.until(`${rows}.length === 0`);
  },

  "a prompt is found, filled in, looked at and inserted with keys": async (page) => {
    const focus = (testid) => page.until(`document.activeElement?.dataset.testid === '${testid}'`);
    const field = "document.querySelector('[data-testid=composer]').value";
    await page.show("?do=chat&turn=idle&calm=1", 1280, 800);
    await focus("composer");
    await page.type("/");
    await focus("prompt-search");
    assert.equal(await page.run(field), "");
    // Esc leads back, and a second slash is one.
    await page.press("Escape");
    await focus("composer");
    await page.until("!document.querySelector('[data-testid=prompts-popover]')");
    await page.type("//");
    await focus("composer");
    assert.equal(await page.run(field), "/");
    await page.press("Home");
    await page.press("Delete");
    // A preset is words.
    await page.type("/");
    await focus("prompt-search");
    await page.type("plain");
    await page.until("document.querySelectorAll('.prompt-option').length === 1");
    await page.press("ArrowDown");
    await focus("preset-option");
    await page.press("Enter");
    await focus("composer");
    await page.until(`${field}.startsWith('Answer in plain Swedish')`);
    await page.run("document.querySelector('[data-testid=composer]').setSelectionRange(0, 0)");
    await page.type("/");
    await focus("prompt-search");
    await page.type("polite");
    await page.until("document.querySelectorAll('.prompt-option').length === 1");
    await page.press("Enter");
    await focus("insert-arguments-field");
    // A required argument is asked for.
    await page.press("Enter");
    await page.until("document.activeElement.getAttribute('aria-invalid') === 'true'");
    assert.deepEqual(await page.calls("prompt_prepare"), []);
    await page.type("F-2");
    await page.until("document.querySelector('[data-testid=insert-arguments-field-list]')");
    await page.press("Escape");
    await page.until("!document.querySelector('[data-testid=insert-arguments-field-list]')");
    await page.press("Enter");
    await focus("prompt-insert");
    assert.deepEqual((await page.calls("prompt_prepare"))[0].values, [{ name: "invoice", value: "F-2" }]);
    assert.deepEqual(await page.calls("prompt_insert"), []);
    await page.press("Enter");
    await focus("composer");
    assert.equal((await page.calls("prompt_insert"))[0].prepared, "prepared-1");
    await page.until("document.querySelector('[data-testid=attachment]')?.innerText.includes('reminder-letter')");
    // What is written stays as it is.
    assert.ok((await page.run(field)).startsWith("Answer in plain Swedish"));
    await page.press("Enter");
    await page.called("chat_send", 1);
    assert.ok((await page.calls("chat_send"))[0].message.attachments.includes("inserted-1"));
  },

  "a file of a granted folder is found and attached with keys": async (page) => {
    await page.show("?do=chat&turn=idle&calm=1&files=some", 1280, 800);
    await page.until("document.activeElement?.dataset.testid === 'composer'");
    await page.type("@");
    await page.until("document.activeElement?.dataset.testid === 'resource-search'");
    await page.until("document.querySelectorAll('[data-testid=file-option]').length === 3");
    await page.type("household letters");
    await page.until("document.querySelectorAll('[data-testid=file-option]').length === 1");
    await page.press("Enter");
    await page.called("attachment_add", 1);
    assert.deepEqual((await page.calls("attachment_found")).map(({ file }) => file), ["f2"]);
    await page.until("document.querySelector('[data-testid=attachment]')?.innerText.includes('letters to the landlord')");
    await page.until("document.activeElement?.dataset.testid === 'composer'");
  },

  "a template is filled in and its resource attached with keys": async (page) => {
    await page.show("?do=chat&turn=idle&calm=1", 1280, 800);
    await page.run("(window.fakeAnswers = { attachment_resource: null }, 0)");
    await page.until("document.activeElement?.dataset.testid === 'composer'");
    await page.type("@");
    await page.until("document.activeElement?.dataset.testid === 'resource-search'");
    await page.type("one message");
    await page.until("document.querySelectorAll('[data-testid=template-option]').length > 0 && document.querySelectorAll('[data-testid=resource-option]').length === 0");
    await page.press("Enter");
    await page.until("document.activeElement?.dataset.testid === 'template-fields-field'");
    // Nothing is attached before a variable has a value.
    await page.press("Enter");
    assert.deepEqual(await page.calls("attachment_resource"), []);
    await page.type("inbox");
    await page.until("document.querySelector('[data-testid=template-address]').innerText === 'mail://inbox/'");
    await page.until("document.querySelector('[data-testid=template-fields-field-list]')");
    await page.press("Escape");
    await page.press("Enter");
    await page.called("attachment_resource", 1);
    assert.equal((await page.calls("attachment_resource"))[0].uri, "mail://inbox/");
    await page.until("document.activeElement?.dataset.testid === 'composer'");
  },

  "a summary is read, edited and expanded again with keys, and each change is said": async (page) => {
    await page.show("?do=chat&turn=idle&calm=1&compact=fold", 1280, 800);
    const fold = "document.querySelector('[data-testid=summary-fold]')";
    const focus = (testid) => `document.activeElement.dataset.testid === '${testid}'`;
    const said = (words) => `document.querySelector('[data-testid=compact-said]').innerText.includes('${words}')`;
    await page.until(`${fold}?.innerText.includes('42 messages summarized') && ${fold}.getAttribute('aria-expanded') === 'false'`);
    const hidden = await page.run("document.querySelectorAll('[data-testid=message]').length");
    await page.run(`${fold}.focus()`);
    await page.press("Enter");
    await page.until("document.querySelector('[data-testid=summary-text]')?.innerText.includes('Lindqvist')");
    await page.press("Tab");
    await page.until(focus("summary-messages"));
    await page.press("Enter");
    await page.until(`document.querySelectorAll('[data-testid=message]').length > ${hidden}`);
    await page.press("Tab");
    await page.until(focus("summary-edit"));
    await page.press("Enter");
    await page.until(focus("summary-input"));
    await page.type("More. ");
    await page.press("Escape");
    await page.until(focus("summary-edit"));
    assert.deepEqual(await page.calls("compact_edit"), []);
    await page.press("Enter");
    await page.until(focus("summary-input"));
    await page.type("More. ");
    await page.chord("Control", "Enter");
    await page.called("compact_edit", 1);
    await page.until(`${focus("summary-edit")} && ${said("saved")}`);
    assert.ok((await page.calls("compact_edit"))[0].text.includes("More. "));
    await page.until(`${fold}.innerText.includes('edited by you')`);
    await page.press("Tab");
    await page.until(focus("summary-undo"));
    await page.press("Enter");
    await page.called("compact_undo", 1);
    await page.until(`!${fold} && ${said("sent again")} && document.activeElement.classList.contains('thread-clip')`);
    // It is made again from the meter, and stopped.
    await page.run("document.querySelector('[data-testid=context-meter]').click()");
    await page.until("document.querySelector('[data-testid=compact-start]')");
    await page.run("document.querySelector('[data-testid=compact-start]').focus()");
    await page.press("Enter");
    await page.called("compact", 1);
    assert.deepEqual((await page.calls("compact"))[0], { conversation: "c1", upTo: null });
    await page.until("document.querySelector('[data-testid=compacting]')?.innerText.includes('summarizing 42 messages')");
    await page.run("document.querySelector('[data-testid=compact-stop]').focus()");
    await page.press("Enter");
    await page.called("turn_stop", 1);
  },

  "everything starts again with one press": async (page) => {
    for (const query of ["?do=chat&turn=idle&calm=1&stopped=1", "?do=audit&calm=1&stopped=1", "?do=settings&calm=1&stopped=1"]) {
      await page.show(query, 1280, 800);
      await page.until("document.querySelector('[data-testid=stopped]')?.innerText.includes('Invoices 2026')");
      await page.run("document.querySelector('[data-testid=start-again]').click()");
      await page.called("start_again", 1);
      await page.run("fakeSend('watch', { type: 'stopped', stopped: null })");
      await page.until("!document.querySelector('[data-testid=stopped]')");
    }
    await page.show("?do=chat&turn=idle&calm=1&stopped=1", 1280, 800);
    const line = "document.querySelector('[data-testid=composer-stopped]')";
    await page.until(`${line}?.innerText.includes('Invoices 2026')`);
    await page.run("document.querySelector('[data-testid=stopped-hide]').click()");
    await page.until("!document.querySelector('[data-testid=stopped]')");
    await page.run(`(window.fakeAnswers = { servers_start: null }, ${line}.querySelector('button').click())`);
    // The two, and one that was stopped before.
    await page.called("servers_start", 3);
  },

  "text grows to 200 % and the composer is whole": async (page) => {
    for (const [width, height] of [[1280, 800], [900, 600], [640, 560]]) {
      await page.show("?do=chat&turn=idle&calm=1", width, height);
      for (let i = 0; i < 9; i++) await page.chord("Control", "+");
      await page.until("document.documentElement.style.fontSize === '200%'");
      await page.type("A message that is long enough for a second line");
      await page.drawn();
      const outside = await page.run(`(() => {
        const box = document.querySelector(".composer").getBoundingClientRect();
        const main = document.querySelector(".main").getBoundingClientRect();
        const parts = [...document.querySelectorAll(".composer, .composer textarea, .composer-bar button")];
        const field = document.querySelector("[data-testid=composer]");
        const wrong = parts.filter((part) => {
          const { left, right, top, bottom } = part.getBoundingClientRect();
          return left < box.left - 1 || right > box.right + 1 || bottom > Math.min(main.bottom, innerHeight) + 1 || top < 0 || right > innerWidth;
        });
        const lines = parseFloat(getComputedStyle(field).lineHeight);
        return [wrong.map((part) => part.className), field.clientHeight >= Math.min(2 * lines, field.scrollHeight) - 1];
      })()`);
      assert.deepEqual(outside, [[], true], `${width} × ${height}`);
      await page.chord("Control", "0");
      await page.until("document.documentElement.style.fontSize === ''");
    }
  },

  "a long line of code wraps on request, and cells keep dates and numbers whole": async (page) => {
    await talk(page, 1);
    await page.resize(640, 560);
    const pre = "document.querySelector('.codeblock pre')";
    await page.until("document.querySelector('[data-testid=code-wrap]')");
    await page.run("document.querySelector('[data-testid=code-wrap]').click()");
    await page.until(`${pre}.scrollWidth <= ${pre}.clientWidth + 1`);
    const lines = await page.run("[...document.querySelectorAll('.markdown-table .whole')].map((piece) => [piece.innerText, piece.getClientRects().length])");
    assert.ok(lines.length > 3 && lines.every(([, count]) => count === 1), JSON.stringify(lines));
    assert.ok(lines.some(([text]) => text === "31,975.00 SEK"));
  },

  "every grammar loads, and code takes its colours": async (page) => {
    await talk(page, 1);
    const files = (await readdir(new URL("../dist/assets", import.meta.url))).filter((file) => /^(?!main|consent|recovery|diagram).*\.js$/.test(file));
    assert.ok(files.length > 40, `${files.length} files`);
    const loading = files.map((file) => `import("/assets/${file}").then(() => null, (error) => ${JSON.stringify(file)} + ": " + error)`);
    assert.deepEqual(await page.run(`Promise.all([${loading.join()}]).then((all) => all.filter(Boolean))`), []);
    await page.until("document.querySelector('.codeblock .cw')?.textContent === 'const'");
  },
});
