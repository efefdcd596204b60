// Checks the message catalogue and writes src/i18n/messages.ts, the ids with the names of their values.
// `--check` writes nothing and fails if that file is not current.
// The main window leaves out the messages of consent*.ftl and recovery*.ftl, which only the sources of those windows may use.
//
// Messages that only Rust uses are in terminal*.ftl (the terminal program), host*.ftl (the host) and desktop*.ftl (the tray and other
// parts of the system): the windows load none of them, and messages.ts lists none. A message for both is in another file. The Rust sources name a message by its constructor, as in `phrases::terminal_stopped`.

import { parse, Visitor } from "@fluent/syntax";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const UI = fileURLToPath(new URL("..", import.meta.url));
const RUST = fileURLToPath(new URL("../../src-tauri/", import.meta.url));
const TYPES = `${UI}src/i18n/messages.ts`;
const LANGUAGES = ["en", "de"];

const problems = [];

/** Names of the values in a message, sorted. */
function valuesOf(message) {
  const names = new Set();
  class Values extends Visitor {
    visitVariableReference(node) {
      names.add(node.id.name);
    }
  }
  new Values().visit(message);
  return [...names].sort();
}

/** Whether the windows leave a file of the catalogue out. */
const isOfRust = (file) => /^(terminal|host|desktop)[-.]/.test(file);

/** Whether the main window leaves a file of the catalogue out. */
const isOfOthers = (file) => /^(consent|recovery)[-.]/.test(file);

/** Whether only windows other than the main one use a source. */
const isSourceOfOthers = (name) => /^(features\/)?(consent|recovery)[./]/.test(name);

/** Messages of a language: id to the names of its values, and to whether the windows, or only the main one, leave it out. */
function catalogue(language) {
  const messages = new Map();
  const folder = `${UI}locales/${language}/`;
  for (const file of readdirSync(folder).sort()) {
    for (const entry of parse(readFileSync(folder + file, "utf8"), {}).body) {
      const where = `locales/${language}/${file}`;
      if (entry.type === "Junk") problems.push(`${where}: not Fluent: ${entry.content.trim().split("\n")[0]}`);
      if (entry.type !== "Message") continue;
      if (!entry.value) problems.push(`${where}: ${entry.id.name} has no text`);
      if (messages.has(entry.id.name)) problems.push(`${where}: ${entry.id.name} is there twice`);
      messages.set(entry.id.name, { values: valuesOf(entry), rust: isOfRust(file), others: isOfOthers(file) });
    }
  }
  return messages;
}

/** Ids that the sources of the windows name: quoted in full, or as a template literal with a prefix and a suffix. */
function usedIds(ids, isSource = (_) => true) {
  const used = new Set();
  for (const name of readdirSync(`${UI}src`, { recursive: true, encoding: "utf8" })) {
    if (!/\.(svelte|ts)$/.test(name) || name.endsWith("i18n/messages.ts") || !isSource(name)) continue;
    const source = readFileSync(`${UI}src/${name}`, "utf8");
    for (const [, id] of source.matchAll(/["']([a-z][a-z0-9-]+)["']/g)) used.add(id);
    for (const [, prefix, suffix] of source.matchAll(/`([a-z][a-z0-9-]*-)\$\{[^}`]*\}((?:-[a-z0-9-]+)?)`/g)) {
      for (const id of ids) if (id.startsWith(prefix) && id.endsWith(suffix)) used.add(id);
    }
  }
  return used;
}

/** Ids that the Rust sources name, by their constructors. A constructor whose name would be a keyword ends in an underscore. */
function usedInRust() {
  const used = new Set();
  for (const name of readdirSync(RUST, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".rs") || /^target\/|^crates\/messages\/|\/tests\//.test(name)) continue;
    for (const [, constructor] of readFileSync(RUST + name, "utf8").matchAll(/\bphrases::([a-z][a-z0-9_]*)/g)) {
      used.add(constructor.replace(/_$/, "").replaceAll("_", "-"));
    }
  }
  return used;
}

const [english, ...others] = LANGUAGES.map(catalogue);
others.forEach((other, i) => {
  const language = LANGUAGES[i + 1];
  for (const [id, { values, rust }] of english) {
    const theirs = other.get(id);
    if (!theirs) problems.push(`${id}: no message in ${language}`);
    else if (theirs.values.join() !== values.join()) problems.push(`${id}: en inserts [${values}], ${language} inserts [${theirs.values}]`);
    else if (theirs.rust !== rust) problems.push(`${id}: in a file that only Rust uses in one language only`);
  }
  for (const id of other.keys()) if (!english.has(id)) problems.push(`${id}: in ${language}, but not in en`);
});
const inMain = usedIds([...english.keys()], (name) => !isSourceOfOthers(name));
for (const [id, { others: left }] of english) if (left && inMain.has(id)) problems.push(`${id}: the main window may use it, but leaves out its file`);
const [inWindow, inRust] = [usedIds([...english.keys()]), usedInRust()];
for (const [id, { rust }] of english) {
  if (rust ? inRust.has(id) : inWindow.has(id)) continue;
  if (rust && inWindow.has(id)) problems.push(`${id}: the windows use it, but leave out its file`);
  else if (!rust && inRust.has(id)) problems.push(`${id}: only Rust uses it: it belongs in terminal*.ftl, host*.ftl or desktop*.ftl`);
  else problems.push(`${id}: not used`);
}

const lines = [...english]
  .filter(([, { rust }]) => !rust)
  .map(([id, { values }]) => `  "${id}": ${values.map((name) => `"${name}"`).join(" | ") || "null"};\n`);
const types = `// Generated from locales/en by \`npm run messages\`. Do not edit.

/** Ids of the messages, each with the names of the values it inserts. */
export interface Messages {
${lines.join("")}}
`;
if (!process.argv.includes("--check")) writeFileSync(TYPES, types);
else if (readFileSync(TYPES, "utf8") !== types) problems.push("src/i18n/messages.ts is not current: npm run messages");

for (const problem of problems) console.error(problem);
console.log(`${english.size} messages in ${LANGUAGES.join(", ")}: ${problems.length} problems`);
process.exitCode = problems.length ? 1 : 0;
