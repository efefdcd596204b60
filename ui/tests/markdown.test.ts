import { describe, expect, it } from "vitest";
import { decodeEntities, followable, MarkdownStream } from "../src/text/markdown";

const LONG = [
  "# Title",
  "",
  "A paragraph with `code` and **bold**.",
  "",
  "- one",
  "",
  "- two",
  "  - three",
  "",
  "| a | b |",
  "|---|---|",
  "| 1 | 2 |",
  "",
  "```sql",
  "SELECT 1;",
  "",
  "SELECT 2;",
  "```",
  "",
  "> quoted",
  "",
  "The end.",
].join("\n");

const shape = (stream: MarkdownStream, text: string) =>
  stream.update(text).map((block) => [block.token.type, block.raw.trim()]);

describe("MarkdownStream", () => {
  it("ends with the same blocks, however the text was cut", () => {
    const whole = shape(new MarkdownStream(), LONG);
    expect(whole.map(([type]) => type)).toEqual([
      "heading",
      "paragraph",
      "list",
      "table",
      "code",
      "blockquote",
      "paragraph",
    ]);
    for (const step of [1, 3, 7, 40]) {
      const stream = new MarkdownStream();
      for (let end = step; end < LONG.length; end += step) stream.update(LONG.slice(0, end));
      expect(shape(stream, LONG)).toEqual(whole);
    }
  });

  it("keeps finished blocks as they are", () => {
    const stream = new MarkdownStream();
    const [before] = stream.update("First.\n\nSecond");
    const [after, last] = stream.update("First.\n\nSecond and more");
    expect(after).toBe(before);
    expect(last?.raw).toBe("Second and more");
  });

  it("reads as much for a chunk in the hundredth kilobyte as in the first", () => {
    const stream = new MarkdownStream();
    let text = "";
    const cost = (kilobytes: number) => {
      while (text.length < kilobytes * 1000) stream.update((text += "A paragraph of some words.\n\n"));
      const before = stream.read;
      for (const word of ["One ", "more ", "end.\n\n"]) stream.update((text += word));
      return stream.read - before;
    };
    const first = cost(1);
    expect(cost(100)).toBeLessThan(first * 2);
  });

  it("starts over when the text is another one, and bears line ends of all kinds", () => {
    const stream = new MarkdownStream();
    stream.update("One\r\n\r\nTwo");
    expect(shape(stream, "One\r\n\r\nTwo\r\n\r\nThree").map(([, raw]) => raw)).toEqual(["One", "Two", "Three"]);
    expect(shape(stream, "Else")).toEqual([["paragraph", "Else"]]);
  });
});

it("follows only addresses of the web and of mail", () => {
  expect(["https://a.example", "HTTP://a", "mailto:a@b"].every(followable)).toBe(true);
  for (const href of [
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "//a",
    "/x",
    "#a",
    " https://a",
  ]) {
    expect(followable(href)).toBeNull();
  }
});

it("decodes what is known and leaves the rest", () => {
  expect(decodeEntities("a &amp; b &lt;c&gt; &#65;&#x42; &unknown; &#0; &#xD800; &constructor;")).toBe(
    "a & b <c> AB &unknown; &#0; &#xD800; &constructor;",
  );
});
