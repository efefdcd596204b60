// Looks at every state of the pages in the pseudo-locale, which is accented, longer and right to left: no text may be cut off
// without a way to read it, no page may be wider than its window, and axe-core finds nothing, in both themes.
// Usage: node dev/check-states.mjs [--language=en] [NAME…]

import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { SCENES } from "./scenes.mjs";
import { serve } from "./serve.mjs";
import { lookAtEach } from "./states.mjs";
import { tell } from "./told.mjs";

const { values, positionals: names } = parseArgs({
  options: { language: { type: "string", default: "pseudo" } },
  allowPositionals: true,
});
const { language } = values;
/** In the page: whether its own words come from the pseudo-locale. */
const PSEUDO = `document.documentElement.dir === "rtl" && /[\\u00c0-\\u024f]{3}/.test(document.body.innerText)`;
/** In the page: what is cut off. */
const CUT = await readFile(new URL("cut.js", import.meta.url), "utf8");
// Everything that axe counts as an offence, good practice included. The other theme gives the same page other colours.
const RULES = { light: {}, dark: { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } } };
const run = (theme) => `axe.run(document, ${JSON.stringify({ resultTypes: ["violations"], ...RULES[theme] })}).then(({ violations, passes, incomplete }) => ({
  passes: passes.length,
  unsure: [...new Set(incomplete.flatMap((v) => v.nodes.flatMap((n) => n.any.map((check) => check.message))))],
  violations: violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.target.join(" ") + "\\n    " + n.failureSummary.replaceAll("\\n", "\\n    "))),
}))`;
/** Fewer rules that hold mean that nothing was looked at. */
const LEAST = { light: 10, dark: 1 };
/** Looks at a state before it counts as one that nothing was found in: a picture that still comes hides what is under it. */
const LOOKS = 10;
/** How long it takes between two of them, in milliseconds. */
const PAUSE = 500;

const { server, address } = await serve({ keep: true });
// By size: to give a window another one is work, too.
const scenes = SCENES.filter(([name]) => !names.length || names.includes(name)).sort(([, , , [w, h]], [, , , [width, height]]) => w - width || h - height);
// Nothing moves: what is half faded in has half its contrast.
const states = scenes.map(([name, path, query, size]) => ({
  name,
  size,
  url: `${address}/${path}?${query}&motion=reduce&theme=light&language=${language}&axe`,
}));

/** What axe finds in the page in a theme, a line each. */
async function found(page, theme) {
  let seen = await page.run(run(theme));
  for (let looks = 1; looks < LOOKS && seen.passes < LEAST[theme]; looks += 1) {
    await new Promise((done) => setTimeout(done, PAUSE));
    seen = await page.run(run(theme));
  }
  const { violations, passes, unsure } = seen;
  const nothing = passes < LEAST[theme] ? [`axe looked at nothing: ${unsure.join("; ") || "no rule applied"}`] : [];
  return [...violations, ...nothing].map((line) => `${theme}: ${line}`);
}

/** What is wrong with the texts in the page, a line each. */
async function texts(page) {
  if (language !== "pseudo") return [];
  const translated = (await page.run(PSEUDO)) ? [] : ["the page is not in the pseudo-locale"];
  return [...(await page.run(CUT)), ...translated];
}

try {
  const look = async (page, { size, url }) => {
    await page.go(url, ...size);
    const cut = await texts(page);
    const light = await found(page, "light");
    // As the setting changes it, so that each page is loaded once. At once, also on the page that has no settings: a button that
    // fades from one theme to the other has the contrast of neither.
    await page.run(`Object.assign(document.documentElement.dataset, { motion: "reduce", theme: "dark" })`);
    return [...cut, ...light, ...(await found(page, "dark")), ...(await page.errors())];
  };
  tell("states", await lookAtEach(states, look, { brief: true }));
} finally {
  server.close();
}
