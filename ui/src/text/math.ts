// Owns how a formula of a model's text is set. KaTeX is loaded with the first one. What it makes is read as data and checked, element by
// element; a formula that it cannot read, that needs its trust, or that is too large stays the text that it is.

import { type Markup, readMarkup } from "./markup";

/** A longer formula is not set, in characters. */
const FORMULA_MOST = 2000;
/** Sizes that a formula names are at most this many ems. */
const SIZE_MOST = 20;
/** Macros of LaTeX are replaced this often in a formula. */
const EXPANSIONS_MOST = 1000;
/** A formula may not define macros: a few characters could stand for millions. */
const DEFINES = /\\(?:[gex]?def|let|futurelet|global|long|(?:re|provide)?newcommand|providecommand)(?![A-Za-z])/;
/** How many formulas are remembered. */
const REMEMBERED = 500;
/** How long formulas are set before what happens in the window has its turn, in milliseconds. */
const SLICE = 12;

const TEXT = "aria-hidden class style";
const MATH =
  "accent accentunder class columnalign columnlines columnspacing depth display displaystyle fence form height linebreak linethickness lspace mathbackground " +
  "mathcolor mathsize mathvariant maxsize minsize movablelimits notation rowlines rowspacing rspace scriptlevel separator stretchy style symmetric voffset width xmlns";
const MATH_ELEMENTS =
  "math menclose mfrac mi mn mo mover mpadded mphantom mroot mrow mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics annotation";

/** The attributes of each element that a formula is made of. */
const ALLOWED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["span", new Set(TEXT.split(" "))],
  ["svg", new Set("width height style viewBox preserveAspectRatio xmlns".split(" "))],
  ["path", new Set(["d"])],
  ["line", new Set("x1 x2 y1 y2 stroke-width".split(" "))],
  ...MATH_ELEMENTS.split(" ").map((name) => [name, new Set([...MATH.split(" "), "encoding"])] as const),
]);
const PROPERTIES = new Set(
  ("background-color border-bottom-width border-color border-right-style border-right-width border-style border-top-width border-width bottom color height left " +
    "margin margin-left margin-right margin-top min-width padding-left position text-shadow top vertical-align width").split(" "),
);
const VALUE = /^(?:calc\([-+.%\w ]{1,40}\)|[-#.%\w ]{1,60})$/;

/** KaTeX bounds a space above zero only: one far below would draw over other text. */
function fits(name: string, value: string): boolean {
  if (name === "position") return value === "relative";
  return VALUE.test(value) && !(name.startsWith("margin") && Number.parseFloat(value) < -SIZE_MOST);
}

/** The declarations of a style, or `null` if one is not allowed. */
export function stylesOf(style: string): [string, string][] | null {
  const declarations = style.split(";").filter((part) => part.trim() !== "");
  const read = declarations.map((part): [string, string] => [part.slice(0, part.indexOf(":")).trim(), part.slice(part.indexOf(":") + 1).trim()]);
  return read.every(([name, value]) => PROPERTIES.has(name) && fits(name, value)) ? read : null;
}

function allowed({ name, attributes, children }: Markup): boolean {
  const names = ALLOWED.get(name);
  if (!names) return false;
  for (const [attribute, value] of attributes) {
    if (!names.has(attribute)) return false;
    if (attribute === "style" && (name === "span" || name === "svg") && !stylesOf(value)) return false;
  }
  return children.every((child) => typeof child === "string" || allowed(child));
}

type Renderer = (tex: string, display: boolean) => string;

/** The markup of a formula if each part of it is allowed. */
export function checked(markup: string): Markup | null {
  const read = readMarkup(markup);
  return read && allowed(read) ? read : null;
}

function made(set: Renderer, tex: string, display: boolean): Markup | null {
  if (tex.length > FORMULA_MOST || DEFINES.test(tex)) return null;
  try {
    return checked(set(tex, display));
  } catch {
    return null;
  }
}

const known = new Map<string, Markup | null>();
let renderer: Promise<Renderer> | null = null;
let last: Promise<unknown> = Promise.resolve();
let slice = 0;

const load = (): Promise<Renderer> =>
  import("./katex").then(({ default: katex, addStyles }) => {
    // A file of its own would hold up what is drawn until it is loaded. Unit tests have no page.
    if (typeof document !== "undefined") addStyles(document);
    const options = {
      output: "htmlAndMathml",
      throwOnError: true,
      maxSize: SIZE_MOST,
      maxExpand: EXPANSIONS_MOST,
      strict: (code: string) => (code === "htmlExtension" ? "error" : "ignore"),
      trust: ({ command }: { command: string }): boolean => {
        throw new Error(`${command} is not trusted`);
      },
    } as const;
    return (tex, displayMode) => katex.renderToString(tex, { ...options, displayMode });
  });

const keyOf = (tex: string, display: boolean) => `${display ? "d" : "i"}${tex}`;

/** A formula that was set before; `undefined` if it was not. */
export function formulaKnown(tex: string, display: boolean): Markup | null | undefined {
  return known.get(keyOf(tex, display));
}

/** Sets a formula, after those before it; `null` if its source is to be shown. */
export function formula(tex: string, display: boolean): Promise<Markup | null> {
  const next = last.then(async () => {
    const key = keyOf(tex, display);
    if (known.has(key)) return known.get(key) ?? null;
    renderer ??= load();
    const set = await renderer;
    if (performance.now() - slice > SLICE) {
      await new Promise((done) => setTimeout(done));
      slice = performance.now();
    }
    const markup = made(set, tex, display);
    known.set(key, markup);
    for (const oldest of known.keys()) {
      if (known.size <= REMEMBERED) break;
      known.delete(oldest);
    }
    return markup;
  });
  last = next.catch(() => {
    renderer = null;
  });
  return next.catch(() => null);
}
