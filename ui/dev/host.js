// A fake of Tauri's internals: answers commands from views.js and then acts as the address says (?do=a,b).
(() => {
  const query = new URLSearchParams(location.search);
  // As the program does before the first paint.
  const language = query.get("language");
  if (language) document.documentElement.dataset.language = language;
  // This page follows the system; a picture of it shows the theme that was asked for.
  const theme = query.get("theme");
  if (theme && location.pathname.endsWith("recovery.html")) document.documentElement.dataset.theme = theme;
  const callbacks = new Map();
  let next = 1;
  const { commands, actions } = window.fakeViews(query);
  const channels = {};

  window.fakeSend = (name, message) => {
    const channel = channels[name];
    if (channel) callbacks.get(channel.id)({ message, index: channel.index++ });
  };
  window.__TAURI_INTERNALS__ = {
    transformCallback(callback) {
      callbacks.set(next, callback);
      return next++;
    },
    unregisterCallback: (id) => callbacks.delete(id),
    async invoke(command, args) {
      const channel = args?.channel;
      if (channel) channels[command] = { id: channel.id, index: 0 };
      if (!(command in commands) && !(command in (window.fakeAnswers ?? {}))) throw { code: "not_found", message: `No command ${command}.`, hint: null };
      (window.fakeCalls ??= []).push([command, args]);
      const answer = window.fakeAnswers?.[command] ?? commands[command];
      // As Tauri does: an answer arrives as text. A structured clone of 10,000 messages took three times as long.
      return JSON.parse(JSON.stringify((typeof answer === "function" ? await answer(args ?? {}) : answer) ?? null));
    },
  };
  Object.freeze(Object.prototype);
  // A window in a display without a window manager has no focus; the page must not notice.
  document.hasFocus = () => true;
  window.fakeErrors = [];
  const wrong = (...words) => window.fakeErrors.push(words.join(" "));
  document.addEventListener("securitypolicyviolation", (event) => {
    wrong("VIOLATION", event.violatedDirective, event.blockedURI, `${event.sourceFile}:${event.lineNumber}`);
  });
  window.addEventListener("error", (event) => wrong("ERROR", event.message, event.filename, event.lineno));
  window.addEventListener("unhandledrejection", (event) =>
    wrong("REJECTED", String(event.reason?.stack ?? event.reason)),
  );
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  /** Waits until the part of the window that was asked for is loaded. */
  window.fakeLoaded = async () => {
    await wait(0);
    while (document.querySelector("main[aria-busy=true]")) await wait(10);
  };
  /** Waits until the page stands still for two frames: what a command answers is drawn. */
  const drawn = async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
  };
  const ready = () => document.body.childElementCount > 0 && window.fakeCalls !== undefined;
  window.addEventListener("load", async () => {
    while (!ready()) await wait(10);
    await wait(150);
    await window.fakeLoaded();
    await drawn();
    // A question takes nothing before it is armed.
    const unarmed = "[data-testid=approval]:not([data-arm=armed])";
    const acts = query.get("do") && (query.get("presence") ?? "present") === "present";
    for (let i = 0; acts && i < 60 && document.querySelector(unarmed); i++) await wait(50);
    for (const name of (query.get("do") ?? "").split(",").filter(Boolean)) {
      await actions[name]();
      await window.fakeLoaded();
      await wait(80);
    }
    // A text without its font is invisible.
    await document.fonts.ready;
    await drawn();
    window.fakeDone = true;
  });
})();
