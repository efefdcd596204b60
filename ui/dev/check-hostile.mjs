// Shows text that a hostile model or server could write, in the real engine: nothing of it may run, reach the network, or leave its place.
// The same texts where nothing is checked are noticed: so this check can fail.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { runChecks } from "./checks.mjs";

/** What asks for anything at this address was not held back. */
const asked = [];
const canary = createServer((request, response) => {
  asked.push(request.url);
  response.writeHead(200, { "content-type": "image/svg+xml", "access-control-allow-origin": "*" }).end('<svg xmlns="http://www.w3.org/2000/svg"/>');
});
await new Promise((done) => canary.listen(0, "127.0.0.1", () => done(null)));
const { port } = /** @type {import("node:net").AddressInfo} */ (canary.address());
const AT = `http://127.0.0.1:${port}`;
const RUN = "top.hostile=1;parent.hostile=1;hostile=1";

const MARKDOWN = [
  `<script>${RUN}</script><img src="${AT}/md-img" onerror="${RUN}"><svg onload="${RUN}"><image href="${AT}/md-svg"/></svg>`,
  `<iframe src="${AT}/md-frame"></iframe><link rel="stylesheet" href="${AT}/md-link"><style>@import "${AT}/md-style";</style>`,
  `![](${AT}/md-image) ![x](data:image/svg+xml,<svg/onload=${RUN}>) [x](javascript:${RUN}) [y](data:text/html,<script>${RUN}</script>)`,
  `[![](${AT}/md-nested)](${AT}/md-around)\n\n[r]: ${AT}/md-reference\n\n![][r]`,
  `| <img src=x onerror="${RUN}"> | ![](${AT}/md-cell) |\n|---|---|\n| a | b |`,
  `\`\`\`svg\n<svg xmlns="http://www.w3.org/2000/svg" onload="${RUN}"><script>${RUN}</script><image href="${AT}/svg-block"/></svg>\n\`\`\``,
  `\`\`\`html"><img src=x onerror=${RUN}>\n<script>${RUN}</script>\n\`\`\``,
];

const MATH = [
  `\\href{javascript:${RUN}}{click}`,
  `\\href{${AT}/math-href}{x}`,
  `\\url{${AT}/math-url}`,
  `\\includegraphics[height=1em]{${AT}/math-image}`,
  `\\htmlData{x=1"><img src=${AT}/math-data>}{x}`,
  `\\htmlStyle{background: url(${AT}/math-style); position: fixed; inset: 0}{x}`,
  "\\htmlClass{shell consent}{x}",
  "\\htmlId{composer}{x}",
  `\\color{red;background:url(${AT}/math-color)}{x}`,
  `\\text{<img src=${AT}/math-text onerror=${RUN}>}`,
  "\\rule{99999em}{99999em}",
  "\\kern{-9999em}\\rule{999em}{999em}",
  "\\raisebox{-999em}{\\rule{20em}{20em}}",
  "\\def\\a{\\a\\a}\\a",
  `\\newcommand{\\b}{${"x".repeat(1500)}}${"\\b".repeat(200)}`,
  "\\sqrt{".repeat(300),
  `\\begin{matrix}${"&".repeat(1900)}\\end{matrix}`,
];

const chart = (...lines) => `flowchart TD\n${lines.join("\n")}`;
const init = (settings) => `%%{init: ${JSON.stringify(settings)}}%%`;
const OPEN = { securityLevel: "loose", htmlLabels: true, flowchart: { htmlLabels: true }, secure: [] };
const DIAGRAMS = [
  chart("A --> B", `click A href "javascript:${RUN}"`, `click B "${AT}/mermaid-click" _top`),
  chart("A --> B", `click A call alert("${RUN}")`, "click B alert"),
  `${init(OPEN)}\n${chart(`A["<img src='${AT}/mermaid-label' onerror='${RUN}'>"] --> B["<script>${RUN}</script>"]`)}`,
  `---\nconfig:\n  securityLevel: loose\n  htmlLabels: true\n  themeCSS: "* { background: url(${AT}/mermaid-front) }"\n---\n${chart(`A["<iframe src='${AT}/mermaid-frame'></iframe>"]`)}`,
  `${init({ ...OPEN, themeCSS: `@import url(${AT}/mermaid-import); * { fill: url(${AT}/mermaid-theme#a); background: url(${AT}/mermaid-theme) }` })}\n${chart("A --> B")}`,
  `${init({ themeVariables: { primaryColor: `red;} * { background: url(${AT}/mermaid-variable) }`, fontFamily: `x; background: url(${AT}/mermaid-font)` } })}\n${chart("A --> B")}`,
  `${init({ fontFamily: `a;} @font-face { font-family: a; src: url(${AT}/mermaid-face) } * { font-family: a` })}\n${chart("A --> B")}`,
  chart("A:::x --> B", `classDef x fill:url(${AT}/mermaid-class),background:url(${AT}/mermaid-back)`, `style B fill:url(${AT}/mermaid-fill#a),mask:url(${AT}/mermaid-mask)`),
  chart(`A["\`**a** ![](${AT}/mermaid-markdown) <img src=${AT}/mermaid-mixed onerror=${RUN}>\`"]`),
  chart(`A@{ img: "${AT}/mermaid-image", label: "x", w: 60, h: 60 }`, `B@{ icon: "x:y", form: "circle" }`),
  `sequenceDiagram\n  participant A as <img src=${AT}/mermaid-actor onerror=${RUN}>\n  link A: x @ javascript:${RUN}\n  links A: {"x": "${AT}/mermaid-links"}\n  A->>A: <script>${RUN}</script>`,
  `classDiagram\n  class A["<img src=${AT}/mermaid-class-label onerror=${RUN}>"]\n  link A "${AT}/mermaid-class-link"\n  click A call alert()`,
  `gantt\n  dateFormat YYYY\n  click a href "javascript:${RUN}"\n  section S\n  <img src=${AT}/mermaid-task onerror=${RUN}> :a, 2000, 1y`,
  `%%{init: {"__proto__": {"hostile": 1}, "constructor": {"prototype": {"hostile": 1}}}}%%\n${chart("A --> B")}`,
  `pie title <svg onload=${RUN}>\n  "<img src=${AT}/mermaid-pie onerror=${RUN}>" : 1`,
  // More than may be drawn.
  chart(...Array.from({ length: 390 }, (_, i) => `n${i} --> n${(i * 31) % 97} & m${i}`)),
  `gantt\n  dateFormat YYYY-MM-DD\n  tickInterval 1minute\n  excludes weekdays,weekends\n  section S\n  a :a, 0001-01-01, 9999-12-31\n`,
  `graph TD\n${"A-->B;".repeat(4000)}`,
];

const fence = (language, text) => `\`\`\`${language}\n${text}\n\`\`\``;
const TEXT = [...MARKDOWN, ...MATH.flatMap((tex) => [`a $${tex}$ b`, `$$\n${tex}\n$$`]), ...DIAGRAMS.map((source) => fence("mermaid", source))].join("\n\n");

/** In the page: an answer with this text. */
function answer(text) {
  const message = (id, parent, role, words) => ({ id, parent, siblings: [], role, status: { status: "complete" }, model: role === "user" ? null : "m", created_ms: 0, tokens: null, attachments: [], parts: [{ kind: "text", id: `${id}/0`, text: words }] });
  for (const made of [message("h0", null, "user", "?"), message("h1", "h0", "assistant", text)]) window.fakeSend("watch", { conversation: "c1", type: "message", message: made });
}

/** Where each formula is drawn, and what is beyond the place of the answer. */
const STATE = `(() => {
  const answer = [...document.querySelectorAll("[data-testid=message]")].at(-1);
  const { left, right } = answer.closest(".thread").getBoundingClientRect();
  return {
    hostile: window.hostile ?? null,
    polluted: ({}).hostile ?? null,
    elements: [...new Set([...answer.querySelectorAll("*")].map((element) => element.localName))].filter((name) => ["script", "style", "iframe", "link", "object", "embed", "a", "foreignobject", "image", "use"].includes(name.toLowerCase())),
    images: [...answer.querySelectorAll("img")].filter((image) => !image.src.startsWith("data:image/svg+xml,")).map((image) => image.src),
    handlers: [...answer.querySelectorAll("*")].flatMap((element) => element.getAttributeNames().filter((name) => name.startsWith("on"))),
    wide: [...answer.querySelectorAll(".formula, .diagram")].filter((box) => box.getBoundingClientRect().left < left - 1 || box.getBoundingClientRect().right > right + 1).length,
    uncontained: [...answer.querySelectorAll(".formula")].filter((box) => getComputedStyle(box).contain !== "paint").length,
  };
})()`;
const SETTLED = (count) => `document.querySelectorAll("[data-testid=diagram], .codeblock [role=status]").length >= ${count} && document.querySelectorAll(".formula-source, .formula").length > 0`;

await runChecks("hostile text", {
  "nothing runs, nothing is asked for, and nothing leaves its place": async (page) => {
    asked.length = 0;
    await page.show("?do=chat&turn=idle&calm=1", 1000, 800);
    await page.run(`(${answer})(${JSON.stringify(TEXT)})`);
    // All of it is drawn, wherever it is: as when words are looked for.
    await page.chord("Control", "f");
    await page.until(SETTLED(DIAGRAMS.length), 240_000);
    await page.run("document.querySelectorAll('[data-testid=diagram-source]').forEach((button) => (button.click(), button.click()))");
    await page.drawn();
    const { elements, ...state } = await page.run(STATE);
    assert.deepEqual(state, { hostile: null, polluted: null, images: [], handlers: [], wide: 0, uncontained: 0 });
    assert.deepEqual(elements, []);
    assert.deepEqual(asked, []);
    const drawn = await page.run('document.querySelectorAll("[data-testid=diagram]").length');
    assert.ok(drawn >= 3, `${drawn} diagrams were drawn`);
    // The frame may not say what its scripts are: they are told as violations there, not here.
    assert.deepEqual((await page.run("fakeErrors.splice(0)")).filter((line) => !line.startsWith("VIOLATION")), []);
  },

  "the frame of diagrams reaches neither the page nor the network": async (page) => {
    asked.length = 0;
    await page.show("?do=chat&turn=idle&calm=1", 1000, 800);
    // A script of the frame itself, as if Mermaid had let one through.
    const inside = `(async () => {
      const results = {};
      const attempt = async (name, act) => { try { results[name] = String(await act()); } catch (error) { results[name] = "refused"; } };
      await attempt("top", () => parent.document.title);
      await attempt("tauri", () => typeof parent.__TAURI_INTERNALS__);
      await attempt("storage", () => localStorage.length);
      await attempt("fetch", () => fetch("${AT}/frame-fetch").then(() => "reached"));
      await attempt("image", () => new Promise((done, fail) => { const image = new Image(); image.onload = () => done("reached"); image.onerror = fail; image.src = "${AT}/frame-image"; }));
      await attempt("socket", () => new Promise((done, fail) => { const socket = new WebSocket("${AT}/frame-socket".replace("http", "ws")); socket.onopen = () => done("reached"); socket.onerror = fail; }));
      await attempt("beacon", () => navigator.sendBeacon("${AT}/frame-beacon"));
      await attempt("open", () => (window.open("${AT}/frame-open") ? "reached" : "refused"));
      location.href = "${AT}/frame-navigation";
      return results;
    })()`;
    const results = await page.run(`new Promise((done) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", "allow-scripts");
      frame.src = "/diagram.html?inside=${encodeURIComponent(inside)}";
      addEventListener("message", ({ data }) => done(data));
      document.body.append(frame);
    })`);
    await page.past(1000);
    delete results.beacon;
    assert.deepEqual(results, { top: "refused", tauri: "refused", storage: "refused", fetch: "refused", image: "refused", socket: "refused", open: "refused" });
    assert.deepEqual(asked, []);
    assert.equal(await page.run("location.pathname"), "/");
    await page.run("fakeErrors.splice(0), 0");
  },

  "the same where nothing is checked is seen": async (page) => {
    asked.length = 0;
    await page.show(`unguarded?body=${encodeURIComponent(MARKDOWN[0] + MARKDOWN[1])}`, 1000, 800);
    await page.until("window.hostile === 1");
    for (let i = 0; i < 200 && asked.length < 3; i++) await new Promise((done) => setTimeout(done, 50));
    assert.ok(asked.some((url) => url === "/md-img") && asked.some((url) => url === "/md-frame"), `asked: ${asked}`);
  },
});
canary.close();
