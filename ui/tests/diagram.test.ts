import { describe, expect, it } from "vitest";
import { bounded } from "../scripts/bounded";
import { codeOf } from "../src/text/blocks";
import { drawingOf } from "../src/text/diagram";
import { MarkdownStream } from "../src/text/markdown";

const svg = (inner: string, attributes = "") => `<svg viewBox="0 0 100 50"${attributes}>${inner}</svg>`;

describe("a drawing", () => {
  it("is written anew with its size", () => {
    const drawing = drawingOf(svg('<g fill="rgb(1, 2, 3)" transform="translate(1, 2)"><path d="M0 0L1.5-2z" marker-end="url(#a)"></path><text x="1">a &#60;b&#38;</text></g>', ' width="100%" id="d1"'));
    expect(drawing).toEqual({
      svg: '<svg xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" viewBox="0 0 100 50" width="100" id="d1" height="50"><g fill="rgb(1, 2, 3)" transform="translate(1, 2)"><path d="M0 0L1.5-2z" marker-end="url(#a)"></path><text x="1">a &#60;b&#38;</text></g></svg>',
      width: 100,
      height: 50,
    });
  });

  it("with any part that is not allowed is none", () => {
    for (const inner of [
      "<script>1</script>",
      "<style>*{background:url(https://evil.example)}</style>",
      "<foreignObject><b>x</b></foreignObject>",
      '<image href="https://evil.example/p.png"/>',
      '<use href="#a"/>',
      '<a href="javascript:1"><text>x</text></a>',
      '<g onclick="x"/>',
      '<g style="fill:url(https://evil.example)"/>',
      '<g fill="url(https://evil.example#a)"/>',
      '<g fill="url(data:image/svg+xml,x)"/>',
      '<path marker-end="url(https://evil.example#a)"/>',
      '<path d="url(https://evil.example)"/>',
      '<g transform="url(//evil.example)"/>',
      '<animate attributeName="href" to="x"/>',
      '<set attributeName="onclick" to="x"/>',
      '<g xlink:href="https://evil.example"/>',
      '<g filter="url(#a)"/>',
      '<text font-family="x">x</text>',
      "<!-- x -->",
      "<![CDATA[x]]>",
    ])
      expect(drawingOf(svg(inner)), inner).toBeNull();
  });

  it("has a size within bounds, and is an SVG", () => {
    for (const text of ["", "<g></g>", "<svg></svg>", '<svg viewBox="0 0 0 1"></svg>', '<svg viewBox="0 0 1e9 1"></svg>', '<svg viewBox="0 0 1"></svg>', svg("x".repeat(2_000_001)), "<!DOCTYPE svg>" + svg("")])
      expect(drawingOf(text), text.slice(0, 40)).toBeNull();
    for (const other of [null, undefined, 1, {}, [svg("")]]) expect(drawingOf(other)).toBeNull();
  });
});

describe("the library", () => {
  const run = (code: string, most: number): unknown => {
    let left = most;
    const step = () => {
      if (--left < 0) throw new Error("too long");
    };
    return new Function("__step", `return ${bounded(`(function(){${code}})()`)}`)(step);
  };

  it("does what it did before", () => {
    expect(run("const f=a=>b=>({c:a+b});let n=0;for(const x of[1,2])n+=f(x)(1).c;do n++;while(n<9);for(;n<12;)n++;return n", 100)).toBe(12);
    expect(run("return(function(){'use strict';return this})()", 9)).toBeUndefined();
    expect(run("class A{constructor(){this.x=1}get y(){return this.x}static z=()=>2}class B extends A{constructor(){super()}}return new B().y+B.z()", 9)).toBe(3);
    expect(run("let o='';for(const k in{a:1,b:2})if(k)o+=k;else o+='-';return [1,2].map(x=>x*2).join(o)", 9)).toBe("2ab4");
    expect(run("x:for(;;){for(;;)break x}return 1", 9)).toBe(1);
  });

  it("ends in each kind of loop, and where it calls itself", () => {
    for (const code of ["for(;;);", "while(1);", "do;while(1)", "const f=()=>1;for(;;)f()", "const f=()=>{try{return f()}catch(e){if(e.message=='too long')throw e;return f()}};f()", "for(const x of(function*(){for(;;)yield 1})());"])
      expect(() => run(code, 1000), code).toThrow("too long");
  });
});

describe("the source of a diagram", () => {
  const closed = (text: string) => new MarkdownStream().update(text).flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "code" ? [block.code.closed] : [])));

  it("is whole once its fence is closed", () => {
    expect(closed("```mermaid\npie\n")).toEqual([false]);
    expect(closed("```mermaid\npie\n``")).toEqual([false]);
    expect(closed("```mermaid\npie\n```")).toEqual([true]);
    expect(closed("```mermaid\npie\n```\n\nmore")).toEqual([true]);
    expect(codeOf("mermaid", "pie").closed).toBe(true);
  });
});
