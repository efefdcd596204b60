// Owns how a tool's input schema becomes fields of a form. The schema is a server's text: what is read from it has a bound,
// and none of its patterns is run here. The host checks the arguments against the whole schema before anything is asked.

import { language } from "../../../i18n/language.svelte";
import { t } from "../../../i18n/t";
import { visible } from "../../../text/hidden";
import { type JsonNode, member, readTree, stringOf } from "../../../text/jsontree";

/** One of the values that a field may have. */
export type Choice = { json: string; label: string };

/** What a value looks like. */
export type Shape =
  | { kind: "text"; min: number | null; max: number | null; format: string | null; pattern: string | null }
  | { kind: "number"; whole: boolean; min: number | null; max: number | null; over: number | null; under: number | null }
  | { kind: "boolean" }
  | { kind: "choice"; options: Choice[] }
  | { kind: "object"; fields: Field[] }
  | { kind: "list"; item: Shape; min: number | null; max: number | null }
  /** Written as JSON text. `inside` are the fields of what it holds, to read about them. */
  | { kind: "json"; what: string; inside: Field[] };

/** A member of an object. */
export type Field = {
  /** Its name as the server gives it. */
  key: string;
  title: string;
  about: string;
  required: boolean;
  /** Whether it may be `null`. */
  nullable: boolean;
  /** Its value if none is given. */
  fallback: JsonNode | null;
  shape: Shape;
};

/** The fields of a tool's arguments. `why`: there is no form, the arguments are written as JSON. */
export type Form = { fields: Field[]; why: string | null };

const MAX_FIELDS = 200;
const MAX_DEPTH = 5;
const MAX_OPTIONS = 500;
/** How often one schema may lead to another. */
const MAX_HOPS = 16;

/** The form of an input schema. */
export function formOf(schema: string): Form {
  const root = readTree(schema);
  if (root?.kind !== "object") return { fields: [], why: t("schema-unreadable") };
  const reader = new Reader(root);
  const { shape } = reader.shape(root, 0);
  if (reader.left < 0) return { fields: [], why: t("schema-too-many", { most: MAX_FIELDS }) };
  if (shape.kind === "object") return { fields: shape.fields, why: null };
  const empty = shape.kind === "json" && member(root, "additionalProperties")?.text === "false";
  const none = empty || (shape.kind === "json" && (member(root, "properties")?.children.length ?? -1) === 0);
  return { fields: [], why: none ? null : t("schema-unnamed") };
}

class Reader {
  left = MAX_FIELDS;
  readonly #root: JsonNode;

  constructor(root: JsonNode) {
    this.#root = root;
  }

  /** What a schema describes. Whatever a form cannot hold is JSON text. */
  shape(schema: JsonNode, depth: number): { shape: Shape; nullable: boolean } {
    let node = schema;
    let nullable = false;
    const json = (what: string, inside: Field[] = []) => ({ shape: { kind: "json", what, inside } as Shape, nullable });
    for (let hop = 0; ; hop++) {
      if (hop > MAX_HOPS) return json(t("shape-anything"));
      const next = this.#next(node);
      if (next === null) return json(t("shape-anything"));
      if (next === undefined) break;
      nullable ||= next.nullable;
      if (next.options) return { shape: { kind: "choice", options: next.options }, nullable };
      if (!next.to) return json(t("shape-kinds"));
      node = next.to;
    }
    const listed = member(node, "enum") ?? constOf(node);
    if (listed?.kind === "array") {
      const values = listed.children.filter((value) => value.text !== "null");
      nullable ||= values.length < listed.children.length;
      const scalar = values.every((value) => value.kind !== "object" && value.kind !== "array");
      if (!scalar || values.length === 0 || values.length > MAX_OPTIONS) return json(t("shape-values"));
      return { shape: { kind: "choice", options: unlike(values.map((value) => choice(value))) }, nullable };
    }
    const types = typesOf(node);
    if (types.includes("null") && types.length > 1) nullable = true;
    const kinds = types.filter((type) => type !== "null");
    if (kinds.length > 1) return json(kinds.map(visible).join(` ${t("shape-or")} `));
    const shape = this.#plain(node, kinds[0] ?? (member(node, "properties") ? "object" : ""), depth);
    return { shape, nullable };
  }

  /** Where a schema only leads to another: `null` if that is nowhere, `undefined` if it stands for itself. */
  #next(node: JsonNode): { to?: JsonNode; options?: Choice[]; nullable: boolean } | null | undefined {
    const ref = stringOf(member(node, "$ref")?.text);
    if (ref !== null) {
      const to = this.#follow(ref);
      return to ? { to, nullable: false } : null;
    }
    if (member(node, "type") || member(node, "properties") || member(node, "enum")) return undefined;
    const all = member(node, "allOf");
    if (all?.kind === "array" && all.children.length === 1) return { to: all.children[0] as JsonNode, nullable: false };
    const any = member(node, "anyOf") ?? member(node, "oneOf");
    if (any?.kind !== "array" || any.children.length === 0) return undefined;
    const rest = any.children.filter((one) => typesOf(one).join() !== "null");
    const nullable = rest.length < any.children.length;
    if (rest.length === 1) return { to: rest[0] as JsonNode, nullable };
    const options = rest.flatMap((one) => {
      const value = member(one, "const");
      return value ? [choice(value, stringOf(member(one, "title")?.text))] : [];
    });
    return options.length === rest.length && rest.length <= MAX_OPTIONS ? { options: unlike(options), nullable } : { nullable };
  }

  /** A schema of the same document, by its pointer. */
  #follow(ref: string): JsonNode | null {
    if (ref !== "#" && !ref.startsWith("#/")) return null;
    let node: JsonNode | undefined = this.#root;
    for (const word of ref.split("/").slice(1)) node = member(node, word.replaceAll("~1", "/").replaceAll("~0", "~"));
    return node ?? null;
  }

  #plain(node: JsonNode, type: string, depth: number): Shape {
    switch (type) {
      case "string": {
        const text = { format: stringOf(member(node, "format")?.text), pattern: stringOf(member(node, "pattern")?.text) };
        return { kind: "text", min: numberIn(node, "minLength"), max: numberIn(node, "maxLength"), ...text };
      }
      case "integer":
      case "number": {
        const ends = { min: numberIn(node, "minimum"), max: numberIn(node, "maximum") };
        const open = { over: numberIn(node, "exclusiveMinimum"), under: numberIn(node, "exclusiveMaximum") };
        return { kind: "number", whole: type === "integer", ...ends, ...open };
      }
      case "boolean":
        return { kind: "boolean" };
      case "object": {
        if (depth >= MAX_DEPTH) return { kind: "json", what: "object", inside: [] };
        const fields = this.#fields(node, depth);
        return fields.length ? { kind: "object", fields } : { kind: "json", what: "object", inside: [] };
      }
      case "array":
        return this.#list(node, depth);
      default:
        return { kind: "json", what: t("shape-anything"), inside: [] };
    }
  }

  #list(node: JsonNode, depth: number): Shape {
    const items = member(node, "items");
    if (items?.kind !== "object" || depth >= MAX_DEPTH) return { kind: "json", what: t("shape-list"), inside: [] };
    const { shape, nullable } = this.shape(items, depth + 1);
    if (!nullable && ["text", "number", "boolean", "choice"].includes(shape.kind))
      return { kind: "list", item: shape, min: numberIn(node, "minItems"), max: numberIn(node, "maxItems") };
    return { kind: "json", what: t("shape-list-of", { what: many(shape) }), inside: shape.kind === "object" ? shape.fields : [] };
  }

  #fields(node: JsonNode, depth: number): Field[] {
    const properties = member(node, "properties");
    if (properties?.kind !== "object") return [];
    const needed = member(node, "required");
    const required = new Set((needed?.kind === "array" ? needed.children : []).map((name) => stringOf(name.text)));
    const fields: Field[] = [];
    const seen = new Set<string>();
    for (const child of properties.children) {
      const key = stringOf(child.key ?? undefined);
      if (key === null || seen.has(key)) continue;
      if (--this.left < 0) break;
      seen.add(key);
      const said = (name: string) => stringOf(member(child, name)?.text) ?? "";
      const { shape, nullable } = this.shape(child, depth + 1);
      const fallback = member(child, "default") ?? null;
      const texts = { title: said("title"), about: said("description") };
      fields.push({ key, ...texts, required: required.has(key) && !fallback, nullable, fallback, shape });
    }
    return fields;
  }
}

function constOf(node: JsonNode): JsonNode | undefined {
  const value = member(node, "const");
  return value && { kind: "array", key: null, text: "", children: [value] };
}

function choice(value: JsonNode, title: string | null = null): Choice {
  return { json: value.text, label: title || (stringOf(value.text) ?? value.text) };
}

/** Choices without those that are there already. */
function unlike(options: Choice[]): Choice[] {
  return [...new Map(options.map((option) => [option.json, option])).values()];
}

function typesOf(node: JsonNode): string[] {
  const type = member(node, "type");
  const words = type?.kind === "array" ? type.children : type ? [type] : [];
  return words.flatMap((word) => stringOf(word.text) ?? []);
}

function numberIn(node: JsonNode, name: string): number | null {
  const found = member(node, name);
  return found?.kind === "number" && Number.isFinite(Number(found.text)) ? Number(found.text) : null;
}

const number = (value: number) => (Math.abs(value) < 1e15 ? value.toLocaleString(language.tag, { maximumFractionDigits: 9 }) : String(value));

function range(min: number | null, max: number | null, unit: "numbers" | "characters" | "items" = "numbers"): string {
  if (min !== null && max !== null) return t(`range-${unit}`, { min: number(min), max: number(max), count: max });
  if (max !== null) return t(`range-most-${unit}`, { max: number(max), count: max });
  return min !== null && min > 0 ? t(`range-least-${unit}`, { min: number(min), count: min }) : "";
}

/** What a shape is, in a few words: `integer, 1 to 100`. */
export function wordsOf(shape: Shape): string {
  const join = (...words: (string | null)[]) => words.filter(Boolean).join(", ");
  switch (shape.kind) {
    case "text":
      return join(t("shape-text"), shape.format && visible(shape.format), range(shape.min, shape.max, "characters"));
    case "number": {
      const open = join(shape.over !== null ? t("shape-more", { value: number(shape.over) }) : null, shape.under !== null ? t("shape-less", { value: number(shape.under) }) : null);
      return join(shape.whole ? t("shape-integer") : t("shape-number"), range(shape.min, shape.max) || null, open || null);
    }
    case "boolean":
      return t("shape-boolean");
    case "choice":
      return t("shape-one-of", { count: shape.options.length });
    case "object":
      return t("shape-object", { count: shape.fields.length });
    case "list":
      return join(t("shape-list-of", { what: many(shape.item) }), range(shape.min, shape.max, "items"));
    case "json":
      return shape.what;
  }
}

function many(shape: Shape): string {
  switch (shape.kind) {
    case "text":
      return t("shape-texts");
    case "number":
      return shape.whole ? t("shape-integers") : t("shape-numbers");
    case "boolean":
      return t("shape-booleans");
    case "choice":
      return t("shape-choices", { count: shape.options.length });
    case "object":
      return t("shape-objects");
    default:
      return t("shape-any-values");
  }
}

/** What stands beside a field's name: `integer, 1 to 100, required`. */
export function metaOf(field: Field): string {
  const simple = field.fallback && field.fallback.children.length === 0 && field.fallback.kind !== "object" && field.fallback.kind !== "array";
  const fallback = simple && field.fallback ? t("shape-default", { value: visible(field.fallback.text.slice(0, 40)) }) : "";
  return [wordsOf(field.shape), field.required ? t("consent-field-required") : "", field.nullable ? t("shape-nullable") : "", fallback]
    .filter(Boolean)
    .join(", ");
}
