// Looks at every state of the pages in the pseudo-locale, which is accented, longer and right to left: no text may be cut off
// without a way to read it, and no page may be wider than its window. Usage: node dev/pseudo.mjs [NAME…]

import { readFile } from "node:fs/promises";

import { SCENES } from "./scenes.mjs";
import { serve } from "./serve.mjs";
import { lookAtEach } from "./states.mjs";

const names = process.argv.slice(2);
/** In the page: what is cut off. */
const CUT = await readFile(new URL("cut.js", import.meta.url), "utf8");
/** In the page: whether its own words come from the pseudo-locale. */
const PSEUDO = `document.documentElement.dir === "rtl" && /[\\u00c0-\\u024f]{3}/.test(document.body.innerText)`;

const { server, address } = await serve();
const scenes = SCENES.filter(([name]) => !names.length || names.includes(name));
const states = scenes.map(([name, path, query, size]) => ({
  name,
  size,
  url: `${address}/${path}?${query}&motion=reduce&theme=light&language=pseudo`,
}));

try {
  const wrong = await lookAtEach(states, async (page, { size, url }) => {
    await page.go(url, ...size);
    const language = (await page.run(PSEUDO)) ? [] : ["the page is not in the pseudo-locale"];
    return [...(await page.run(CUT)), ...language, ...(await page.errors())];
  });
  console.log(`${states.length} states in the pseudo-locale, ${wrong} wrong`);
  process.exitCode = wrong || !states.length ? 1 : 0;
} finally {
  server.close();
}
