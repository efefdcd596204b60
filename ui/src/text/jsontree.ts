// Owns JSON text as a tree of rows. Numbers and strings stay the text that they are; every count has a bound.

/** A value in JSON text. `text` is the literal as it stands; containers have none. */
export type JsonNode = {
  kind: "object" | "array" | "string" | "number" | "word";
  key: string | null;
  text: string;
  children: JsonNode[];
};

/** A row of the tree: a value, or the offer to show more of its parent's. */
export type JsonRow = {
  path: string;
  level: number;
  node: JsonNode;
  /** Place among its siblings, from 1, and how many they are. */
  place: number;
  of: number;
  /** How many siblings are not shown: then the row stands for them. */
  more: number;
};

/** Text with more values, or nested deeper, is not made into a tree. */
const MAX_NODES = 20_000;
const MAX_DEPTH = 64;
/** How many children are shown at once. */
export const CHILDREN = 100;
/** A tree with at most so many values is unfolded from the start. */
const SMALL = 24;

const TOKEN = /[\s]*("(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{},:])/y;

class Reader {
  nodes = 0;
  #at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  next(): string | null {
    TOKEN.lastIndex = this.#at;
    const match = TOKEN.exec(this.#text);
    if (!match) return null;
    this.#at = TOKEN.lastIndex;
    return match[1] as string;
  }

  get ended(): boolean {
    return this.#text.slice(this.#at).trim() === "";
  }

  /** The value that begins with `token`, or `null` if it is none or too much. */
  value(token: string | null, key: string | null, depth: number): JsonNode | null {
    if (token === null || ++this.nodes > MAX_NODES || depth > MAX_DEPTH) return null;
    if (token === "{" || token === "[") return this.#container(token, key, depth);
    if (/^[\]},:]/.test(token)) return null;
    const kind = token.startsWith('"') ? "string" : /^[-\d]/.test(token) ? "number" : "word";
    return { kind, key, text: token, children: [] };
  }

  #container(open: "{" | "[", key: string | null, depth: number): JsonNode | null {
    const [kind, close] = open === "{" ? (["object", "}"] as const) : (["array", "]"] as const);
    const node: JsonNode = { kind, key, text: "", children: [] };
    let token = this.next();
    if (token === close) return node;
    for (;;) {
      let name: string | null = null;
      if (kind === "object") {
        if (!token?.startsWith('"') || this.next() !== ":") return null;
        name = token;
        token = this.next();
      }
      const child = this.value(token, name, depth + 1);
      if (!child) return null;
      node.children.push(child);
      const after = this.next();
      if (after === close) return node;
      if (after !== ",") return null;
      token = this.next();
    }
  }
}

/** The tree of JSON text, or `null` if it is no JSON or too large to be one. */
export function readTree(json: string): JsonNode | null {
  const reader = new Reader(json);
  const root = reader.value(reader.next(), null, 0);
  return root && reader.ended ? root : null;
}

/** What is unfolded from the start: all of a small tree, else only the root. */
export function unfoldedAtFirst(root: JsonNode): Set<string> {
  const paths = new Set<string>();
  let nodes = 0;
  const walk = (node: JsonNode, path: string) => {
    nodes++;
    if (nodes > SMALL) return;
    if (node.children.length > 0) paths.add(path);
    node.children.forEach((child, i) => walk(child, `${path}.${i}`));
  };
  walk(root, "0");
  return nodes > SMALL ? new Set(["0"]) : paths;
}

/** The rows in sight. `limits` says how many children are shown where it is not `CHILDREN`. */
export function rowsOf(root: JsonNode, unfolded: ReadonlySet<string>, limits: ReadonlyMap<string, number>): JsonRow[] {
  const rows: JsonRow[] = [];
  const walk = (node: JsonNode, path: string, level: number, place: number, of: number) => {
    rows.push({ path, level, node, place, of, more: 0 });
    if (!unfolded.has(path)) return;
    const limit = limits.get(path) ?? CHILDREN;
    const { children } = node;
    children.slice(0, limit).forEach((child, i) => walk(child, `${path}.${i}`, level + 1, i + 1, children.length));
    const more = children.length - limit;
    if (more > 0) rows.push({ path: `${path}.more`, level: level + 1, node, place: limit + 1, of: children.length, more });
  };
  walk(root, "0", 1, 1, 1);
  return rows;
}

/** The member of an object by its name, the last if it is given more than once. */
export function member(node: JsonNode | undefined | null, name: string): JsonNode | undefined {
  if (node?.kind !== "object") return undefined;
  return node.children.findLast((child) => child.key !== null && stringOf(child.key) === name);
}

/** The value of a JSON string literal, or `null` if it is none. */
export function stringOf(literal: string | undefined): string | null {
  if (!literal?.startsWith('"')) return null;
  try {
    return JSON.parse(literal) as string;
  } catch {
    return null;
  }
}

/** A tree as JSON text again, indented by two spaces. Literals stay as they are. */
export function writeTree(node: JsonNode, indent = ""): string {
  if (node.kind !== "object" && node.kind !== "array") return node.text;
  const [open, close] = node.kind === "object" ? "{}" : "[]";
  if (node.children.length === 0) return `${open}${close}`;
  const inner = `${indent}  `;
  const lines = node.children.map((child) => {
    const key = node.kind === "object" ? `${child.key}: ` : "";
    return `${inner}${key}${writeTree(child, inner)}`;
  });
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}
