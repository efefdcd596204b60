import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/**
 * The program freezes the prototypes of built-in objects, so an assignment of a word such as "constructor" to an empty object fails.
 * Grammars of CodeMirror that have such words define them instead; `dev/check-chat.mjs` loads every grammar.
 */
const definedWords: Plugin = {
  name: "defined-words",
  transform(code, id) {
    if (!id.includes("@codemirror/legacy-modes/mode/")) return null;
    const define = (object: string, key: string, value: string) => `Object.defineProperty(${object}, ${key}, { value: ${value}, enumerable: true });`;
    return code
      .replace("obj[words[i]] = true;", define("obj", "words[i]", "true"))
      .replace("words[prop] = parserConfig.extraWords[prop];", define("words", "prop", "parserConfig.extraWords[prop]"));
  },
};

/** Of the fonts of KaTeX, only the format that the windows' engines read. */
const oneFormat: Plugin = {
  name: "one-format",
  enforce: "pre",
  transform: (code, id) => (id.includes("/katex/dist/katex.css") ? code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\) format\("\w+"\)/g, "") : null),
};

// Three pages: the chat window's two, and the consent window's. Nothing is inlined: the windows run under a strict content security policy.
export default defineConfig({
  plugins: [svelte(), definedWords, oneFormat],
  clearScreen: false,
  server: { port: 5173, strictPort: true },
  build: {
    target: "safari16",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { main: "index.html", consent: "consent.html", recovery: "recovery.html" } },
  },
  test: { include: ["tests/**/*.test.ts"], environment: "node", testTimeout: 120_000, css: { include: /tokens\.css/ } },
});
