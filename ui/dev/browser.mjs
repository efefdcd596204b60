// A headless Chromium over its debugging pipe: pages, real key presses, pictures.

import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--no-first-run",
  "--hide-scrollbars",
  "--remote-debugging-pipe",
];

/** Starts a browser with one page. */
export async function open() {
  const profile = await mkdtemp(join(tmpdir(), "innkeeper-browser-"));
  const child = spawn(process.env.CHROMIUM ?? "chromium", [...FLAGS, `--user-data-dir=${profile}`], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const ended = new Promise((done) => child.on("exit", done));
  const [, , , input, output] = child.stdio;
  const waiting = new Map();
  const messages = [];
  let next = 1;
  let rest = "";
  output.setEncoding("utf8");
  output.on("data", (data) => {
    const parts = (rest + data).split("\0");
    rest = parts.pop();
    for (const part of parts) {
      const message = JSON.parse(part);
      if (message.id) waiting.get(message.id)?.(message);
      else if (message.method === "Runtime.consoleAPICalled")
        messages.push(message.params.args.map((a) => a.value ?? a.description).join(" "));
      else if (message.method === "Runtime.exceptionThrown")
        messages.push(message.params.exceptionDetails.exception?.description);
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

  const page = {
    messages,
    send,
    /** Runs an expression in the page. */
    async run(expression) {
      const { result, exceptionDetails } = await send("Runtime.evaluate", {
        expression,
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
      return result.value;
    },
    /** Waits until an expression holds. */
    async until(expression, ms = 5000) {
      for (const end = Date.now() + ms; Date.now() < end; await new Promise((done) => setTimeout(done, 25))) {
        if (await page.run(expression).catch(() => false)) return;
      }
      throw new Error(`never: ${expression}`);
    },
    async go(url, width, height) {
      await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
      await send("Page.navigate", { url });
      await page.until("window.fakeDone === true", 15_000);
    },
    async press(key, code, text) {
      const base = {
        key,
        code,
        windowsVirtualKeyCode: { Enter: 13, " ": 32, Tab: 9, Escape: 27 }[key] ?? key.toUpperCase().charCodeAt(0),
      };
      await send("Input.dispatchKeyEvent", { type: "keyDown", ...base, ...(text ? { text } : {}) });
      await send("Input.dispatchKeyEvent", { type: "keyUp", ...base });
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
