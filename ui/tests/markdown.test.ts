import { describe, expect, it } from "vitest";
import css from "../src/styles/tokens.css?raw";
import { codeOf, LINE_MOST, TEXT_MOST } from "../src/text/blocks";
import { type Grammar, labelOf, loadGrammar } from "../src/text/grammars";
import { tinted, textOf } from "../src/text/highlight";
import { type Block, decodeEntities, followable, MarkdownStream, saysHost } from "../src/text/markdown";

/** Pseudo-random numbers below `n`, the same in each run. */
function dice(seed: number) {
  let state = seed;
  return (n: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const blocksOf = (stream: MarkdownStream, text: string): Block[] => stream.update(text).flatMap((group) => group.blocks);
const whole = (text: string) => blocksOf(new MarkdownStream(), text);
const kinds = (blocks: Block[]) => blocks.map((block) => (block.kind === "token" ? block.token.type : block.kind));
const codeText = (block: Block | undefined) =>
  block?.kind === "code" ? block.code.lines.chunks.flatMap((chunk) => chunk.map((line) => line.text)).join("") : null;

async function loaded(info: string): Promise<Grammar> {
  const grammar = await loadGrammar(info);
  if (!grammar) throw new Error(`no grammar of ${info}`);
  return grammar;
}

const PIECES = [
  "# Title\n",
  "\n",
  "\n",
  "A paragraph with `code`, **bold** and [a link](https://a.example).\n",
  "goes on\n",
  "- one\n",
  "- two\n",
  "  - three\n",
  "1. first\n",
  "2. second\n",
  "   ```js\n",
  "   const a = `x\n",
  "   y`;\n",
  "   ```\n",
  "| a | b |\n",
  "|---|:-:|\n",
  "| 1 | 2 |\n",
  "```sql\n",
  "SELECT '/* ' -- x\n",
  "```\n",
  "~~~~\n",
  "/* open\n",
  "> quoted\n",
  "> - in it\n",
  "---\n",
  "===\n",
  "    indented\n",
  "\r\n",
  "\r",
  "<div>\n",
  "[a]: https://b.example\n",
  "no line break ",
  "é😀",
  "|",
  "`",
  "- [x] done\n",
  "word ".repeat(300),
  "x".repeat(900),
];

describe("MarkdownStream", () => {
  it("ends with the same blocks, however the text was cut", () => {
    for (let seed = 0; seed < 240; seed++) {
      const roll = dice(seed);
      const text = Array.from({ length: 1 + roll(40) }, () => PIECES[roll(PIECES.length)]).join("");
      const stream = new MarkdownStream();
      const most = [1, 7, 60, 3000][seed % 4] as number;
      for (let end = 0; end < text.length; ) {
        const at = end;
        end = Math.min(text.length, end + 1 + roll(most));
        if (seed % 3 === 0) stream.update(text.slice(0, end));
        else stream.update(text.slice(0, end), { at, text: text.slice(at, end) });
      }
      expect(blocksOf(stream, text), `seed ${seed}`).toEqual(whole(text));
    }
  });

  it("cuts where markdown does", () => {
    expect(kinds(whole("# T\ntext\n- a\n\n- b\n\n  more\n\nP\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```c\nx\n\ny\n```\n> q\n\nend"))).toEqual(
      ["heading", "paragraph", "list", "paragraph", "table", "code", "blockquote", "paragraph"],
    );
    const [list, code] = whole("1. do\n   ```sh\n   a\n\n   b\n   ```\n2. then\n\n```sh\nc\n```");
    expect(list?.kind === "token" && list.token.type === "list" && list.token.items.length).toBe(2);
    expect(codeText(code)).toBe("c\n");
    expect(kinds(whole("a | b\n---\nno table"))).toEqual(["heading", "paragraph"]);
    expect(kinds(whole("| a |\n|---|---|"))).toEqual(["paragraph"]);
    expect(kinds(whole("a ```inline``` b\n```js is `not` a fence\n"))).toEqual(["paragraph"]);
  });

  it("keeps finished blocks and full groups as they are", () => {
    const stream = new MarkdownStream();
    let text = "First.\n\nSecond";
    const [first] = blocksOf(stream, text);
    const kept = (text += " and more\n\nThird");
    expect(blocksOf(stream, kept)[0]).toBe(first);
    const early = stream.update((text += "\n\nA paragraph.".repeat(160)));
    const late = stream.update((text += "\n\nOne more."));
    expect(early.length).toBeGreaterThan(2);
    expect(late.slice(0, early.length - 1).every((group, i) => group === early[i])).toBe(true);
  });

  it("counts a list that is cut because it is long on, and says that it goes on", () => {
    const blocks = whole(Array.from({ length: 400 }, () => "1. an item of a list that is long").join("\n"));
    expect(blocks.length).toBeGreaterThan(3);
    let items = 0;
    for (const block of blocks) {
      if (block.kind !== "token" || block.token.type !== "list") throw new Error("no list");
      expect([block.joined, block.number]).toEqual(items === 0 ? [false, null] : [true, items + 1]);
      items += block.token.items.length;
    }
    expect(items).toBe(400);
  });

  it("starts over when the text is another one, and bears line ends of all kinds", () => {
    const stream = new MarkdownStream();
    stream.update("One\r\n\r\nTwo\r");
    expect(kinds(blocksOf(stream, "One\r\n\r\nTwo\r\n\r\nThree"))).toEqual(["paragraph", "paragraph", "paragraph"]);
    expect(kinds(blocksOf(stream, "# Else"))).toEqual(["heading"]);
    expect(kinds(blocksOf(stream, ""))).toEqual([]);
  });
});

describe("the cost of a megabyte in 4,000 pieces", () => {
  const MEGABYTE = 1_000_000;
  const cost = (unit: string) => {
    const text = unit.repeat(Math.ceil(MEGABYTE / unit.length)).slice(0, MEGABYTE);
    const stream = new MarkdownStream();
    const at = (i: number) => (i * MEGABYTE) / 4000;
    for (let i = 0; i < 4000; i++) stream.update(text.slice(0, at(i + 1)), { at: at(i), text: text.slice(at(i), at(i + 1)) });
    return { read: stream.read, text, blocks: stream.update(text).flatMap((group) => group.blocks) };
  };

  it("stays linear for prose", () => {
    expect(cost(`${"A sentence of some words. ".repeat(16)}\n\n`).read).toBeLessThan(3 * MEGABYTE);
    expect(cost("- an item with some words\n").read).toBeLessThan(6 * MEGABYTE);
  });

  it("is bounded by what one block may hold, for one line, one list, one quote", () => {
    for (const unit of ["x", "word ", "> quoted\n", "- a\n\n  b\n\n"]) {
      expect(cost(unit).read).toBeLessThan(MEGABYTE + 4000 * (TEXT_MOST + LINE_MOST));
    }
  }, 60_000);

  it("reads an open fence and a table line by line, as no markdown at all", () => {
    const fence = cost("line of code = 1;\n");
    expect(cost(`\`\`\`js\n${"line = 1;\n".repeat(110_000)}`).read).toBe(0);
    expect(fence.read).toBeGreaterThan(0);
    const table = cost(`| a | b |\n|---|---|\n${"| cell | cell |\n".repeat(70_000)}`);
    expect(kinds(table.blocks)).toEqual(["table"]);
    expect(table.read).toBeLessThan(100);
  });
});

describe("hostile text", () => {
  const bounded = (text: string) => {
    const blocks = whole(text);
    for (const block of blocks) {
      if (block.kind === "token") expect(block.token.raw.length).toBeLessThanOrEqual(TEXT_MOST);
    }
    return blocks;
  };

  it("nests so deep, repeats so often, or lies on so long a line, and is still read", () => {
    for (const unit of ["> ", "- ", "1. ", "[", "![", "[](", "**_", "_a*", "`a``", "<", "&a;", "\\", "~~~", "$", "\t", "|a"]) {
      bounded(unit.repeat(20_000));
      bounded(Array.from({ length: 300 }, (_, i) => " ".repeat(i) + unit).join("\n"));
    }
    bounded("x".repeat(1_000_000));
  });

  it("keeps every character of code, highlighted or not, cut or not", async () => {
    const code = `${"a = 'b' /* c */\n".repeat(5000)}${"x".repeat(50_000)}\n\ttail`;
    expect(codeText(whole(`\`\`\`c\n${code}`)[0])).toBe(code);
    const grammar = await loaded("c");
    for (const block of whole(`\`\`\`c\n${code}`)) {
      if (block.kind !== "code") continue;
      const lines = block.code.lines.chunks.flat();
      const read = tinted(block.code.lines, grammar, Infinity).flat();
      expect(read.length).toBe(48 * 64);
      read.forEach((runs, i) => expect(runs.map((run) => run.text).join("")).toBe(lines[i]?.text.replace("\n", "")));
    }
  });
});

describe("code", () => {
  const tints = async (info: string, code: string) =>
    tinted(codeOf(info, code).lines, await loaded(info), Infinity)
      .flat(2)
      .filter((run) => run.tint !== "")
      .map((run) => `${run.tint}:${run.text}`);

  it("is highlighted by its language", async () => {
    const expected: [string, string, string[]][] = [
      ["ts", "const a = `x\ny`; // no 1", ["cw:const", "ck:a", "cs:`x", "cs:y`", "cc:// no 1"]],
      ["rust", "fn f<'a>() { b'x'; 0xff_u8 }", ["cw:fn", "ck:f", "cs:b'x'", "cn:0xff_u8"]],
      [
        "python",
        'def f():\n  """doc\n  more"""\n  return 1.5 # x',
        ["cw:def", "ck:f", 'cs:"""doc', 'cs:  more"""', "cw:return", "cn:1.5", "cc:# x"],
      ],
      ["sql", "SELECT 1 /* x\n y */ -- z", ["cw:SELECT", "cn:1", "cc:/* x", "cc: y */", "cc:-- z"]],
      ["json", '{"a": "b", "c": [true, 1e5]}', ['ck:"a"', 'cs:"b"', 'ck:"c"', "cw:true", "cn:1e5"]],
      ["html", '<a href="x"\n b>t if</a><!-- c\n -->', ["cw:<a", "ck:href", 'cs:"x"', "ck:b", "cw:>", "cw:</a>", "cc:<!-- c", "cc:-->"]],
      ["diff", "@@ -1 +1 @@\n-a\n+b\n c", ["ck:@@ -1 +1 @@", "cd:-a", "ca:+b"]],
      ["bash", "for a in x; do f \"$a\"; done # c", ["cw:for", "cw:in", "cw:do", 'cs:"', "ck:$a", 'cs:"', "cw:done", "cc:# c"]],
      ["yaml", 'a: "b" # c\nd:\n  - e: 1', ["ck:a", 'cs:"b"', "cc:# c", "ck:d", "ck:e", "cn:1"]],
      ["java", "@A final int x = 1; // y", ["ck:@A", "cw:final", "cw:int", "cn:1", "cc:// y"]],
      ["go", "func f() { return `a\nb`, nil }", ["cw:func", "cw:return", "cs:`a", "cs:b`", "cw:nil"]],
      ["php", "<?php\necho 'a', $b, 1; # c\n#[A]\n?>", ["ck:<?php", "cw:echo", "cs:'a'", "cn:1", "cc:# c", "ck:#[", "ck:?>"]],
    ];
    for (const [info, code, runs] of expected) {
      expect(await tints(info, code), info).toEqual(runs);
      const grammar = await loaded(info);
      const stream = new MarkdownStream();
      let grown: unknown;
      for (let end = 0; end <= code.length; end++) {
        const [block] = blocksOf(stream, `~~~${info}\n${code.slice(0, end)}`);
        if (block?.kind === "code") grown = tinted(block.code.lines, grammar, Infinity);
      }
      expect(grown, `${info}, by character`).toEqual(tinted(codeOf(info, code).lines, grammar, Infinity));
    }
    expect(await loadGrammar("constructor")).toBeNull();
    expect([labelOf("rs"), labelOf("TSX {1}"), labelOf("whatever"), labelOf("")]).toEqual(["Rust", "TypeScript", "whatever", "Text"]);
  });

  it("is read whole by every language, and joined is the text again", async () => {
    const roll = dice(7);
    const alphabet = [..."ab1.\"'`/*<!->#$ {}[]()\\=:+@|%&\n\té😀"];
    const infos =
      "c c# cpp clj cmake lisp cr css d dart diff docker elm erl fs f90 go groovy hs html ini java js json jl kt tex less lua make nginx objc ml " +
      "matlab pascal perl php postgres ps1 proto py r rb rs scala scheme scss sh sql mysql mssql sqlite swift tcl toml ts sv vhdl vb wat xml yaml";
    for (const info of infos.split(" ")) {
      const grammar = await loaded(info);
      const code = Array.from({ length: 6000 }, () => alphabet[roll(alphabet.length)]).join("");
      const lines = codeOf(info, code).lines;
      const read = tinted(lines, grammar, Infinity);
      expect(read.flat().map((runs) => runs.map((run) => run.text).join(""))).toEqual(lines.chunks.flat().map(textOf));
    }
  });

  it("is plain once it took too long, where a line is long, and where its grammar fails", async () => {
    const grammar = await loaded("yaml");
    const text = (lines: readonly string[], of: Grammar, budget: number) =>
      tinted(codeOf("yaml", lines.join("\n")).lines, of, budget).flat().map((runs) => runs.map((run) => run.tint).join());
    expect(text(["a: 1", "b: 2"], grammar, 0)).toEqual(["ck,,cn", ""]);
    expect(text([`a: ${"x".repeat(500)}`, `a:${" ".repeat(64)}1`, "b: 2"], grammar, Infinity)).toEqual(["", "", "ck,,cn"]);
    const token: Grammar["parser"]["token"] = (stream, state) => {
      if (stream.string.includes("fail")) throw new Error("failed");
      return grammar.parser.token(stream, state);
    };
    expect(text(["a: 1", "fail: 1", "b: 2"], { ...grammar, parser: { ...grammar.parser, token } }, Infinity)).toEqual(["ck,,cn", "", "ck,,cn"]);
  });

  it("is read once, however long it grows", async () => {
    const grammar = await loaded("rs");
    let read = 0;
    const token: Grammar["parser"]["token"] = (stream, state) => {
      if (stream.sol()) read++;
      return grammar.parser.token(stream, state);
    };
    const counting: Grammar = { ...grammar, parser: { ...grammar.parser, token } };
    const stream = new MarkdownStream();
    let text = "```rs\n";
    for (let i = 0; i < 1000; i++) {
      text += `let a${i} = "x";\n`;
      const [block] = blocksOf(stream, text);
      if (block?.kind === "code") tinted(block.code.lines, counting, Infinity);
    }
    // A full chunk of 64 lines is read once more, when it is kept as a whole.
    expect(read).toBeLessThanOrEqual(2 * 1000);
  });

  it("keeps its contrast in both themes", () => {
    const [light = "", dark = ""] = [css.slice(0, css.indexOf("@media")), css.slice(css.indexOf('[data-theme="dark"]'))];
    const value = (theme: string, name: string) => new RegExp(`${name}: (#[0-9a-f]{6})`).exec(theme)?.[1] ?? "";
    const light2 = (hex: string) => {
      const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
        const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
        return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    for (const theme of [light, dark]) {
      for (const [text, ground] of [
        ...["--code-key", "--code-string", "--code-number", "--code-comment", "--code-keyword"].map((t) => [t, "--bg-sunken"]),
        ["--diff-add-text", "--diff-add-bg"],
        ["--diff-del-text", "--diff-del-bg"],
      ] as [string, string][]) {
        const [a, b] = [light2(value(theme, text)), light2(value(theme, ground))].sort((x, y) => y - x) as [number, number];
        expect((a + 0.05) / (b + 0.05), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });
});

it("follows only addresses of the web, and says where they lead", () => {
  expect(followable("https://a.example/x")).toEqual({ url: "https://a.example/x", host: "a.example" });
  expect(followable("HTTPS://bänk.example")?.host).toBe("xn--bnk-qla.example");
  expect(followable("https://bank.example@evil.example/")?.host).toBe("evil.example");
  for (const href of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "mailto:a@b", "//a", "/x", "#a", " https://a", "http://"]) {
    expect(followable(href)).toBeNull();
  }
  expect(["a.example", "https://a.example/x", "www.a.example"].map((words) => saysHost(words, "a.example"))).toEqual([true, true, true]);
  expect(["a.example.evil", "the site", "see a.example"].some((words) => saysHost(words, "a.example"))).toBe(false);
});

it("decodes what is known and leaves the rest", () => {
  expect(decodeEntities("a &amp; b &lt;c&gt; &#65;&#x42; &unknown; &#0; &#xD800; &constructor;")).toBe(
    "a & b <c> AB &unknown; &#0; &#xD800; &constructor;",
  );
});
