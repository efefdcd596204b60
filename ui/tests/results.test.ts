import { describe, expect, it } from "vitest";
import { isDiff } from "../src/text/diff";
import { csvOf, jsonTable } from "../src/text/jsontable";
import { readTree } from "../src/text/jsontree";

const table = (json: string) => {
  const root = readTree(json);
  return root && jsonTable(root);
};

describe("structured content as a table", () => {
  it("is an array of flat objects, alone or as the only member", () => {
    expect(table('[{"a":1,"b":"x"},{"b":"y","c":null}]')).toMatchObject({ columns: ["a", "b", "c"], numeric: [true, false, true] });
    expect(table('{"items":[{"a":1.50}]}')?.rows[0]?.[0]?.text).toBe("1.50");
    for (const json of ["[]", "{}", "[1]", '[{"a":{"b":1}}]', '[{"a":[1]}]', "[{}]", '{"items":[{"a":1}],"total":1}', '{"a":[{"b":1}],"c":[{"b":1}]}', `[{${Array.from({ length: 41 }, (_, i) => `"k${i}":1`).join()}}]`])
      expect(table(json), json).toBeNull();
  });

  it("takes names as they are, those of the language among them", () => {
    expect(table('[{"__proto__":1,"constructor":2}]')?.columns).toEqual(["__proto__", "constructor"]);
  });

  it("is copied as CSV that no spreadsheet runs", () => {
    const rows = table('[{"a":"x, \\"y\\"\\nz","b":-5},{"a":"=HYPERLINK(1)","b":1e3},{"a":"@SUM","b":null},{"a":true}]');
    expect(rows && csvOf(rows)).toBe('a,b\r\n"x, ""y""\nz",-5\r\n\'=HYPERLINK(1),1e3\r\n\'@SUM,null\r\ntrue,\r\n');
  });
});

describe("a unified diff", () => {
  it("is told by its beginning and a hunk", () => {
    for (const text of ["@@ -1 +1 @@\n-a\n+b\n", "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\n", "diff --git a/x b/x\nindex 1..2\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n"]) expect(isDiff(text)).toBe(true);
    for (const text of ["", "- a\n+ b\n", "--- title\ntext", "text\n@@ -1 +1 @@\n", `--- a\n${"x".repeat(5000)}\n@@ -1 +1 @@`]) expect(isDiff(text), text.slice(0, 20)).toBe(false);
  });
});
