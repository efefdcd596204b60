// Looks at every state of the pages in the pseudo-locale, which is accented, longer and right to left: no text may be cut off
// without a way to read it, and no page may be wider than its window. Usage: node dev/pseudo.mjs [NAME…]

import { SCENES } from "./scenes.mjs";
import { serve } from "./serve.mjs";
import { lookAtEach } from "./states.mjs";

const names = process.argv.slice(2);
/** Widths and heights are rounded apart from each other, in pixels. */
const ROUNDING = 1;

/** In the page: what is cut off. */
const CUT = `(() => {
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > ${2 * ROUNDING};
  const path = (element) => [element.parentElement, element].map((e) => e ? e.tagName.toLowerCase() + (e.dataset.testid ? "[" + e.dataset.testid + "]" : "." + e.classList[0]) : "").join(" > ");
  const found = [];
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + ${ROUNDING}) found.push("the page is " + root.scrollWidth + " pixels wide");
  for (const element of document.body.querySelectorAll("*")) {
    const text = [...element.childNodes].filter((node) => node.nodeType === 3 && node.data.trim()).map((node) => node.data.trim()).join(" ");
    if (!text || element instanceof SVGElement || element.closest(".sr, [hidden], option") || !shown(element)) continue;
    const { overflowX, textOverflow, display } = getComputedStyle(element);
    const cut = display !== "inline" && ["hidden", "clip"].includes(overflowX) && element.scrollWidth > element.clientWidth + ${ROUNDING};
    if (!cut) continue;
    // A row that opens on a press shows the whole below it.
    const row = element.closest("[aria-expanded], tr") ?? element.parentElement;
    if (row?.matches("[aria-expanded], :has([aria-expanded]), tr[aria-selected]")) continue;
    const whole = textOverflow === "ellipsis" && (element.closest("[title]") !== null || element.getAttribute("aria-label") !== null);
    if (!whole) found.push(path(element) + " cuts “" + text.slice(0, 60) + "”");
  }
  return found;
})()`;
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
