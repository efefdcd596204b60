import { describe, expect, it } from "vitest";
import css from "../src/styles/tokens.css?raw";
import { codeOf, LINE_MOST, TEXT_MOST } from "../src/text/blocks";
import { Highlighter, labelOf } from "../src/text/highlight";
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

  it("keeps every character of code, tinted or not, cut or not", () => {
    const code = `${"a = 'b' /* c */\n".repeat(5000)}${"x".repeat(50_000)}\n\ttail`;
    expect(codeText(whole(`\`\`\`c\n${code}`)[0])).toBe(code);
    for (const block of whole(`\`\`\`c\n${code}`)) {
      if (block.kind !== "code") continue;
      for (const line of block.code.lines.chunks.flat()) {
        expect(line.runs.map((run) => run.text).join("")).toBe(line.text.replace("\n", ""));
      }
    }
  });
});

describe("code", () => {
  const tints = (info: string, code: string) =>
    codeOf(info, code)
      .lines.chunks.flat()
      .flatMap((line) => line.runs.filter((run) => run.tint !== "").map((run) => `${run.tint}:${run.text}`));

  it("is tinted by its language", () => {
    expect(tints("ts", "const a = `x\ny`; // no 1")).toEqual(["cw:const", "cs:`x", "cs:y`", "cc:// no 1"]);
    expect(tints("rust", "fn f<'a>() -> u8 { b'x'; 0xff_u8 }")).toEqual(["cw:fn", "cw:u8", "cs:b'x'", "cn:0xff_u8"]);
    expect(tints("python", 'def f():\n  """doc\n  more"""\n  return 1.5 # x')).toEqual([
      "cw:def",
      'cs:"""doc',
      'cs:  more"""',
      "cw:return",
      "cn:1.5",
      "cc:# x",
    ]);
    expect(tints("sql", "SELECT 1 -- x")).toEqual(["cw:SELECT", "cn:1", "cc:-- x"]);
    expect(tints("json", '{"a": "b", "c": [true, 1e5]}')).toEqual(['ck:"a"', 'cs:"b"', 'ck:"c"', "cw:true", "cn:1e5"]);
    expect(tints("html", '<a href="x"\n b=1>t if</a><!-- c\n -->')).toEqual([
      "cw:<a",
      "ck:href",
      'cs:"x"',
      "ck:b",
      "cw:>",
      "cw:</a>",
      "cc:<!-- c",
      "cc: -->",
    ]);
    expect(tints("diff", "@@ -1 +1 @@\n-a\n+b\n c")).toEqual(["ck:@@ -1 +1 @@", "cd:-a", "ca:+b"]);
    expect(tints("bash", 'echo "$A" ${B} # c')).toEqual(["cw:echo", 'cs:"$A"', "ck:${B}", "cc:# c"]);
    expect(tints("constructor", "const a")).toEqual([]);
  });

  it("is read whole by every language, and joined is the text again", () => {
    const roll = dice(7);
    const alphabet = "ab1.\"'`/*<!->#$ {}[]()\\=:+@\n\té😀";
    for (const info of "js ts c rust go py rb sh ps1 sql json yaml toml ini dockerfile make lua css html diff".split(" ")) {
      expect(labelOf(info)).not.toBe(info);
      const tint = new Highlighter(info);
      let carried = null as ReturnType<Highlighter["line"]>["carried"];
      for (let i = 0; i < 60; i++) {
        const line = Array.from({ length: roll(90) }, () => [...alphabet][roll([...alphabet].length)]).join("").replaceAll("\n", "");
        const read = tint.line(line, carried);
        expect(read.runs.map((run) => run.text).join("")).toBe(line);
        carried = read.carried;
      }
    }
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
