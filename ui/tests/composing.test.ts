import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isComposing, leaveToInputMethod } from "../src/state/composing";

const SOURCES = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /\.(?:ts|svelte)$/.test(name));
const text = (name: string) => readFileSync(`src/${name}`, "utf8");

it("takes for a key of an input method what says so, and what WebKit sends after the end of a composition", () => {
  expect(isComposing({ isComposing: true, keyCode: 13 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 229 })).toBe(true);
  expect(isComposing({ isComposing: false, keyCode: 13 })).toBe(false);
});

it("keeps those keys from every handler, and no others", () => {
  const reached = (init: { isComposing: boolean; keyCode: number }) => {
    const window = new EventTarget();
    leaveToInputMethod(window);
    const event = Object.assign(new Event("keydown", { bubbles: true }), init);
    window.dispatchEvent(event);
    return !event.cancelBubble;
  };
  expect(reached({ isComposing: false, keyCode: 13 })).toBe(true);
  expect(reached({ isComposing: false, keyCode: 229 })).toBe(false);
  expect(reached({ isComposing: true, keyCode: 27 })).toBe(false);
});

it("is asked for in every window, and nowhere else", () => {
  const entries = SOURCES.filter((name) => /^[a-z]+\.ts$/.test(name));
  expect(entries.length).toBe(4);
  for (const name of entries) expect(text(name), name).toContain("leaveToInputMethod(window);");
  const own = SOURCES.filter((name) => /\.isComposing|keyCode|\b229\b/.test(text(name).replace("isComposing(event)", "")));
  expect(own).toEqual(["state/composing.ts"]);
});
