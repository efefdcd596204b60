// Owns which JSON is a table: an array of flat objects, on its own or as the only member of an object. Literals stay the text that they are.

import { type JsonNode, stringOf } from "./jsontree";

/** A table of JSON values. A row lacks the cells that its object has not. */
export type JsonTable = { columns: readonly string[]; numeric: readonly boolean[]; rows: readonly (readonly (JsonNode | undefined)[])[] };

/** An array with more names among its objects is no table. */
const COLUMNS_MOST = 40;

const flat = (node: JsonNode) => node.kind === "object" && node.children.length > 0 && node.children.every(({ children, kind }) => (kind !== "object" && kind !== "array") || children.length === 0);

function arrayOf(root: JsonNode): JsonNode | null {
  if (root.kind === "array") return root;
  const [only, ...more] = root.kind === "object" ? root.children : [];
  return only?.kind === "array" && more.length === 0 ? only : null;
}

/** The table that JSON is, or `null` if it is none. */
export function jsonTable(root: JsonNode): JsonTable | null {
  const items = arrayOf(root)?.children ?? [];
  if (items.length === 0 || !items.every(flat)) return null;
  const places = new Map<string, number>();
  const rows = items.map(({ children }) => {
    const row: (JsonNode | undefined)[] = [];
    for (const child of children) {
      const name = stringOf(child.key ?? undefined) ?? "";
      const place = places.get(name) ?? places.size;
      places.set(name, place);
      row[place] = child;
    }
    return row;
  });
  if (places.size > COLUMNS_MOST) return null;
  const columns = [...places.keys()];
  const numeric = columns.map((_, i) => rows.every((row) => row[i] === undefined || row[i].kind === "number" || row[i].text === "null"));
  return { columns, numeric, rows };
}

/** What a cell shows: a string without its quotes, anything else as it stands. */
export function cellText(node: JsonNode | undefined): string {
  if (!node) return "";
  if (node.kind === "array") return "[]";
  if (node.kind === "object") return "{}";
  return stringOf(node.text) ?? node.text;
}

/** What a spreadsheet would run: it begins like a formula and is no number. */
const RUNS = /^[=+\-@\t\r]/;
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The table as CSV (RFC 4180). Text that a spreadsheet would run as a formula has an apostrophe in front. */
export function csvOf({ columns, rows }: JsonTable): string {
  const safe = (text: string, number = false) => quoted(!number && RUNS.test(text) ? `'${text}` : text);
  const lines = rows.map((row) => columns.map((_, i) => safe(cellText(row[i]), row[i]?.kind === "number")));
  return [columns.map((name) => safe(name)), ...lines].map((cells) => `${cells.join(",")}\r\n`).join("");
}
