// Looks at every state of the pages with axe-core, in both themes. Usage: node dev/axe.mjs [NAME…]

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { SCENES } from "./scenes.mjs";
import { serve } from "./serve.mjs";
import { lookAtEach } from "./states.mjs";

const names = process.argv.slice(2);
const axe = await readFile(fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");
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

const { server, address } = await serve();
const scenes = SCENES.filter(([name]) => !names.length || names.includes(name));
// Nothing moves: what is half faded in has half its contrast.
const states = scenes.map(([name, path, query, size]) => ({ name, size, url: `${address}/${path}?${query}&motion=reduce&theme=light` }));

/** What axe finds in the page in a theme, a line each. */
async function look(page, theme) {
  let found = await page.run(run(theme));
  for (let looks = 1; looks < LOOKS && found.passes < LEAST[theme]; looks += 1) {
    await new Promise((done) => setTimeout(done, PAUSE));
    found = await page.run(run(theme));
  }
  const { violations, passes, unsure } = found;
  const nothing = passes < LEAST[theme] ? [`axe looked at nothing: ${unsure.join("; ") || "no rule applied"}`] : [];
  return [...violations, ...nothing].map((line) => `${theme}: ${line}`);
}

try {
  const wrong = await lookAtEach(states, async (page, { size, url }) => {
    await page.go(url, ...size);
    await page.load(axe);
    const light = await look(page, "light");
    // As the setting changes it, so that each page is loaded once.
    await page.run(`document.documentElement.dataset.theme = "dark"`);
    return [...light, ...(await look(page, "dark")), ...(await page.errors())];
  });
  console.log(`${states.length} states looked at in both themes, ${wrong} things wrong`);
  process.exitCode = wrong || !states.length ? 1 : 0;
} finally {
  server.close();
}
