// Owns the name that is proposed for a piece of code that is saved.

/** The ending of a file, by the language of a fence; what is an ending already stands for itself. */
const ENDINGS: Readonly<Record<string, string>> = {
  "c++": "cpp", "c#": "cs", csharp: "cs", "f#": "fs", fsharp: "fs", clojure: "clj", commonlisp: "lisp", crystal: "cr", dlang: "d",
  erlang: "erl", fortran: "f90", golang: "go", haskell: "hs", javascript: "js", julia: "jl", kotlin: "kt", latex: "tex",
  objectivec: "m", "objective-c": "m", objc: "m", ocaml: "ml", octave: "m", matlab: "m", pascal: "pas", delphi: "pas", perl: "pl",
  postgresql: "sql", postgres: "sql", pgsql: "sql", mysql: "sql", mariadb: "sql", mssql: "sql", tsql: "sql", sqlite: "sql", sqlite3: "sql",
  powershell: "ps1", pwsh: "ps1", protobuf: "proto", python: "py", python3: "py", racket: "rkt", ruby: "rb", rust: "rs", scheme: "scm",
  shell: "sh", bash: "sh", zsh: "sh", console: "txt", shellsession: "txt", text: "txt", plaintext: "txt", plain: "txt", typescript: "ts",
  systemverilog: "sv", verilog: "v", vhdl: "vhd", vbnet: "vb", wasm: "wat", yaml: "yml", markdown: "md", mermaid: "mmd",
};
/** Endings that are the name of a language in fences too. */
const KNOWN: ReadonlySet<string> = new Set(
  (
    "c h cs cc cpp cxx hpp clj cljs edn cmake lisp cr css d dart diff patch elm erl fs f90 go groovy gradle hs html xhtml vue " +
    "svelte ini conf cfg env properties java js mjs cjs jsx json jsonc json5 jsonl jl kt kts tex less lua mk ml nginx pl php ps1 proto py pyi r rb " +
    "rs scala scm scss sh fish sql swift tcl toml ts mts cts tsx sv vb wat xml svg xsd xslt plist yml csv md txt log mmd"
  ).split(" "),
);
/** The one file that a language is named after. */
const WHOLE: Readonly<Record<string, string>> = { makefile: "Makefile", make: "Makefile", dockerfile: "Dockerfile", docker: "Dockerfile", containerfile: "Dockerfile" };

/** The name that is proposed for code of a language: `snippet.py`. The language is a model's word: only known ones make an ending. */
export function fileNameOf(info: string): string {
  const language = (/^\S+/.exec(info)?.[0] ?? "").toLowerCase();
  if (Object.hasOwn(WHOLE, language)) return WHOLE[language] ?? "snippet.txt";
  if (Object.hasOwn(ENDINGS, language)) return `snippet.${ENDINGS[language]}`;
  return `snippet.${KNOWN.has(language) ? language : "txt"}`;
}
