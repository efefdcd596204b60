// Owns how code is tinted: line by line, with the little that is carried from one line to the next. Each line is read
// once, from left to right; a language that is not known stays plain.

/** A run of code and its class; an empty class is plain. */
export type CodeRun = { text: string; tint: Tint };
/** Classes: comment, keyword, string, number, key, added, removed. */
export type Tint = "" | "cc" | "cw" | "cs" | "cn" | "ck" | "ca" | "cd";

/** What a line begins inside of: nothing, or a comment, string or tag that ends with `until`. */
export type Carried = { until: string; tint: Tint } | null;

/** A line in more runs than this is shown plain. */
const MAX_RUNS = 200;

/** How a language is read. */
type Language = {
  name: string;
  /** Matches the next thing worth a tint, by named group: see `TINTS`. */
  pattern: RegExp;
  /** What goes on over lines: an opening, its end, its class. */
  spans: readonly (readonly [string, string, Tint])[];
  words: ReadonlySet<string>;
  anyCase: boolean;
};

const TINTS: Record<string, Tint> = { comment: "cc", string: "cs", number: "cn", key: "ck", added: "ca", removed: "cd" };
const DOUBLE = String.raw`"(?:[^"\\]|\\.)*"?`;
const SINGLE = String.raw`'(?:[^'\\]|\\.)*'?`;
const NUMBER = String.raw`(?<number>\b(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?)\w*)`;
const WORD = String.raw`(?<word>[A-Za-z_$@][\w$]*)`;
const SLASHES = String.raw`\/\/.*`;
const HASH = String.raw`(?<![^\s;({[])#.*`;
const C_BLOCK = ["/*", "*/", "cc"] as const;

type Spec = {
  comment?: string;
  strings?: string;
  key?: string;
  spans?: readonly (readonly [string, string, Tint])[];
  words?: string;
  anyCase?: boolean;
  pattern?: string;
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

function language(name: string, spec: Spec): Language {
  const spans = spec.spans ?? [];
  const parts = [
    spec.pattern,
    spec.comment && `(?<comment>${spec.comment})`,
    spans.length > 0 && `(?<open>${spans.map(([open]) => escaped(open)).join("|")})`,
    spec.key && `(?<key>${spec.key})`,
    spec.strings && `(?<string>${spec.strings})`,
    spec.pattern === undefined && NUMBER,
    spec.pattern === undefined && WORD,
  ];
  return {
    name,
    pattern: new RegExp(parts.filter(Boolean).join("|"), "g"),
    spans,
    words: new Set((spec.words ?? "").split(" ")),
    anyCase: spec.anyCase ?? false,
  };
}

const C_WORDS =
  "break case const continue default do else enum extern for goto if return sizeof static struct switch typedef union void volatile while " +
  "bool char double float int long short signed unsigned true false null NULL nullptr inline";
const JS_WORDS =
  "abstract as async await break case catch class const continue debugger declare default delete do else enum export extends false finally for " +
  "from function get if implements import in infer instanceof interface is keyof let namespace new null of private protected public readonly " +
  "return satisfies set static super switch this throw true try type typeof undefined var void while with yield";
const OO_WORDS =
  `${C_WORDS} abstract as base boolean byte catch class data delegate explicit extends final finally fun foreach get implements import in ` +
  "instanceof interface internal is let lock namespace new object open operator out override package params private protected public readonly " +
  "record ref sealed set string super synchronized this throw throws trait transient try typeof using val var virtual when where yield " +
  "auto class constexpr decltype delete friend mutable noexcept template typename echo function mixed self defer extension func guard init " +
  "inout nil protocol some async await def match with";
const common = { comment: SLASHES, spans: [C_BLOCK], strings: `${DOUBLE}|${SINGLE}` };

/** Each language once, built when it is first needed, under all its names in fences. */
const SPECS: readonly (readonly [string, string, Spec])[] = [
  [
    "JavaScript",
    "js javascript mjs cjs jsx",
    { ...common, spans: [C_BLOCK, ["`", "`", "cs"]], words: JS_WORDS },
  ],
  [
    "TypeScript",
    "ts typescript mts cts tsx",
    { ...common, spans: [C_BLOCK, ["`", "`", "cs"]], words: `${JS_WORDS} any boolean never number object string symbol unknown` },
  ],
  ["C", "c h", { ...common, words: C_WORDS }],
  ["C++", "cpp c++ cc cxx hpp", { ...common, words: OO_WORDS }],
  ["C#", "cs csharp c#", { ...common, words: OO_WORDS }],
  ["Java", "java", { ...common, words: OO_WORDS }],
  ["Kotlin", "kotlin kt kts", { ...common, words: OO_WORDS }],
  ["Swift", "swift", { ...common, words: OO_WORDS }],
  ["Scala", "scala", { ...common, words: OO_WORDS }],
  ["Dart", "dart", { ...common, words: OO_WORDS }],
  ["PHP", "php", { ...common, words: OO_WORDS }],
  [
    "Go",
    "go golang",
    {
      ...common,
      spans: [C_BLOCK, ["`", "`", "cs"]],
      words:
        "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct " +
        "switch type var true false nil iota any bool byte error float64 int int64 rune string uint",
    },
  ],
  [
    "Rust",
    "rust rs",
    {
      comment: SLASHES,
      spans: [C_BLOCK],
      // A quote before a name is a lifetime, not a character.
      strings: String.raw`b?${DOUBLE}|b?'(?:[^'\\]|\\.[^']*)'`,
      words:
        "as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self " +
        "static struct super trait true type union unsafe use where while bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize",
    },
  ],
  [
    "Python",
    "python py python3 pyi",
    {
      comment: "#.*",
      spans: [
        ['"""', '"""', "cs"],
        ["'''", "'''", "cs"],
      ],
      strings: `${DOUBLE}|${SINGLE}`,
      words:
        "False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda " +
        "match nonlocal not or pass raise return self try while with yield",
    },
  ],
  [
    "Ruby",
    "ruby rb",
    {
      comment: HASH,
      strings: `${DOUBLE}|${SINGLE}`,
      words:
        "alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo rescue retry return self " +
        "super then true undef unless until when while yield require",
    },
  ],
  [
    "Shell",
    "sh bash shell zsh console shellsession fish",
    {
      comment: HASH,
      key: String.raw`\$\{?[\w@*#?!$-]+\}?`,
      strings: `${DOUBLE}|'[^']*'?`,
      words:
        "alias break case cd continue do done echo elif else esac eval exec exit export fi for function if in local read return select set shift " +
        "source sudo then trap unset until while",
    },
  ],
  ["PowerShell", "powershell ps1 pwsh", { comment: HASH, key: String.raw`\$[\w:]+`, strings: `${DOUBLE}|'[^']*'?`, words: "function param if else elseif foreach for while switch return try catch finally throw in begin process end", anyCase: true }],
  [
    "SQL",
    "sql postgresql postgres mysql sqlite",
    {
      comment: "--.*",
      spans: [C_BLOCK],
      strings: "'[^']*'?",
      anyCase: true,
      words:
        "add all alter analyze and as asc begin between by case cast check column commit constraint create cross default delete desc distinct drop else " +
        "end except exists explain false foreign from full group having if in index inner insert intersect into is join key left like limit not null " +
        "offset on or order outer over partition primary references returning right rollback select set table then transaction true union unique " +
        "update using values view when where with bigint boolean char date decimal integer numeric serial text timestamp varchar",
    },
  ],
  ["JSON", "json jsonc json5 jsonl", { comment: SLASHES, key: String.raw`"(?:[^"\\]|\\.)*"(?=\s*:)`, strings: DOUBLE, words: "true false null" }],
  [
    "YAML",
    "yaml yml",
    { comment: HASH, key: String.raw`^[\s-]*[\w."'/-]+(?=:(?:\s|$))`, strings: `${DOUBLE}|'[^']*'?`, words: "true false null yes no on off" },
  ],
  ["TOML", "toml", { comment: HASH, key: String.raw`^\s*\[+[^\]]*\]+|^\s*[\w."-]+(?=\s*=)`, spans: [['"""', '"""', "cs"]], strings: `${DOUBLE}|'[^']*'?`, words: "true false" }],
  ["INI", "ini conf cfg env dotenv properties", { comment: "^\\s*[#;].*", key: String.raw`^\s*\[[^\]]*\]|^\s*[\w.-]+(?=\s*[=:])`, strings: DOUBLE, words: "true false yes no on off" }],
  ["Dockerfile", "dockerfile docker", { comment: HASH, strings: `${DOUBLE}|${SINGLE}`, words: "FROM AS RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG ONBUILD STOPSIGNAL HEALTHCHECK SHELL" }],
  ["Makefile", "makefile make", { comment: HASH, key: String.raw`^[\w.%/-]+(?=\s*:)|\$[({][^)}]*[)}]`, strings: `${DOUBLE}|'[^']*'?`, words: "ifeq ifneq ifdef ifndef else endif include define endef export" }],
  ["Lua", "lua", { comment: "--.*", strings: `${DOUBLE}|${SINGLE}`, words: "and break do else elseif end false for function goto if in local nil not or repeat return then true until while" }],
  ["CSS", "css scss less", { spans: [C_BLOCK], comment: String.raw`(?<!:)\/\/.*`, key: String.raw`[\w-]+(?=\s*:\s)|--[\w-]+`, strings: `${DOUBLE}|${SINGLE}`, words: "@media @import @supports @keyframes @font-face @layer @container @use @include @mixin important" }],
  // In a tag, up to its end, names and values have a tint; text between tags has none.
  ["HTML", "html xml svg vue svelte xhtml", { pattern: String.raw`(?<tag><\/?[A-Za-z][\w:.-]*)`, spans: [["<!--", "-->", "cc"]] }],
  ["Diff", "diff patch", { pattern: String.raw`(?<key>^@@.*)|(?<comment>^(?:diff |index |\+\+\+ |--- ).*)|(?<added>^\+.*)|(?<removed>^-.*)` }],
];

const BY_NAME = new Map(SPECS.flatMap((spec) => spec[1].split(" ").map((name) => [name, spec] as const)));
const BUILT = new Map<string, Language>();
const IN_TAG: Carried = { until: ">", tint: "" };
const ATTRIBUTE = /(?<string>"[^"]*"?|'[^']*'?)|(?<key>[\w:@.-]+)(?==)|(?<end>\/?>)/g;

function languageOf(info: string): Language | null {
  const name = info.trim().split(/[\s,{]/, 1)[0]?.toLowerCase() ?? "";
  const spec = BY_NAME.get(name);
  if (!spec) return null;
  let built = BUILT.get(spec[0]);
  if (!built) BUILT.set(spec[0], (built = language(spec[0], spec[2])));
  return built;
}

/** Most characters of a language's name as a fence gives it. */
const NAME_CHARACTERS = 24;

/** What a fence's first word is called: a known language by its name, anything else as it stands. */
export function labelOf(info: string): string {
  return languageOf(info)?.name ?? ((info.trim().split(/\s/, 1)[0] ?? "").slice(0, NAME_CHARACTERS) || "Text");
}

/** Tints lines of one piece of code, in order. */
export class Highlighter {
  readonly #language: Language | null;

  constructor(info: string) {
    this.#language = languageOf(info);
  }

  /** The runs of a line that begins inside of `carried`, and what the next line begins inside of. Joined, the runs are the line. */
  line(text: string, carried: Carried): { runs: CodeRun[]; carried: Carried } {
    if (!this.#language) return { runs: plain(text), carried: null };
    const reader = new LineReader(text, this.#language, carried);
    const after = reader.read();
    return { runs: reader.runs.length > MAX_RUNS ? plain(text) : reader.runs, carried: after };
  }
}

const plain = (text: string): CodeRun[] => (text === "" ? [] : [{ text, tint: "" }]);

class LineReader {
  readonly runs: CodeRun[] = [];
  #at = 0;
  readonly #text: string;
  readonly #language: Language;
  #carried: Carried;

  constructor(text: string, language: Language, carried: Carried) {
    this.#text = text;
    this.#language = language;
    this.#carried = carried;
  }

  read(): Carried {
    while (this.#at < this.#text.length) {
      if (this.#carried === IN_TAG) this.#attributes();
      else if (this.#carried) this.#inside(this.#carried, this.#at);
      else this.#outside();
    }
    return this.#carried;
  }

  #add(end: number, tint: Tint): void {
    if (end <= this.#at) return;
    const text = this.#text.slice(this.#at, end);
    const last = this.runs.at(-1);
    if (last && last.tint === tint) last.text += text;
    else this.runs.push({ text, tint });
    this.#at = end;
  }

  /** Goes to the end of a comment or string; `from` is after its opening. */
  #inside(carried: { until: string; tint: Tint }, from: number): void {
    const end = this.#text.indexOf(carried.until, from);
    this.#carried = end < 0 ? carried : null;
    this.#add(end < 0 ? this.#text.length : end + carried.until.length, carried.tint);
  }

  #outside(): void {
    const { pattern, spans, words, anyCase } = this.#language;
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (!match || match[0] === "") return this.#add(this.#text.length, "");
    this.#add(match.index, "");
    const end = match.index + match[0].length;
    const groups = match.groups ?? {};
    if (groups.open !== undefined) {
      const [, until, tint] = spans.find(([open]) => open === groups.open) as (typeof spans)[number];
      return this.#inside({ until, tint }, end);
    }
    if (groups.tag !== undefined) {
      this.#carried = IN_TAG;
      return this.#add(end, "cw");
    }
    if (groups.word !== undefined) {
      return this.#add(end, words.has(anyCase ? groups.word.toLowerCase() : groups.word) ? "cw" : "");
    }
    const group = Object.keys(TINTS).find((name) => groups[name] !== undefined);
    this.#add(end, group ? (TINTS[group] as Tint) : "");
  }

  #attributes(): void {
    ATTRIBUTE.lastIndex = this.#at;
    const match = ATTRIBUTE.exec(this.#text);
    if (!match) return this.#add(this.#text.length, "");
    this.#add(match.index, "");
    const end = match.index + match[0].length;
    if (match.groups?.end !== undefined) this.#carried = null;
    this.#add(end, match.groups?.string !== undefined ? "cs" : match.groups?.key !== undefined ? "ck" : "cw");
  }
}
