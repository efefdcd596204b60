// A browser for the built pages: the engine of the program itself, WebKitGTK's small browser under WebKitWebDriver, in a display of
// its own, with real key presses and pictures.

import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";

const BROWSERS = [
  "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
  "/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser",
  "/usr/libexec/webkit2gtk-4.1/MiniBrowser",
  "/usr/lib/webkit2gtk-4.1/MiniBrowser",
];
const KEYS = {
  Enter: "\uE007",
  Escape: "\uE00C",
  Tab: "\uE004",
  Delete: "\uE017",
  PageUp: "\uE00E",
  PageDown: "\uE00F",
  End: "\uE010",
  Home: "\uE011",
  ArrowLeft: "\uE012",
  ArrowRight: "\uE014",
  ArrowUp: "\uE013",
  ArrowDown: "\uE015",
  F2: "\uE032",
  F6: "\uE036",
  Shift: "\uE008",
  Control: "\uE009",
};
/** How long one command may take, in milliseconds: a measurement at the pace of frames is one, on a busy machine too. */
const LIMIT = 120_000;

/** What the driver says when it lost what the page answered, now and then on a busy machine. */
const LOST = "Could not parse script result";

/** The driver could not be reached, did not answer in time, or lost the answer. Nothing is known about the page then. */
export class NoAnswer extends Error {}

/** How long the page may take until the fake host is done with it, in milliseconds. */
const SHOWN = 60_000;
/** How long one command waits in the page, in milliseconds: well below its limit. */
const ROUND = 10_000;

/** An expression whose texts lack the marks that isolate the values of a message (FSI, PDI). */
const withoutIsolation = (expression) => expression.replaceAll(".innerText", ".innerText.replace(/[\\u2068\\u2069]/g, '')");

/** In the page: the middle of an element, in pixels from the view's corner. */
const middleOf = (selector) => `(() => {
  const { left, top, width, height } = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
  return [Math.round(left + width / 2), Math.round(top + height / 2)];
})()`;

/** In the page: waits until an expression holds, for so many milliseconds at most, and says whether it does. What fails does not hold. */
const waited = (expression, ms) => `(async () => {
  for (const end = performance.now() + ${ms}; ; await new Promise((done) => setTimeout(done, 25))) {
    if (await (async () => (${expression}))().catch(() => false)) return true;
    if (performance.now() > end) return false;
  }
})()`;

// What was started ends with this program, also when it is stopped.
for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143 })) process.once(signal, () => process.exit(code));

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function freePort() {
  const server = createServer();
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((done) => server.close(done));
  return port;
}

async function display() {
  const child = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1800x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const name = await new Promise((done, fail) => {
    child.on("error", fail);
    child.stdio[3].once("data", (data) => done(`:${String(data).trim()}`));
  });
  return { child, name };
}

/** Where this machine has it. */
function browser() {
  const found = process.env.MINIBROWSER ?? BROWSERS.find((path) => existsSync(path));
  if (!found) throw new Error("WebKitGTK's MiniBrowser is not here: MINIBROWSER may name it");
  return found;
}

/**
 * For pages that are looked at for a moment. Without a graphics card the processor composes the layers of a page, which is a third of
 * its work; and to optimize scripts that run once is a fifth.
 */
const BRIEF = { WEBKIT_DISABLE_COMPOSITING_MODE: "1", JSC_useDFGJIT: "0" };

/**
 * Starts it with one page.
 *
 * @param {{ brief?: boolean }} [options] Whether each page is looked at for a moment only: it is not composed of layers then, as the
 *   program does, and what moves or scrolls is painted anew. What is painted is the same.
 */
export async function open({ brief = false } = {}) {
  const binary = browser();
  const port = await freePort();
  const screen = await display();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: screen.name, GDK_BACKEND: "x11", GTK_THEME: "Adwaita", WAYLAND_DISPLAY: "", ...(brief ? BRIEF : {}) },
  });
  const address = `http://127.0.0.1:${port}`;
  const end = () => [driver, screen.child].forEach((child) => child.kill());
  process.once("exit", end);
  const ask = async (method, path, body) => {
    const { value } = await fetch(`${address}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(LIMIT),
    }).then(
      (response) => response.json(),
      (thrown) => {
        throw new NoAnswer(`${method} ${path}: ${thrown?.message ?? thrown}`, { cause: thrown });
      },
    );
    if (value?.error && String(value.message).includes(LOST)) throw new NoAnswer(`${method} ${path}: ${value.message}`);
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const wanted = { timeouts: { script: LIMIT }, "webkitgtk:browserOptions": { binary, args: ["--automation"] } };
  let session;
  for (const end = Date.now() + LIMIT; !session; await sleep(100)) {
    try {
      session = await ask("POST", "/session", { capabilities: { alwaysMatch: wanted } });
    } catch (error) {
      if (!(error instanceof NoAnswer) || Date.now() > end) throw error;
    }
  }
  const at = (path) => `/session/${session.sessionId}${path}`;
  const press = async (keys) => {
    const codes = keys.map((key) => KEYS[key] ?? key);
    const actions = [
      ...codes.map((value) => ({ type: "keyDown", value })),
      ...codes.toReversed().map((value) => ({ type: "keyUp", value })),
    ];
    await ask("POST", at("/actions"), { actions: [{ type: "key", id: "keys", actions }] });
  };

  const page = {
    engine: "WebKitGTK",
    pid: driver.pid,
    /** Runs an expression in the page. */
    async run(expression) {
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve().then(() => (${withoutIsolation(expression)})).then((value) => done({ value }), (e) => done({ error: String(e?.stack ?? e) }));`;
      const { value, error } = await ask("POST", at("/execute/async"), { script, args: [] });
      if (error) throw new Error(error);
      return value;
    },
    /** Runs a script as it is: for a library. */
    load: (script) => ask("POST", at("/execute/sync"), { script, args: [] }),
    /** Waits until an expression holds. It waits in the page: each command is work of four processes. */
    async until(expression, ms = 20_000) {
      for (const end = Date.now() + ms; Date.now() < end; ) {
        const round = Math.min(ROUND, end - Date.now());
        // The page may have been left in between.
        const held = await page.run(waited(expression, round)).catch(() => sleep(25));
        if (held) return;
      }
      throw new Error(`never: ${expression}`);
    },
    async resize(width, height) {
      const fits = `innerWidth === ${width} && innerHeight === ${height}`;
      // The browser's own bar comes on top of the page, and a window may have a least size of its own.
      for (let round = 0; round < 3; round++) {
        const [w, h] = await page.run("[innerWidth, innerHeight]");
        if (w === width && h === height) return;
        const rect = await ask("GET", at("/window/rect"));
        await ask("POST", at("/window/rect"), {
          x: 0,
          y: 0,
          width: rect.width + width - w,
          height: rect.height + height - h,
        });
        await page.until(fits, 2000).catch(() => {});
      }
    },
    async go(url, width, height) {
      await page.resize(width, height);
      await ask("POST", at("/url"), { url });
      await page.until("window.fakeDone === true", SHOWN);
    },
    /** Turns the wheel over a place by so many pixels; up if they are negative. */
    async wheel(x, y, by) {
      const scroll = { type: "scroll", x, y, deltaX: 0, deltaY: by, origin: "viewport", duration: 0 };
      await ask("POST", at("/actions"), { actions: [{ type: "wheel", id: "wheel", actions: [scroll] }] });
      // This driver turns by the difference from the turn before, unless that was released.
      await ask("DELETE", at("/actions"));
    },
    /** Presses the pointer's first button in the middle of an element. */
    async click(selector) {
      const [x, y] = await page.run(middleOf(selector));
      const actions = [{ type: "pointerMove", x, y }, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
      await ask("POST", at("/actions"), { actions: [{ type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions }] });
    },
    raw: (method, path, body) => ask(method, at(path), body),
    press: (key) => press([key]),
    chord: (...keys) => press(keys),
    errors: () => page.run("(window.fakeErrors ?? []).splice(0)"),
    async picture() {
      await page.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))");
      return Buffer.from(await ask("GET", at("/screenshot")), "base64");
    },
    async close() {
      await ask("DELETE", at("")).catch(() => {});
      process.off("exit", end);
      end();
    },
  };
  return page;
}
