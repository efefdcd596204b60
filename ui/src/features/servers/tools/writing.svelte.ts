// Owns what is written for a tool's arguments: as fields or as JSON text, each following the other.

import { blank, type Draft, readDraft, writeDraft } from "./draft";
import type { Form } from "./fields";

export class Writing {
  form = $state.raw<Form>({ fields: [], why: null });
  /** What is written in the fields. */
  draft = $state<Draft>(blank([]));
  /** The arguments as JSON text. */
  json = $state("{}");
  asJson = $state(false);
  /** Why the fields cannot show what the JSON text says. */
  apart = $state("");
  /** Whether it was tried to send: only then what is missing is named. */
  tried = $state(false);
  #schema: string | null = null;

  /** Takes the schema that holds now. What is written stays as far as it fits. */
  use(schema: string | null, form: Form): void {
    if (schema === this.#schema) return;
    const before = this.#schema === null ? null : this.json;
    this.#schema = schema;
    this.form = form;
    this.asJson = form.why !== null;
    this.clear();
    if (before !== null) this.writeJson(before);
    if (this.apart) this.asJson = true;
  }

  /** As it was at first. */
  clear(): void {
    this.draft = blank(this.form.fields);
    this.json = writeDraft(this.form.fields, this.draft);
    this.apart = "";
    this.tried = false;
  }

  /** A field changed: the text follows. */
  wroteField(): void {
    this.json = writeDraft(this.form.fields, this.draft);
  }

  /** The text changed: the fields follow, if they can. */
  writeJson(text: string): void {
    this.json = text;
    const draft = readDraft(this.form.fields, text);
    this.apart = typeof draft === "string" ? draft : "";
    if (typeof draft !== "string") this.draft = draft;
  }
}
