// Owns what the user fills in of a server's form.

import { t } from "../../i18n/t";
import type { FieldView } from "../../ipc/bindings";

/** The form of one request. */
export class ElicitationForm {
  /** The values; a field that was not touched holds its first value. */
  fields = $state<Record<string, string | string[]>>({});
  /** What the host says does not fit, a sentence for each field. */
  misfits = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** Fields that were written in, or left. */
  #touched = $state.raw<ReadonlySet<string>>(new Set());
  #asked = $state.raw<FieldView[]>([]);
  /** None yet. */
  #shown = -1;

  /** The form is on display, in this revision. Its values stay while the revision does. */
  show(revision: number, fields: FieldView[]): void {
    if (this.#shown === revision) return;
    this.#shown = revision;
    this.#asked = fields;
    this.fields = Object.fromEntries(fields.map((field) => [field.name, atFirst(field)]));
    this.misfits = new Map();
    this.#touched = new Set();
  }

  /** A field was written in, or left. */
  touch(name: string): void {
    if (!this.#touched.has(name)) this.#touched = new Set([...this.#touched, name]);
  }

  /** What does not fit in a field, once it was touched. */
  misfit(name: string): string | null {
    return this.#touched.has(name) ? (this.misfits.get(name) ?? null) : null;
  }

  /** The text of a field. */
  text(field: Pick<FieldView, "name">): string {
    const value = this.fields[field.name];
    return typeof value === "string" ? value : "";
  }

  /** What is chosen in a field that takes several. */
  chosen(name: string): string[] {
    const value = this.fields[name];
    return Array.isArray(value) ? value : [];
  }

  /** The values as they would be sent. Numbers are passed on as they were written. */
  content(): string {
    const parts = this.#asked.flatMap((field) => {
      const value = written(field, this.fields[field.name]);
      return value === null ? [] : [`${JSON.stringify(field.name)}:${value}`];
    });
    return `{${parts.join(",")}}`;
  }

  /** Why these fields cannot be sent yet, or `null`. */
  missing(fields: FieldView[]): string | null {
    const empty = fields.find((field) => field.required && written(field, this.fields[field.name]) === null);
    if (empty) return t("consent-missing-field", { field: empty.title });
    const wrong = fields.find((field) => this.misfits.has(field.name));
    return wrong ? t("consent-misfit-field", { field: wrong.title }) : null;
  }
}

function atFirst(field: FieldView): string | string[] {
  const takes = field.takes;
  switch (takes.kind) {
    case "text":
    case "number":
    case "choice":
      return takes.default ?? "";
    case "boolean":
      return takes.default === null ? "" : String(takes.default);
    case "choices":
      return takes.default;
  }
}

/** A value as JSON text, or `null` where nothing is given. */
function written(field: FieldView, value: string | string[] | undefined): string | null {
  if (value === undefined || value === "") return null;
  if (Array.isArray(value)) return value.length || field.required ? JSON.stringify(value) : null;
  const text = value.trim();
  if (field.takes.kind === "boolean") return text;
  const isNumber = field.takes.kind === "number" && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text);
  return isNumber ? text : JSON.stringify(value);
}
