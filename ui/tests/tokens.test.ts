import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("../src/styles/tokens.css", import.meta.url), "utf8");

/** The declarations of the first rule that begins with `selector`, without comments and layout. */
function declarations(selector: string): string[] {
  const start = css.indexOf(`${selector} {`);
  expect(start, selector).toBeGreaterThan(-1);
  const body = css.slice(css.indexOf("{", start) + 1, css.indexOf("}", start));
  const without = body.replace(/\/\*.*?\*\//gs, "");
  return without.split(";").map((line) => line.trim().replace(/\s+/g, " ")).filter(Boolean);
}

describe("the tokens", () => {
  it("dark_theme_is_the_same_whether_the_system_or_the_user_chose_it", () => {
    const chosen = declarations(':root[data-theme="dark"]');
    expect(declarations(':root:not([data-theme="light"])')).toEqual(chosen);
    expect(chosen.length).toBeGreaterThan(50);
  });
});
