// Owns what is written in a form, and how it becomes JSON text and comes back from it. Numbers stay the text that was
// written; fields the form does not know are kept. No view.

import { t } from "../../../i18n/t";
import { type JsonNode, readTree, stringOf, writeTree } from "../../../text/jsontree";
import type { Field, Shape } from "./fields";

/** What was written for one value. */
export type Draft = {
  /** `absent`: it is not sent. */
  state: "absent" | "null" | "given";
  /** The text of a text; the literal of a choice or a boolean; what was typed as a number or as JSON. */
  text: string;
  /** The members of an object in the order of its fields, or the items of a list. */
  items: Draft[];
  /** Members of an object that are no fields: name and value, both as JSON text. */
  extra: [string, string][];
};

/** More items of one list are written as JSON. */
export const MAX_ITEMS = 100;

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const absent = (): Draft => ({ state: "absent", text: "", items: [], extra: [] });
const given = (text: string): Draft => ({ ...absent(), state: "given", text });
const container = (kind: "object" | "array", children: JsonNode[]): JsonNode => ({ kind, key: null, text: "", children });

/** What an emptied field means. */
export const emptied = (field: Field): Draft["state"] => (field.required && field.nullable ? "null" : "absent");

/** A draft in which nothing is written but what the schema gives. */
export function blank(fields: readonly Field[]): Draft {
  return { ...absent(), state: "given", items: fields.map(blankField) };
}

function blankField(field: Field): Draft {
  if (field.fallback) {
    const taken = take(field.shape, field.nullable, field.fallback);
    // A `null` for what may be left out says nothing.
    if (typeof taken !== "string" && (taken.state !== "null" || field.required)) return taken;
  }
  if (field.shape.kind === "object") return { ...absent(), items: field.shape.fields.map(blankField) };
  if (field.required && field.shape.kind === "boolean" && !field.nullable) return given("false");
  const only = field.shape.kind === "choice" && field.shape.options.length === 1 ? field.shape.options[0] : undefined;
  if (field.required && only) return given(only.json);
  if (field.required && field.shape.kind === "list" && !field.shape.min) return { ...absent(), state: "given" };
  return { ...absent(), state: emptied(field) };
}

/** A new item of a list. */
export function blankItem(shape: Shape): Draft {
  if (shape.kind === "boolean") return given("false");
  if (shape.kind === "choice") return given(shape.options[0]?.json ?? "");
  return given("");
}

/** The draft of JSON text, or what the form cannot show of it. */
export function readDraft(fields: readonly Field[], json: string): Draft | string {
  const node = readTree(json.trim() === "" ? "{}" : json);
  if (!node) return t("not-json");
  if (node.kind !== "object") return t("arguments-object");
  return take({ kind: "object", fields: [...fields] }, false, node);
}

function take(shape: Shape, nullable: boolean, node: JsonNode): Draft | string {
  if (node.text === "null" && nullable) return { ...absent(), state: "null" };
  switch (shape.kind) {
    case "text": {
      const text = stringOf(node.text);
      return text === null ? t("draft-no-text") : given(text);
    }
    case "number":
      return node.kind === "number" ? given(node.text) : t("draft-no-number");
    case "boolean":
      return node.text === "true" || node.text === "false" ? given(node.text) : t("draft-no-boolean");
    case "choice": {
      const same = (json: string) => json === node.text || (stringOf(json) !== null && stringOf(json) === stringOf(node.text));
      const found = shape.options.find((option) => same(option.json));
      return found ? given(found.json) : t("draft-no-choice");
    }
    case "json":
      return given(writeTree(node));
    case "list": {
      if (node.kind !== "array") return t("draft-no-list");
      if (node.children.length > MAX_ITEMS) return t("draft-too-many", { most: MAX_ITEMS });
      const items: Draft[] = [];
      for (const [i, child] of node.children.entries()) {
        const item = take(shape.item, false, child);
        if (typeof item === "string") return t("draft-item", { number: i + 1, why: item });
        items.push(item);
      }
      return { ...absent(), state: "given", items };
    }
    case "object":
      return takeObject(shape.fields, node);
  }
}

function takeObject(fields: readonly Field[], node: JsonNode): Draft | string {
  if (node.kind !== "object") return t("draft-no-object");
  const draft: Draft = { ...absent(), state: "given", items: fields.map((field) => withoutDefaults(field)) };
  const seen = new Set<string>();
  for (const child of node.children) {
    const key = stringOf(child.key ?? undefined) ?? "";
    if (seen.has(key)) return t("draft-twice", { key });
    seen.add(key);
    const at = fields.findIndex((field) => field.key === key);
    const field = fields[at];
    if (!field) {
      draft.extra.push([child.key ?? '""', writeTree(child, "  ")]);
      continue;
    }
    const taken = take(field.shape, field.nullable, child);
    if (typeof taken === "string") return t("draft-wrong", { key, why: taken });
    draft.items[at] = taken;
  }
  return draft;
}

/** A field that JSON text does not give. */
function withoutDefaults(field: Field): Draft {
  const items = field.shape.kind === "object" ? field.shape.fields.map(withoutDefaults) : [];
  return { ...absent(), items };
}

/** Whether a value is sent at all. */
export function isSent(field: Field, draft: Draft): boolean {
  if (draft.state !== "absent") return true;
  if (field.shape.kind !== "object") return false;
  return field.required || field.shape.fields.some((inner, i) => isSent(inner, draft.items[i] ?? absent()));
}

/** The JSON text of a draft, indented. What is wrong in it is left out: `problemsOf` says so. */
export function writeDraft(fields: readonly Field[], draft: Draft): string {
  return writeTree(objectNode(fields, draft));
}

function objectNode(fields: readonly Field[], draft: Draft): JsonNode {
  const children = fields.flatMap((field, i) => {
    const value = draft.items[i];
    const node = value && isSent(field, value) ? nodeOf(field.shape, value) : null;
    return node ? [{ ...node, key: JSON.stringify(field.key) }] : [];
  });
  const extra = draft.extra.flatMap(([key, json]) => {
    const node = readTree(json);
    return node ? [{ ...node, key }] : [];
  });
  return container("object", [...children, ...extra]);
}

function nodeOf(shape: Shape, draft: Draft): JsonNode | null {
  if (draft.state === "null") return readTree("null");
  switch (shape.kind) {
    case "text":
      return { kind: "string", key: null, text: JSON.stringify(draft.text), children: [] };
    case "number":
      return NUMBER.test(draft.text.trim()) ? readTree(draft.text.trim()) : null;
    case "boolean":
    case "choice":
    case "json":
      return readTree(draft.text);
    case "list":
      return container("array", draft.items.flatMap((item) => nodeOf(shape.item, item) ?? []));
    case "object":
      return objectNode(shape.fields, draft);
  }
}

/** What is wrong with a draft, by the place of each value: `2`, or `2.0` for what is inside. */
export function problemsOf(fields: readonly Field[], draft: Draft, prefix = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [i, field] of fields.entries()) {
    const value = draft.items[i] ?? absent();
    const place = `${prefix}${i}`;
    if (value.state === "null") continue;
    if (!isSent(field, value)) {
      if (field.required) found.set(place, field.shape.kind === "choice" ? t("draft-choose") : t("needs-value"));
      continue;
    }
    const problem = problemOf(field.shape, value);
    if (problem) found.set(place, problem);
    if (field.shape.kind === "object")
      for (const [inner, words] of problemsOf(field.shape.fields, value, `${place}.`)) found.set(inner, words);
    if (field.shape.kind === "list")
      for (const [at, item] of value.items.entries()) {
        const words = problemOf(field.shape.item, item);
        if (words) found.set(`${place}.${at}`, words);
      }
  }
  return found;
}

function problemOf(shape: Shape, draft: Draft): string {
  switch (shape.kind) {
    case "text": {
      const { length } = [...draft.text];
      if (shape.min !== null && length < shape.min) return t("at-least-characters", { count: shape.min });
      return shape.max !== null && length > shape.max ? t("at-most-characters", { count: shape.max }) : "";
    }
    case "number":
      return numberProblem(shape, draft.text.trim());
    case "list": {
      const { length } = draft.items;
      if (shape.min !== null && length < shape.min) return t("at-least-items", { count: shape.min });
      return shape.max !== null && length > shape.max ? t("at-most-items", { count: shape.max }) : "";
    }
    case "json":
      return readTree(draft.text) ? "" : t("not-json");
    case "boolean":
    case "choice":
    case "object":
      return "";
  }
}

function numberProblem(shape: Extract<Shape, { kind: "number" }>, text: string): string {
  const value = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(value)) return shape.whole ? t("whole-number") : t("a-number");
  if (shape.whole && !Number.isInteger(value)) return t("whole-number");
  if (shape.min !== null && value < shape.min) return t("at-least", { value: shape.min });
  if (shape.max !== null && value > shape.max) return t("at-most", { value: shape.max });
  if (shape.over !== null && value <= shape.over) return t("more-than", { value: shape.over });
  return shape.under !== null && value >= shape.under ? t("less-than", { value: shape.under }) : "";
}
