import { basename } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { build, type Plugin, type Rolldown } from "vite";
import { defineConfig } from "vitest/config";
import { bounded } from "./scripts/bounded.ts";

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

/** The script of the frame that draws diagrams: one file that is no module, because a frame with an origin of its own may load no other. */
async function frameScript(): Promise<string> {
  // The library looks for a variable of its own on the global object, where one of a module is not.
  const local = (code: string) => code.replace("globalThis.__esbuild_esm_mermaid_nm", "__esbuild_esm_mermaid_nm");
  const steps: Plugin = { name: "steps", transform: (code, id) => (id.includes("/mermaid.tiny.js") ? bounded(local(code)) : null) };
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: "warn",
    plugins: [steps],
    build: { target: "safari16", write: false, lib: { entry: "src/diagram/frame.ts", formats: ["iife"], name: "diagram" }, chunkSizeWarningLimit: 4000 },
  });
  const [first] = [built].flat();
  if (!first || !("output" in first)) throw new Error("the frame was not built");
  return first.output[0].code;
}

const FRAME = "assets/diagram.js";
const diagramFrame: Plugin = {
  name: "diagram-frame",
  async generateBundle() {
    this.emitFile({ type: "asset", fileName: FRAME, source: await frameScript() });
  },
  configureServer({ middlewares }) {
    middlewares.use(`/${FRAME}`, (_, response) => {
      void frameScript().then((code) => response.setHeader("content-type", "text/javascript").end(code));
    });
  },
};

/** Pages, by the names of their files, that use a module: from their start, or at all. */
function pagesOf(module: string, graph: Rolldown.ChunkingContext, later: boolean): string[] {
  const pages = new Set<string>();
  const seen = new Set([module]);
  // The set grows while it is walked.
  for (const id of seen) {
    const info = graph.getModuleInfo(id);
    if (info?.isEntry) pages.add(basename(id, ".html"));
    for (const importer of [...(info?.importers ?? []), ...((later && info?.dynamicImporters) || [])]) seen.add(importer);
  }
  return [...pages];
}

/**
 * The file for a module that pages load at their start. The styles of parts that are loaded later are among them: while WebKit waits
 * for a style sheet, it draws nothing new and loses the focus.
 */
function startFile(module: string, graph: Rolldown.ChunkingContext): string | null {
  const isStyle = /\.css$/.test(module);
  const [page, ...more] = pagesOf(module, graph, isStyle);
  if (page === undefined) return null;
  if (more.length) return "shared";
  return pagesOf(module, graph, true).length > 1 ? `${page}-later` : page;
}

/**
 * A page starts with few files, and its styles in one order, however many parts that are loaded later use the same modules: one file
 * that it shares with the start of other pages, one that parts of other pages use later, and one that no other page loads, because
 * it would start this page there. What is shared goes first: a file takes along what its modules import.
 */
const STARTS: Rolldown.CodeSplittingGroup[] = [/^shared$/, /-later$/, /./].map((kind, i) => ({
  priority: 3 - i,
  name(module, graph) {
    const file = startFile(module, graph);
    return file !== null && kind.test(file) ? file : null;
  },
}));

/** The tests of what follows state. */
const REACTIVE = "tests/**/*.svelte.test.ts";

// Four pages: the chat window's two, the consent window's, and that of Quick ask. Nothing is inlined: the windows run under a strict content security policy.
export default defineConfig({
  plugins: [svelte(), definedWords, oneFormat, diagramFrame],
  clearScreen: false,
  server: { port: 5173, strictPort: true },
  build: {
    target: "safari16",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { main: "index.html", consent: "consent.html", quick: "quick.html", recovery: "recovery.html" },
      output: { codeSplitting: { groups: STARTS } },
    },
  },
  test: {
    setupFiles: "tests/language.ts",
    testTimeout: 120_000,
    css: { include: /tokens\.css/ },
    projects: [
      { extends: true, test: { name: "text", include: ["tests/**/*.test.ts"], exclude: [REACTIVE], environment: "node" } },
      // As a window does, these follow state: with the modules for browsers, and without a page.
      {
        extends: true,
        environments: { client: { resolve: { conditions: ["browser", "development"] } } },
        test: { name: "state", include: [REACTIVE], environment: "./tests/reactive.ts", server: { deps: { inline: ["svelte"] } } },
      },
    ],
  },
});
