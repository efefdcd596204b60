// A browser for the built pages: real key presses, pictures. WebKitGTK where it is, as in the program; else, or where
// CHROMIUM names one, a headless Chromium over its debugging pipe.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { middleOf, withoutIsolation } from "./texts.mjs";
import * as webkit from "./webkit.mjs";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--no-first-run",
  "--hide-scrollbars",
  "--remote-debugging-pipe",
];

const CODES = { " ": "Space", "/": "Slash", ",": "Comma", ".": "Period", ">": "Period" };
const KEY_CODES = { Enter: 13, " ": 32, Tab: 9, Escape: 27, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowUp: 38, ArrowDown: 40, Delete: 46, ArrowLeft: 37, ArrowRight: 39, F2: 113, F6: 117 };

/** Starts a browser with one page. What the options say holds for WebKitGTK only. */
export function open(options = {}) {
  return process.env.CHROMIUM || !webkit.browser() ? chromium() : webkit.open(options);
}

async function chromium() {
  const profile = await mkdtemp(join(tmpdir(), "innkeeper-browser-"));
  const child = spawn(process.env.CHROMIUM ?? "chromium", [...FLAGS, `--user-data-dir=${profile}`], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const ended = new Promise((done) => child.on("exit", done));
  const input = /** @type {import("node:stream").Writable} */ (child.stdio[3]);
  const output = /** @type {import("node:stream").Readable} */ (child.stdio[4]);
  const waiting = new Map();
  let next = 1;
  let rest = "";
  output.setEncoding("utf8");
  output.on("data", (data) => {
    const parts = (rest + data).split("\0");
    rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      if (message.id) waiting.get(message.id)?.(message);
    }
  });
  const raw = (method, params, sessionId) =>
    new Promise((done, fail) => {
      const id = next++;
      waiting.set(id, (message) =>
        message.error ? fail(new Error(`${method}: ${message.error.message}`)) : done(message.result),
      );
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  const { targetId } = await raw("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await raw("Target.attachToTarget", { targetId, flatten: true });
  const send = (method, params = {}) => raw(method, params, sessionId);
  for (const domain of ["Page", "Runtime"]) await send(`${domain}.enable`);
  await send("Emulation.setFocusEmulationEnabled", { enabled: true });

  const resize = (width, height) =>
    send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });

  const page = {
    engine: "Chromium",
    pid: child.pid,
    resize,
    /** What went wrong in the page since the last look. */
    errors: () => page.run("(window.fakeErrors ?? []).splice(0)"),
    /** Runs a script as it is: for a library. */
    load: (script) => send("Runtime.evaluate", { expression: `${script};0` }),
    /** Runs an expression in the page. */
    async run(expression) {
      const { result, exceptionDetails } = await send("Runtime.evaluate", {
        expression: withoutIsolation(expression),
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    /** Waits until an expression holds. */
    async until(expression, ms = 20_000) {
      for (const end = Date.now() + ms; Date.now() < end; await new Promise((done) => setTimeout(done, 25))) {
        if (await page.run(expression).catch(() => false)) return;
      }
      throw new Error(`never: ${expression}`);
    },
    async go(url, width, height) {
      await resize(width, height);
      await send("Page.navigate", { url });
      await page.until("window.fakeDone === true", 15_000);
    },
    press: (key) => page.chord(key),
    /** Presses keys together, the last one last. */
    async chord(...keys) {
      const modifiers = keys.reduce((sum, key) => sum + ({ Alt: 1, Control: 2, Meta: 4, Shift: 8 }[key] ?? 0), 0);
      const key = keys.at(-1);
      const letter = key.length === 1;
      const base = {
        key,
        modifiers,
        code: CODES[key] ?? (/[a-z]/i.test(key) && letter ? `Key${key.toUpperCase()}` : /\d/.test(key) ? `Digit${key}` : key),
        windowsVirtualKeyCode: KEY_CODES[key] ?? key.toUpperCase().charCodeAt(0),
      };
      const text = key === "Enter" ? "\r" : letter && !(modifiers & 7) ? key : undefined;
      await send("Input.dispatchKeyEvent", { type: "keyDown", ...base, ...(text ? { text } : {}) });
      await send("Input.dispatchKeyEvent", { type: "keyUp", ...base });
    },
    /** Turns the wheel over a place by so many pixels; up if they are negative. */
    wheel: (x, y, by) => send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY: by }),
    /** Presses the pointer's first button in the middle of an element. */
    async click(selector) {
      const [x, y] = await page.run(middleOf(selector));
      for (const type of ["mouseMoved", "mousePressed", "mouseReleased"])
        await send("Input.dispatchMouseEvent", { type, x, y, button: type === "mouseMoved" ? "none" : "left", clickCount: 1 });
    },
    picture: async () => Buffer.from((await send("Page.captureScreenshot", { format: "png" })).data, "base64"),
    async close() {
      await raw("Browser.close", {}).catch(() => {});
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  return page;
}
