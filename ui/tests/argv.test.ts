import { describe, expect, it } from "vitest";
import { isVariableName, looksLikeShell, parseArguments, splitWords, writeArguments } from "../src/text/argv";

const words = (text: string) => splitWords(text).words;

describe("splitWords", () => {
  it.each([
    ["", []],
    ["  a\t b  ", ["a", "b"]],
    [`--dir "/home/m/My files" 'a "b" \\n'`, ["--dir", "/home/m/My files", 'a "b" \\n']],
    [`a\\ b "c\\"d\\\\e\\f"`, ["a b", 'c"d\\e\\f']],
    [`"" '' x""y`, ["", "", "xy"]],
    ["$HOME `id` $(id) a;b *", ["$HOME", "`id`", "$(id)", "a;b", "*"]],
    ["C:\\\\Tools\\\\x", ["C:\\Tools\\x"]],
  ])("%j", (text, expected) => expect(words(text)).toEqual(expected));

  it.each([`"open`, "'open", "end\\"])("says what is wrong with %j", (text) => {
    expect(splitWords(text)).toMatchObject({ words: null, problem: expect.stringMatching(/quote|backslash/) });
  });

  it("gives each quoted word back", () => {
    const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
    for (const list of [
      ["it's", "a b", ""],
      ["\\", '"', "\n"],
      ["ü", "\u200b", "-"],
    ]) {
      expect(words(list.map(quote).join(" "))).toEqual(list);
    }
  });
});

it("keeps each line whole when there are several", () => {
  expect(parseArguments('--dir\r\n/My "files"\n\n -x \n').words).toEqual(["--dir", '/My "files"', " -x "]);
  expect(parseArguments("a b\n").words).toEqual(["a", "b"]);
});

it("knows what only a shell would understand, and what can be a variable", () => {
  expect([looksLikeShell(["a", "$HOME"]), looksLikeShell(["--a=b", "/c"])]).toEqual([true, false]);
  expect(["A_1", "_a", "1A", "A=B", "A-B", ""].map(isVariableName)).toEqual([true, true, false, false, false, false]);
});

describe("writeArguments", () => {
  it.each([
    [[]],
    [["-y", "@a/b", "/home/m/docs"]],
    [["one with spaces"]],
    [["it's", "", 'a "b" \\n']],
    [["two\nlines", "$HOME"]],
    [["a", "b c", "-"]],
  ])("reads back as %j", (words) => {
    expect(parseArguments(writeArguments(words)).words).toEqual(words);
  });
});
