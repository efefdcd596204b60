// Adds up what each window loads before its first paint, compressed with gzip: scripts and styles of the page with all that they import
// statically, and the larger catalogue of messages. Parts that are loaded later and fonts do not count. The main window has a limit.

import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { tell } from "./told.mjs";

/** Bytes for the main window. */
const LIMIT = 200_000;
const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const LOCALES = fileURLToPath(new URL("../locales/", import.meta.url));
const PAGES = { main: "index.html", consent: "consent.html", quick: "quick.html", recovery: "recovery.html" };

const read = (file) => readFileSync(DIST + file);
const sizeOf = (file) => gzipSync(read(file), { level: 9 }).length;

const IMPORTS = /\b(?:import|from)\s*["']\.\/([^"']+\.js)["']/g;
const LATER = /\bimport\s*\(\s*["'`]\.\/([^"'`]+\.js)["'`]/g;

/** The scripts and styles that a page names. */
const namedIn = (page) => [...String(read(page)).matchAll(/\s(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, file]) => file);

/** Files, and those that their scripts import. */
function withImports(files, ...kinds) {
  const all = new Set(files);
  // The set grows while it is walked.
  for (const file of all) {
    if (!file.endsWith(".js")) continue;
    const script = String(read(file));
    for (const kind of kinds) for (const [, name] of script.matchAll(kind)) all.add(`assets/${name}`);
  }
  return [...all];
}

/** The one script with this name. */
function script(name) {
  const files = readdirSync(`${DIST}assets`).filter((file) => file.startsWith(`${name}-`) && file.endsWith(".js"));
  if (files.length !== 1) throw new Error(`${name}: not one script but [${files}]`);
  return `assets/${files[0]}`;
}

const languages = readdirSync(LOCALES);
/** The messages of each language for a window. */
const cataloguesOf = (window) => languages.map((language) => [script(language), ...(["main", "quick"].includes(window) ? [] : [script(`more-${language}`)])]);
const sum = (files) => files.reduce((all, file) => all + sizeOf(file), 0);
/** The script of each page that no other may load: it would start that page there. */
const counts = { passed: 0, failed: 0 };
const entries = Object.values(PAGES).map((page) => namedIn(page).findLast((file) => file.endsWith(".js")));
for (const [i, [name, page]] of Object.entries(PAGES).entries()) {
  const start = withImports(namedIn(page), IMPORTS);
  const catalogues = cataloguesOf(name);
  const [largest = []] = catalogues.toSorted((a, b) => sum(b) - sum(a));
  const files = [...start, ...largest];
  const bytes = sum(files);
  console.log(`${name}: ${bytes} bytes (${files.map((file) => `${basename(file)} ${sizeOf(file)}`).join(", ")})`);
  const ever = withImports(start, IMPORTS, LATER);
  const wrong = [
    !entries[i] && "it names no script",
    start.some((file) => catalogues.flat().includes(file)) && "it starts with a catalogue, whatever the language",
    ...entries.map((entry, of) => of !== i && ever.includes(entry) && `it may load ${entry}, the script of another page`),
    name === "main" && bytes > LIMIT && `it may start with ${LIMIT} bytes at most`,
  ].filter(Boolean);
  for (const line of wrong) console.log(`${page}: ${line}`);
  counts[wrong.length ? "failed" : "passed"] += 1;
}
tell("first load", counts);
