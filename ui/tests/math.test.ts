import { describe, expect, it } from "vitest";
import { formulas } from "./shown-markdown";
import { MarkdownStream } from "../src/text/markdown";
import { readMarkup } from "../src/text/markup";
import { checked, formula, formulaKnown } from "../src/text/math";

const inline = (text: string) => formulas(text).map(({ tex, display }) => (display ? `[${tex}]` : `(${tex})`));

const written = (markup: unknown) => JSON.stringify(markup, (_, value) => (value instanceof Map ? [...value] : value));

describe("formulas in markdown", () => {
  it("are read between each kind of marks", () => {
    expect(inline("So $E=mc^2$, \\(a_1 * b_1 * c\\) and $$x$$ hold: \\[y\\].")).toEqual(["(E=mc^2)", "(a_1 * b_1 * c)", "[x]", "[y]"]);
    expect(inline("Sum:\n$$\n\\sum_i a_i\n= b\n+ c\n- d\n$$\nand on.")).toEqual(["[\\sum_i a_i\n= b\n+ c\n- d]"]);
    expect(inline("\\[\na\n\\]")).toEqual(["[a]"]);
    expect(inline("- one $a$\n- two\n\n  $$\n  b\n  $$\n")).toEqual(["(a)", "[b]"]);
    expect(inline("> $$\n> q\n> $$\n")).toEqual(["[q]"]);
    expect(inline("| a | b |\n|---|---|\n| $x$ | $y$ |\n")).toEqual(["(x)", "(y)"]);
    expect(inline("**bold $a$** and [$b$](https://a.example)")).toEqual(["(a)", "(b)"]);
  });

  it("are no amounts of money, variables or code", () => {
    for (const text of [
      "costs $5 and $6",
      "It costs $5, not $6.",
      "$5-$6, $5/$6, $5–$10k",
      "$100 per seat, or about EUR 90, paid in A$",
      "US$5 and A$6 and NZ$",
      "set $PATH and $HOME, or $HOME/$USER",
      "`$a$` and ``$$b$$``",
      "\\$a$ and $a\\$",
      "$ a$ and $a $",
      "$$ $$ and \\(\\)",
      "one $ two\n\nthree $ four",
      "```\n$$\na\n$$\n```",
    ])
      expect(inline(text), text).toEqual([]);
    expect(inline("costs $5, so $x=5$ holds")).toEqual(["(x=5)"]);
    expect(inline("$5$, $2x$ and $3 + 4$")).toEqual(["(5)", "(2x)", "(3 + 4)"]);
  });

  it("do not keep what follows a mark without an end from being read", () => {
    const kinds = (text: string) => new MarkdownStream().update(text).flatMap(({ blocks }) => blocks.map((block) => (block.kind === "token" ? block.token.type : block.kind)));
    expect(kinds("The process is $$ there\n```sh\necho\n\necho\n```\n")).toEqual(["paragraph", "code"]);
    expect(kinds("$$ open\n# Title\n")).toEqual(["paragraph", "heading"]);
    expect(kinds("$$ open\n\n- item\n")).toEqual(["paragraph", "list"]);
  });

  it("are the same in whatever pieces the text comes", () => {
    const text = "Sum:\n$$\n\\sum_i a_i\n= b\n+ c\n$$\nand $x$ on.\n\n- \\[\n  y\n  \\]\n";
    for (let size = 1; size < 9; size++) {
      const stream = new MarkdownStream();
      let groups = stream.update("");
      for (let at = 0; at < text.length; at += size) groups = stream.update(text.slice(0, at + size));
      expect(JSON.stringify(groups)).toBe(JSON.stringify(new MarkdownStream().update(text)));
    }
  });
});

describe("a formula", () => {
  it("is set, and known from then on", async () => {
    expect(formulaKnown("x^2", false)).toBeUndefined();
    const markup = await formula("x^2", false);
    expect(markup?.name).toBe("span");
    expect(written(markup)).toContain("mord");
    expect(formulaKnown("x^2", false)).toBe(markup);
  });

  it("of every common kind is set", async () => {
    for (const tex of [
      "\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}",
      "\\int_{-\\infty}^{\\infty} e^{-x^2}\\,dx = \\sqrt[3]{\\pi}",
      "\\left(\\frac{a}{b}\\middle|\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}\\right]",
      "f(x) = \\begin{cases} x^2 & x \\ge 0 \\\\[1em] -x & \\text{otherwise} \\end{cases}",
      "\\begin{aligned} a &= b \\\\ &= c \\end{aligned} \\tag{1}",
      "\\hat{y} = \\operatorname*{arg\\,max}_{\\theta} \\mathcal{L}(\\theta) \\in \\mathbb{R}^n, \\vec{v}, \\widehat{abc}, \\boldsymbol{x}",
      "\\underbrace{a+b}_{26} \\xrightarrow[b]{f} \\overline{AB}, \\cancel{x}, \\boxed{y}, \\color{red}{z}, \\colorbox{yellow}{q}, \\phase{-78}",
      "\\begin{array}{|c|c:c|} \\hline a & b & c \\\\ \\hdashline d & e & f \\end{array}, \\rule{1em}{2em}, \\raisebox{1em}{x}, \\pmb{x}, \\vcenter{x}",
      "\\Large größe \\text{größe}, \\overset{a}{b}, \\not\\in, \\dots, \\binom{n}{k}, \\mathchoice{a}{b}{c}{d}, \\sout{x}, \\fbox{x}, \\angl{n}, \\xcancel{y}, \\utilde{AB}, \\KaTeX, \\mathllap{x}",
    ])
      for (const display of [true, false]) expect(await formula(display ? tex : tex.replace("\\tag{1}", ""), display), tex).not.toBeNull();
  });

  it("that is hostile, wrong or too large stays its source", async () => {
    for (const tex of [
      "\\href{javascript:alert(1)}{x}",
      "\\href{https://evil.example}{x}",
      "\\url{https://evil.example}",
      "\\includegraphics{https://evil.example/p.png}",
      "\\htmlData{a=b}{x}",
      "\\htmlStyle{background:url(https://evil.example)}{x}",
      "\\htmlClass{btn}{x}",
      "\\htmlId{a}{x}",
      "\\def\\a{\\a\\a}\\a",
      "\\newcommand{\\a}{x}\\a",
      "\\let\\a=b\\a",
      "\\frac{1",
      "\\unknown",
      "x".repeat(2001),
      "{".repeat(1000),
      "\\begin{matrix}".repeat(100),
      `\\begin{matrix}${"&".repeat(1900)}\\end{matrix}`,
    ])
      expect(await formula(tex, false), tex.slice(0, 40)).toBeNull();
  });

  it("names no size beyond its bound", async () => {
    const drawn = written(await formula("\\rule{9999em}{9999em}", true)).replace(/"name":"annotation".*?\]/, "");
    expect(drawn).toContain("20em");
    expect(drawn).not.toContain("9999em\"");
    expect(await formula("\\kern-9999em x", true)).toBeNull();
  });
});

describe("markup", () => {
  it("is read as data, or not at all", () => {
    expect(readMarkup('<a b="1 &amp; 2"><c/>t&#x27;</a>')).toEqual({ name: "a", attributes: new Map([["b", "1 & 2"]]), children: [{ name: "c", attributes: new Map(), children: [] }, "t'"] });
    for (const text of ["", "t", "<a>", "</a>", "<a></b>", "<a/><b/>", "<a b=c></a>", "<a b='c'/>", '<a b="1" b="2"/>', "<!-- x --><a/>", "<a><![CDATA[x]]></a>", "<?xml?><a/>", "<!DOCTYPE a><a/>", "<a>&nope;</a>", "<a>&#x110000;</a>", "<a", "<a/>t"])
      expect(readMarkup(text), text).toBeNull();
    expect(readMarkup("<a>".repeat(500) + "</a>".repeat(500))).toBeNull();
    expect(readMarkup(`<a>${"<b/>".repeat(20_000)}</a>`)).toBeNull();
  });

  it("of a formula has allowed parts only", () => {
    expect(checked('<span class="a"><math><mi>x</mi></math></span>')).not.toBeNull();
    for (const text of [
      "<script>x</script>",
      '<span onclick="x"></span>',
      '<a href="https://evil.example">x</a>',
      '<span><img src="x"/></span>',
      '<span style="background:url(https://evil.example)"></span>',
      '<span style="position:fixed"></span>',
      '<span style="color:expression(1)"></span>',
      '<svg><use href="#a"/></svg>',
      '<math><mi href="javascript:1">x</mi></math>',
      '<math><maction actiontype="toggle"><mi>x</mi></maction></math>',
      "<svg><style>x</style></svg>",
    ])
      expect(checked(text), text).toBeNull();
  });
});
