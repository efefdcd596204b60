// Owns how markup of a library is read before any of it becomes an element: a small part of XML as plain data, checked against what is allowed.

/** An element as data. Its text is among its children. */
export type Markup = { readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly children: readonly (Markup | string)[] };

/** Markup with more elements, or nested deeper, is not read. */
const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 400;

const TAG = /<(\/?)([A-Za-z][\w-]*)((?:\s+[A-Za-z][\w:-]*\s*="[^"<]*")*)\s*(\/?)>/y;
const ATTRIBUTE = /([\w:-]+)\s*="([^"]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Text with its character references read, or `null` if one is not known. */
function unescaped(text: string): string | null {
  let known = true;
  const read = text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w*));?/g, (_, hex, decimal, name) => {
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const character = name !== undefined ? ENTITIES[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    known &&= character !== undefined;
    return character ?? "";
  });
  return known ? read : null;
}

function attributesOf(text: string): Map<string, string> | null {
  const attributes = new Map<string, string>();
  for (const [, name = "", raw = ""] of text.matchAll(ATTRIBUTE)) {
    const value = unescaped(raw);
    if (value === null || attributes.has(name)) return null;
    attributes.set(name, value);
  }
  return attributes;
}

/** The one element that `text` is, or `null` if it holds anything but elements, attributes in double quotes, and text. */
export function readMarkup(text: string): Markup | null {
  const root: Markup & { children: (Markup | string)[] } = { name: "", attributes: new Map(), children: [] };
  const open = [root];
  let elements = 0;
  for (let at = 0; at < text.length; ) {
    const parent = open.at(-1);
    if (!parent) return null;
    if (text[at] !== "<") {
      const end = text.indexOf("<", at);
      const run = unescaped(text.slice(at, end < 0 ? text.length : end));
      if (run === null) return null;
      parent.children.push(run);
      at = end < 0 ? text.length : end;
      continue;
    }
    TAG.lastIndex = at;
    const match = TAG.exec(text);
    if (!match) return null;
    at = TAG.lastIndex;
    const [, closing, name = "", given = "", empty] = match;
    if (closing) {
      if (parent === root || parent.name !== name || given || empty) return null;
      open.pop();
      continue;
    }
    const attributes = attributesOf(given);
    if (!attributes || ++elements > MAX_ELEMENTS || open.length > MAX_DEPTH) return null;
    const element = { name, attributes, children: [] };
    parent.children.push(element);
    if (!empty) open.push(element);
  }
  const [only, ...more] = root.children;
  return open.length === 1 && typeof only === "object" && more.length === 0 ? only : null;
}
