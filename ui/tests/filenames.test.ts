import { expect, it } from "vitest";
import { fileNameOf } from "../src/text/filenames";

it.each([
  ["python", "snippet.py"],
  ["py", "snippet.py"],
  ["Rust", "snippet.rs"],
  ["c++", "snippet.cpp"],
  ["ts title=a.ts", "snippet.ts"],
  ["dockerfile", "Dockerfile"],
  ["makefile", "Makefile"],
  ["", "snippet.txt"],
  ["klingon", "snippet.txt"],
  // A model writes the language: it is no path, and makes no program of a text.
  ["../../.bashrc", "snippet.txt"],
  ["exe", "snippet.txt"],
  ["desktop", "snippet.txt"],
  ["py\u202etxt", "snippet.txt"],
  ["constructor", "snippet.txt"],
  ["__proto__", "snippet.txt"],
])("code of %j is saved as %s", (info, name) => {
  expect(fileNameOf(info)).toBe(name);
});
