// Owns the languages that code can be highlighted in: their names, and the stream grammars of CodeMirror, each loaded when first needed.

import type { StreamParser } from "@codemirror/language";

/** Classes: comment, keyword, string, number, key, added, removed; an empty class is plain. */
export type Tint = "" | "cc" | "cw" | "cs" | "cn" | "ck" | "ca" | "cd";
/** How a language is read: line by line, with a state that goes from one line to the next. */
export type Grammar = { parser: StreamParser<unknown>; tints: Readonly<Record<string, Tint>> };

/** The name that is shown, its names in fences, its grammar, and token types whose class is not that of `TINTS`. */
type Language = readonly [string, string, () => Promise<unknown>, Readonly<Record<string, Tint>>?];

/** The class of each type of token; others are plain. */
const TINTS: Readonly<Record<string, Tint>> = {
  ...all("cc", "comment"),
  ...all("cw", "keyword controlKeyword atom self tag angleBracket type macroName"),
  ...all("cs", "string character regexp link"),
  ...all("cn", "number integer"),
  ...all("ck", "property propertyName attribute def qualifier header meta"),
  inserted: "ca",
  deleted: "cd",
};

function all(tint: Tint, types: string): Record<string, Tint> {
  return Object.fromEntries(types.split(" ").map((type) => [type, tint]));
}

const clike = () => import("@codemirror/legacy-modes/mode/clike");
const css = () => import("@codemirror/legacy-modes/mode/css");
const javascript = () => import("@codemirror/legacy-modes/mode/javascript");
const mllike = () => import("@codemirror/legacy-modes/mode/mllike");
const shell = () => import("@codemirror/legacy-modes/mode/shell");
const sql = () => import("@codemirror/legacy-modes/mode/sql");
const xml = () => import("@codemirror/legacy-modes/mode/xml");

const LANGUAGES: readonly Language[] = [
  ["C", "c h", async () => (await clike()).c],
  ["C#", "csharp cs c#", async () => (await clike()).csharp],
  ["C++", "cpp c++ cc cxx hpp", async () => (await clike()).cpp],
  ["Clojure", "clojure clj cljs edn", async () => (await import("@codemirror/legacy-modes/mode/clojure")).clojure],
  ["CMake", "cmake", async () => (await import("@codemirror/legacy-modes/mode/cmake")).cmake],
  ["Common Lisp", "commonlisp lisp elisp", async () => (await import("@codemirror/legacy-modes/mode/commonlisp")).commonLisp],
  ["Crystal", "crystal cr", async () => (await import("@codemirror/legacy-modes/mode/crystal")).crystal],
  ["CSS", "css", async () => (await css()).css],
  ["D", "d dlang", async () => (await import("@codemirror/legacy-modes/mode/d")).d],
  ["Dart", "dart", async () => (await clike()).dart],
  ["Diff", "diff patch", async () => (await import("@codemirror/legacy-modes/mode/diff")).diff],
  ["Dockerfile", "dockerfile docker containerfile", async () => (await import("@codemirror/legacy-modes/mode/dockerfile")).dockerFile],
  ["Elm", "elm", async () => (await import("@codemirror/legacy-modes/mode/elm")).elm],
  ["Erlang", "erlang erl", async () => (await import("@codemirror/legacy-modes/mode/erlang")).erlang],
  ["F#", "fsharp fs f#", async () => (await mllike()).fSharp],
  ["Fortran", "fortran f90", async () => (await import("@codemirror/legacy-modes/mode/fortran")).fortran],
  ["Go", "go golang", async () => (await import("@codemirror/legacy-modes/mode/go")).go],
  ["Groovy", "groovy gradle", async () => (await import("@codemirror/legacy-modes/mode/groovy")).groovy],
  ["Haskell", "haskell hs", async () => (await import("@codemirror/legacy-modes/mode/haskell")).haskell],
  ["HTML", "html xhtml vue svelte", async () => (await xml()).html],
  ["INI", "ini conf cfg env dotenv properties", async () => (await import("@codemirror/legacy-modes/mode/properties")).properties],
  ["Java", "java", async () => (await clike()).java],
  ["JavaScript", "javascript js mjs cjs jsx", async () => (await javascript()).javascript],
  ["JSON", "json jsonc json5 jsonl", async () => (await javascript()).json],
  ["Julia", "julia jl", async () => (await import("@codemirror/legacy-modes/mode/julia")).julia],
  ["Kotlin", "kotlin kt kts", async () => (await clike()).kotlin],
  ["LaTeX", "latex tex", async () => (await import("@codemirror/legacy-modes/mode/stex")).stex],
  ["Less", "less", async () => (await css()).less],
  ["Lua", "lua", async () => (await import("@codemirror/legacy-modes/mode/lua")).lua],
  ["Makefile", "makefile make mk", async () => (await shell()).shell],
  ["nginx", "nginx", async () => (await import("@codemirror/legacy-modes/mode/nginx")).nginx],
  ["Objective-C", "objectivec objective-c objc", async () => (await clike()).objectiveC],
  ["OCaml", "ocaml ml", async () => (await mllike()).oCaml],
  ["Octave", "octave matlab", async () => (await import("@codemirror/legacy-modes/mode/octave")).octave],
  ["Pascal", "pascal delphi", async () => (await import("@codemirror/legacy-modes/mode/pascal")).pascal],
  ["Perl", "perl pl", async () => (await import("@codemirror/legacy-modes/mode/perl")).perl],
  ["PHP", "php", async () => php((await clike()).clike)],
  ["PostgreSQL", "postgresql postgres pgsql", async () => (await sql()).pgSQL],
  ["PowerShell", "powershell ps1 pwsh", async () => (await import("@codemirror/legacy-modes/mode/powershell")).powerShell],
  ["Protocol Buffers", "protobuf proto", async () => (await import("@codemirror/legacy-modes/mode/protobuf")).protobuf],
  ["Python", "python py python3 pyi", async () => (await import("@codemirror/legacy-modes/mode/python")).python],
  ["R", "r", async () => (await import("@codemirror/legacy-modes/mode/r")).r],
  ["Ruby", "ruby rb", async () => (await import("@codemirror/legacy-modes/mode/ruby")).ruby],
  ["Rust", "rust rs", async () => (await import("@codemirror/legacy-modes/mode/rust")).rust],
  ["Scala", "scala", async () => (await clike()).scala],
  ["Scheme", "scheme racket", async () => (await import("@codemirror/legacy-modes/mode/scheme")).scheme],
  ["SCSS", "scss", async () => (await css()).sCSS],
  ["Shell", "shell sh bash zsh console shellsession fish", async () => (await shell()).shell],
  ["SQL", "sql", async () => (await sql()).standardSQL],
  ["SQL", "mysql mariadb", async () => (await sql()).mySQL],
  ["SQL", "mssql tsql", async () => (await sql()).msSQL],
  ["SQLite", "sqlite sqlite3", async () => (await sql()).sqlite],
  ["Swift", "swift", async () => (await import("@codemirror/legacy-modes/mode/swift")).swift],
  ["Tcl", "tcl", async () => (await import("@codemirror/legacy-modes/mode/tcl")).tcl],
  ["TOML", "toml", async () => (await import("@codemirror/legacy-modes/mode/toml")).toml],
  ["TypeScript", "typescript ts mts cts tsx", async () => (await javascript()).typescript],
  ["Verilog", "verilog systemverilog sv", async () => (await import("@codemirror/legacy-modes/mode/verilog")).verilog],
  ["VHDL", "vhdl", async () => (await import("@codemirror/legacy-modes/mode/vhdl")).vhdl],
  ["Visual Basic", "vb vbnet", async () => (await import("@codemirror/legacy-modes/mode/vb")).vb],
  ["WebAssembly", "wast wat wasm", async () => (await import("@codemirror/legacy-modes/mode/wast")).wast],
  ["XML", "xml svg xsd xslt plist", async () => (await xml()).xml],
  ["YAML", "yaml yml", async () => (await import("@codemirror/legacy-modes/mode/yaml")).yaml, { atom: "ck", meta: "" }],
];

const PHP_WORDS =
  "abstract and array as break callable case catch class clone const continue declare default do echo else elseif enum extends final finally fn " +
  "for foreach function global goto if implements include include_once instanceof insteadof interface isset list match mixed namespace new or " +
  "print private protected public readonly require require_once return self static switch throw trait try unset use var while xor yield";

type Clike = typeof import("@codemirror/legacy-modes/mode/clike").clike;
type Stream = { match(pattern: RegExp): unknown; skipToEnd(): void };

/** PHP, which CodeMirror has as no stream grammar of its own. */
function php(of: Clike): unknown {
  const words = (text: string) => Object.fromEntries(text.split(" ").map((word) => [word, true]));
  const hash = (stream: Stream) => {
    if (stream.match(/^\[/)) return "meta";
    stream.skipToEnd();
    return "comment";
  };
  const open = (stream: Stream) => (stream.match(/^\?(?:php|=)?/) ? "meta" : false);
  const close = (stream: Stream) => (stream.match(/^>/) ? "meta" : false);
  const hooks = { "#": hash, "<": open, "?": close };
  return of({ name: "php", keywords: words(PHP_WORDS), atoms: words("true false null TRUE FALSE NULL"), multiLineStrings: true, hooks });
}

const BY_NAME = new Map(LANGUAGES.flatMap((language) => language[1].split(" ").map((name) => [name, language] as const)));
const LOADED = new Map<string, Grammar>();
const LOADING = new Map<string, Promise<Grammar | null>>();

/** Most characters of a language's name as a fence gives it. */
const NAME_CHARACTERS = 24;

function languageOf(info: string): Language | null {
  const name = info.trim().split(/[\s,{]/, 1)[0]?.toLowerCase() ?? "";
  return BY_NAME.get(name) ?? null;
}

/** What a fence's first word is called: a known language by its name, anything else as it stands. */
export function labelOf(info: string): string {
  return languageOf(info)?.[0] ?? ((info.trim().split(/\s/, 1)[0] ?? "").slice(0, NAME_CHARACTERS) || "Text");
}

/** The grammar of a fence's language if it is loaded. */
export function grammarOf(info: string): Grammar | null {
  const language = languageOf(info);
  return language ? (LOADED.get(language[1]) ?? null) : null;
}

/** Loads the grammar of a fence's language, once; `null` if the language is not known or its file cannot be read. */
export function loadGrammar(info: string): Promise<Grammar | null> {
  const language = languageOf(info);
  if (!language) return Promise.resolve(null);
  const [, names, load, tints] = language;
  let loading = LOADING.get(names);
  if (!loading) {
    loading = load().then(
      (parser) => {
        const grammar = { parser: parser as StreamParser<unknown>, tints: { ...TINTS, ...tints } };
        LOADED.set(names, grammar);
        return grammar;
      },
      () => null,
    );
    LOADING.set(names, loading);
  }
  return loading;
}
