// Owns how JSON text is shown: on one line in a row, tinted in a block. The text itself is never parsed into numbers.

/** A run of JSON text and its tint; an empty tint is plain. */
export type Tinted = { text: string; tint: "" | "ck" | "cs" | "cn" };

/** Longer text is shown plain. */
const TINT_UP_TO = 20_000;
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON text in runs. Joined, they are the text again. */
export function tint(json: string): Tinted[] {
  if (json.length > TINT_UP_TO) return [{ text: json, tint: "" }];
  const out: Tinted[] = [];
  let at = 0;
  for (const match of json.matchAll(TOKEN)) {
    if (match.index > at) out.push({ text: json.slice(at, match.index), tint: "" });
    const [whole, quoted, colon] = match;
    if (quoted !== undefined) {
      out.push({ text: quoted, tint: colon === undefined ? "cs" : "ck" });
      if (colon !== undefined) out.push({ text: colon, tint: "" });
    } else out.push({ text: whole, tint: "cn" });
    at = match.index + whole.length;
  }
  if (at < json.length) out.push({ text: json.slice(at), tint: "" });
  return out;
}

/** How much of an arguments' text is looked at for a row. */
const ROW_CHARACTERS = 400;

/** Indented JSON text of an object on one line, as `path: "a", limit: 3`. */
export function oneLine(json: string): string {
  return json
    .slice(0, ROW_CHARACTERS)
    .split("\n")
    .map((line) => line.trim().replace(/^"([^"\\]*)":/, "$1:"))
    .join(" ")
    .replace(/^\{\s*/, "")
    .replace(/\s*\}$/, "");
}
