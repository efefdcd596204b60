// The same page as in `browser.mjs`, in the engine that the program itself uses on Linux: WebKitGTK's MiniBrowser, over
// WebDriver. It needs a display. What it logs cannot be read; a violated policy shows in the title.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";

const FOLDERS = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/libexec", "/usr/lib"];
const BINARY = process.env.MINIBROWSER ?? FOLDERS.map((at) => `${at}/webkit2gtk-4.1/MiniBrowser`).find((at) => existsSync(at));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Starts a browser with one page. */
export async function open() {
  if (!BINARY) throw new Error("MiniBrowser of WebKitGTK 4.1 was not found.");
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { stdio: "ignore" });
  const ended = new Promise((done) => driver.on("exit", done));
  const call = async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = await response.json();
    if (value?.error) throw new Error(`${path}: ${value.message || value.error}`);
    return value;
  };
  const options = { binary: BINARY, args: ["--automation"] };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": options } };
  let session;
  for (let left = 40; !session; left--) {
    try {
      ({ sessionId: session } = await call("POST", "/session", { capabilities }));
    } catch (error) {
      if (left === 0 || !/fetch failed/.test(String(error))) throw error;
      await sleep(50);
    }
  }
  const at = `/session/${session}`;
  await call("POST", `${at}/timeouts`, { script: 120_000 });
  const messages = [];
  const page = {
    messages,
    /** Runs an expression in the page. */
    async run(expression) {
      const script = `const done = arguments[0];
        (async () => (${expression}))().then((value) => done({ value }), (error) => done({ error: String(error?.stack ?? error) }));`;
      const { value, error } = await call("POST", `${at}/execute/async`, { script, args: [] });
      if (error !== undefined) throw new Error(error);
      return value;
    },
    /** Waits until an expression holds. */
    async until(expression, ms = 5000) {
      for (const end = Date.now() + ms; Date.now() < end; await sleep(25)) {
        if (await page.run(expression).catch(() => false)) return;
      }
      throw new Error(`never: ${expression}`);
    },
    async go(url, width, height) {
      for (let i = 0; i < 3; i++) {
        const [w, h] = await page.run("[innerWidth, innerHeight]");
        if (w === width && h === height) break;
        const rect = await call("GET", `${at}/window/rect`);
        await call("POST", `${at}/window/rect`, { width: rect.width + width - w, height: rect.height + height - h });
        await sleep(250);
      }
      await call("POST", `${at}/url`, { url });
      await page.until("window.fakeDone === true", 15_000);
      await sleep(300);
      const title = await page.run("document.title");
      if (title.startsWith("VIOLATION")) messages.push(title);
    },
    picture: async () => Buffer.from(await call("GET", `${at}/screenshot`), "base64"),
    async close() {
      await call("DELETE", at).catch(() => {});
      driver.kill();
      await ended;
    },
  };
  return page;
}

function freePort() {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}
