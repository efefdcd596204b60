import { expect, it } from "vitest";
import { wordsIn, wordsOf } from "../src/text/find";

const marked = (text: string, words: string) => wordsIn(text, wordsOf(words)).map(([from, to]) => text.slice(from, to));

it("marks words by their beginnings, whatever their case and accents", () => {
  expect(marked("The Öllampe, öl and oil", "OL")).toEqual(["Öllampe", "öl"]);
  expect(marked("griffins; a Griffin", "griff")).toEqual(["griffins", "Griffin"]);
  expect(marked("agriffin", "griffin")).toEqual([]);
  expect(marked("e\u0301tude étude", "etude")).toEqual(["e\u0301tude", "étude"]);
  expect(marked("ab abc", "a abc")).toEqual(["ab", "abc"]);
  expect(marked("read /srv/bestiary.txt", "bestiary.txt srv")).toEqual(["srv", "bestiary", "txt"]);
});

it("marks nothing without words, and not more than it can show", () => {
  expect(marked("anything", "  -* ")).toEqual([]);
  expect(wordsIn("a ".repeat(10_000), ["a"]).length).toBe(500);
});
