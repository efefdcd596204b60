// What is drawn of hostile text and results, as markup: nothing in it is fetched or followed by itself.

import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import Markdown from "../src/features/chat/Markdown.svelte";
import ResultBlock from "../src/features/chat/ResultBlock.svelte";
import Structured from "../src/features/chat/Structured.svelte";
import type { ContentView } from "../src/ipc/bindings";
import { CHILDREN, readTree, rowsOf, unfoldedAtFirst } from "../src/text/jsontree";
import { plain } from "./plain";

/** Everything in markup that a browser would load or run. */
const LOADS =
  /<(?:a|img|script|iframe|object|embed|link|video|audio|source|form|base|meta|style|svg:image|use)\b|\s(?:src|srcset|href|xlink:href|poster|data|action|formaction|background|ping|style|on\w+)=|url\(/i;

const markdown = (text: string) => plain(render(Markdown, { props: { text } }).body);
const block = (content: ContentView) => plain(render(ResultBlock, { props: { content } }).body);

describe("a model's text", () => {
  it("cannot draw a window of its own over this one", () => {
    const page = `<dialog open style="position:fixed;inset:0" class="scrim">
<form><h1>Innkeeper: confirm it&rsquo;s you</h1><input name="pin"><select><option>1</select>
<button class="btn btn-allow" data-testid="allow-once" autofocus accesskey="a">Allow</button></form></dialog>

# Run “send_mail” through Mail?

<details open><summary>Arguments</summary><textarea>to: you</textarea></details>

| <button>Allow once</button> | <label for="x">Deny</label> |
|---|---|
| **Allow** | - [x] I agree |`;
    const tags = markdown(page).match(/<[^>]*>/g) ?? [];
    expect(tags.length).toBeGreaterThan(5);
    for (const tag of tags) {
      expect(tag).not.toMatch(/<(?:dialog|form|input|select|option|button|textarea|label|details|summary)\b/i);
      expect(tag).not.toMatch(/\s(?:style|autofocus|accesskey|data-testid|name|for|open)\b|btn|scrim/i);
    }
  });

  it("loads and runs nothing, whatever it says", () => {
    const evil = "https://evil.example/x";
    for (const text of [
      `![a](${evil})`,
      `![a][b]\n\n[b]: ${evil}`,
      `[![a](${evil})](${evil})`,
      `<img src=${evil} onerror=alert(1)>`,
      `a <img src=x onerror=alert(1)> b`,
      `<script>alert(1)</script>`,
      `<style>@import url(${evil})</style>\n\n<iframe src="${evil}"></iframe>`,
      `[a](javascript:alert(1)) <javascript:alert(1)> [b](data:text/html,x)`,
      `| ![a](${evil}) | <b onclick=x> |\n|---|---|\n| <img src=${evil}> | ${evil} |`,
      `- ![a](${evil})\n\n> ![a](${evil})`,
      `# ![a](${evil})`,
      "```html\n<img src=x onerror=alert(1)>\n```",
      `\`\`\`"><img src=${evil}>\nx\n\`\`\``,
      `[a](${evil} "t\\"><img src=x>")`,
      `${evil} www.evil.example a@evil.example`,
    ]) {
      const tags = markdown(text).match(/<[^>]*>/g) ?? [];
      for (const tag of tags) expect(tag, text).not.toMatch(LOADS);
    }
  });

  it("says where a link leads, and keeps the address of what it does not load", () => {
    const drawn = markdown("[your bank](https://bank.example@evil.example/a) ![pixel](https://evil.example/p.png) [m](mailto:a@b.example)");
    expect(drawn).toContain("(evil.example)");
    expect(drawn).toContain("pixel, not loaded (https://evil.example/p.png)");
    expect(drawn).toContain("(mailto:a@b.example)");
    expect(drawn.match(/<button/g)?.length).toBe(1);
  });

  it("names code, tables and tasks for those who cannot see them", () => {
    const drawn = markdown("```rs\nfn a() {}\n```\n\n| a | b |\n|:-:|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open");
    for (const part of ['aria-label="Code, Rust"', 'aria-label="Copy code"', 'scope="col"', 'aria-label="Table, 1 row"', 'aria-label="Done"', 'aria-label="To do"'])
      expect(drawn).toContain(part);
  });

  it("draws no more than a bounded part of a table, and nests no deeper than a bound", () => {
    const table = markdown(`| a |\n|---|\n${"| x |\n".repeat(10_000)}`);
    expect(table.match(/<tr/g)?.length).toBe(101);
    expect(table).toContain("100 of 10,000 rows shown");
    expect(markdown("> ".repeat(5000)).match(/<blockquote/g)).toBeNull();
    const nested = Array.from({ length: 60 }, (_, i) => `${"  ".repeat(i)}- a`).join("\n");
    expect(markdown(nested).match(/<ul/g)?.length).toBeLessThan(20);
  });
});

describe("a result", () => {
  it("shows a link as text: it is neither loaded nor a link of ours", () => {
    const drawn = block({
      kind: "link",
      uri: "https://evil.example/<img src=x>",
      name: "![n](https://evil.example)",
      description: "[d](https://evil.example)",
      mime_type: "text/html",
      size: 12,
    });
    for (const tag of drawn.match(/<[^>]*>/g) ?? []) if (!tag.startsWith("<path")) expect(tag).not.toMatch(LOADS);
    expect(drawn).toContain("https://evil.example/&lt;img src=x>");
    expect(drawn).toContain("not opened");
    expect(drawn).toContain("Copy URI");
  });

  it("plays and shows bytes of the host only, and only of known types", () => {
    const audio = (mime_type: string, data: string) => block({ kind: "audio", mime_type, data, bytes: 3 });
    expect(audio("audio/wav", "QUJD")).toContain('preload="none" src="data:audio/wav;base64,QUJD"');
    expect(audio("audio/wav", "QUJD")).not.toContain("autoplay");
    for (const [type, data] of [["text/html", "QUJD"], ["audio/wav", '"><script>'], ["audio/wav;,", "QUJD"]] as const)
      expect(audio(type, data)).not.toContain("src=");
    const image = block({ kind: "resource", uri: "a:b", mime_type: null, body: { kind: "image", mime_type: "image/svg+xml", data: "QUJD", width: 1, height: 1 } });
    expect(image).not.toContain("src=");
    expect(block({ kind: "resource", uri: "a:b", mime_type: "text/x", body: { kind: "text", text: "held", cut: false } })).toContain("a:b");
  });

  it("says what is not shown, what is cut, and what is not known", () => {
    expect(block({ kind: "data", what: "image/svg+xml", bytes: 6, why: "not a PNG" })).toContain("image/svg+xml, 6\u00a0B. Not shown: not a PNG.");
    expect(block({ kind: "text", text: "x\n".repeat(5000), cut: true })).toContain("Show the first 10.0\u00a0KB");
    expect(block({ kind: "other", raw: '{"type": "hologram"}', cut: false })).toContain("hologram");
  });

  it("is a tree where it is structured, and text where that was cut", () => {
    const tree = render(Structured, { props: { content: { json: '{"a": [1, "b"]}', cut: false } } }).body;
    expect(tree).toContain('role="treeitem"');
    expect(render(Structured, { props: { content: { json: '{"a": [1, "b', cut: true } } }).body).not.toContain("treeitem");
  });
});

describe("the tree of JSON", () => {
  it("keeps numbers and strings as they stand, and counts what is folded", () => {
    const root = readTree('{\n  "big": 12345678901234567890,\n  "s": "a\\u0000\\"b",\n  "l": [1e400, {}, []]\n}');
    expect(root?.children.map((node) => node.text)).toEqual(["12345678901234567890", '"a\\u0000\\"b"', ""]);
    expect(root?.children[2]?.children[0]?.text).toBe("1e400");
  });

  it("is none for what is no JSON, too deep, or too much", () => {
    for (const json of ["", "{", '{"a"}', "[1,]", "[1 2]", "{} {}", "nul", '{"a":1,}', "[".repeat(100) + "]".repeat(100), "]"]) {
      expect(readTree(json), json.slice(0, 20)).toBeNull();
    }
    expect(readTree(`[${"1,".repeat(30_000)}1]`)).toBeNull();
  });

  it("shows a bounded number of rows, more on request", () => {
    const root = readTree(`{"l": [${Array.from({ length: 950 }, (_, i) => i).join(", ")}]}`);
    if (!root) throw new Error("no tree");
    expect([...unfoldedAtFirst(root)]).toEqual(["0"]);
    expect(rowsOf(root, new Set(["0"]), new Map()).length).toBe(2);
    const open = new Set(["0", "0.0"]);
    const rows = rowsOf(root, open, new Map());
    expect([rows.length, rows.at(-1)?.more]).toEqual([2 + CHILDREN + 1, 850]);
    expect(rowsOf(root, open, new Map([["0.0", 950]])).length).toBe(952);
    const small = readTree('{"a": {"b": [1]}}');
    expect(small && [...unfoldedAtFirst(small)]).toEqual(["0", "0.0", "0.0.0"]);
  });
});
