// Compares two builds of the pages: the computed style and the box of every element in every state. For a change of the
// styles that must not be seen. Usage: node dev/compare.mjs BEFORE AFTER [NAME…], where both are copies of `dist`.

import { open } from "./browser.mjs";
import { SCENES } from "./scenes.mjs";
import { serve } from "./serve.mjs";

const [before, after, ...words] = process.argv.slice(2);
const NARROW = [640, 560];
/** Differences of one state that are printed. */
const SHOWN = 6;

/** What the pages are read with: functions on `window.compare`. */
const READER = `
  const sheets = [...document.styleSheets];
  const text = sheets.map((sheet) => [...sheet.cssRules].map((rule) => rule.cssText).join("\\n")).join("\\n");
  const still = new CSSStyleSheet();
  still.replaceSync("* { caret-color: transparent !important; scrollbar-width: none !important; transition: none !important }");
  // Every property that some rule of the page sets. The hash of scoped styles is part of the names of animations.
  const set = (rules) => [...rules].flatMap((rule) => [...(rule.style ?? []), ...(rule.cssRules ? set(rule.cssRules) : [])]);
  let names = [...new Set(sheets.flatMap((sheet) => set(sheet.cssRules)))].filter((name) => !name.startsWith("--"));
  const read = (style) => names.map((name) => name + ": " + style.getPropertyValue(name)).join("; ").replace(/svelte-\\w+-?/g, "");
  const hash = (words) => {
    let sum = 0;
    for (let at = 0; at < words.length; at++) sum = (Math.imul(sum, 31) + words.charCodeAt(at)) | 0;
    return sum;
  };
  // Where an element lies in the one around it, wherever that is scrolled to.
  const box = (element) => {
    if (!element.getClientRects().length) return "box: none";
    const { x, y, width, height } = element.getBoundingClientRect();
    const outer = element.parentElement;
    const from = outer.getBoundingClientRect();
    return "box: " + [x - from.x + outer.scrollLeft, y - from.y + outer.scrollTop, width, height].map((size) => Math.round(size * 64) / 64).join(" ");
  };
  const PARTS = ["::before", "::after"];
  const of = (element) => [
    read(getComputedStyle(element)),
    box(element),
    element.placeholder ? read(getComputedStyle(element, "::placeholder")) : "",
    ...PARTS.map((part) => getComputedStyle(element, part)).map((style) => (style.content === "none" ? "" : read(style))),
  ];
  const all = () => {
    for (const animation of document.getAnimations()) animation.cancel();
    return [...document.querySelectorAll("body, body :not(svg *)")];
  };
  window.compare = {
    /** The properties that are read; with a list, those of that list from now on. */
    names: (wanted) => (names = wanted ?? names),
    /** Draws with the page's own rules, or with some of their conditions always true. */
    force(patterns) {
      for (const sheet of sheets) sheet.disabled = patterns.length > 0;
      const forced = new CSSStyleSheet();
      forced.replaceSync(patterns.reduce((css, [from, to]) => css.replace(new RegExp(from, "g"), to), text));
      document.adoptedStyleSheets = patterns.length ? [forced, still] : [still];
    },
    hashes: () => all().map((element) => element.tagName + of(element).map(hash).join()),
    styles: (places) => {
      const elements = all();
      return places.map((place) => {
        const element = elements[place];
        const names = [];
        for (let at = element; at && names.length < 4; at = at.parentElement) names.unshift(at.tagName.toLowerCase() + [...at.classList].map((name) => "." + name).join(""));
        return { path: names.join(" > "), styles: of(element) };
      });
    },
  };
  compare.force([]);
`;

/** How a state is looked at, beside its own size and theme. */
const LOOKS = [
  ["light", "compare.force([])"],
  ["hover", `compare.force([[":hover|:active", ":not(.no-such-class)"], ["prefers-reduced-motion: reduce|prefers-contrast: more|forced-colors: active", "min-width: 1px"]])`],
  ["focus", `compare.force([[":focus(-visible|-within)?", ":not(.no-such-class)"]])`],
  ["dark", `(compare.force([]), document.documentElement.dataset.theme = "dark")`],
  ["narrow", `(delete document.documentElement.dataset.theme, 1)`],
];

/** The properties that differ between two texts of a style. */
function properties(one, other) {
  const pairs = (style) => new Map(style.split(/;\s*/).map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]));
  const [a, b] = [pairs(one), pairs(other)];
  return [...new Set([...a.keys(), ...b.keys()])].filter((name) => a.get(name) !== b.get(name)).map((name) => `${name}: ${a.get(name)} → ${b.get(name)}`);
}

/** What differs between two pages that are in the same state, as lines. */
async function differences(pages) {
  const [one, other] = await Promise.all(pages.map((page) => page.run("compare.hashes()")));
  if (one.length !== other.length) return [`${one.length} elements → ${other.length}`];
  const places = one.flatMap((hash, at) => (hash === other[at] ? [] : [at]));
  const shown = JSON.stringify(places.slice(0, SHOWN));
  const [a, b] = await Promise.all(pages.map((page) => page.run(`compare.styles(${shown})`)));
  const lines = a.map(({ path, styles }, at) => {
    const changed = styles.flatMap((style, part) => properties(style, b[at].styles[part]));
    return `${path}\n      ${changed.slice(0, 8).join("; ")}`;
  });
  return places.length > SHOWN ? [...lines, `and ${places.length - SHOWN} more`] : lines;
}

async function look([name, path, query, size], pages, addresses) {
  const found = [];
  await Promise.all(pages.map((page, at) => page.go(`${addresses[at]}/${path}?${query}&theme=light`, ...size)));
  await Promise.all(pages.map((page) => page.load(READER)));
  const names = JSON.stringify([...new Set((await Promise.all(pages.map((page) => page.run("compare.names()")))).flat())].sort());
  await Promise.all(pages.map((page) => page.run(`compare.names(${names})`)));
  for (const [kind, act] of LOOKS) {
    if (kind === "narrow") await Promise.all(pages.map((page) => page.resize(...NARROW)));
    await Promise.all(pages.map((page) => page.run(`${act}, 1`)));
    for (const line of await differences(pages)) found.push(`${name} ${kind}: ${line}`);
    // The other looks would tell the same.
    if (found.length) break;
  }
  return found;
}

const servers = await Promise.all([before, after].map((dist) => serve(dist)));
const pages = await Promise.all([open(), open()]);
let states = 0;
let different = 0;
try {
  for (const scene of SCENES) {
    if (words.length && !words.includes(scene[0])) continue;
    const addresses = servers.map(({ address }) => address);
    const read = () => look(scene, pages, addresses).catch((error) => [`${scene[0]}: ${error.message}`]);
    let found = await read();
    // A clock that went on between the two pages is no difference.
    if (found.length) found = await read();
    for (const line of found) console.log(line);
    states += 1;
    different += found.length ? 1 : 0;
  }
} finally {
  await Promise.all(pages.map((page) => page.close()));
  for (const { server } of servers) server.close();
}
console.log(`${states} states compared, ${different} differ`);
process.exitCode = different || !states ? 1 : 0;
