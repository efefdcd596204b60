// Owns what the user fills in while a request is on display, of any kind. It lives as long as the request, and nowhere else.

import { t } from "../../i18n/t";
import type { AnswerView, ScopeView, ToolApprovalView } from "../../ipc/bindings";
import { problemsOf } from "../servers/tools/draft";
import { formOf } from "../servers/tools/fields";
import { Writing } from "../servers/tools/writing.svelte";

/** The name of the value that says that a risky variable is ticked. */
export const tickOf = (variable: string) => `tick:${variable}`;

/** The fields that requests of several kinds have. */
export class AnswerForm {
  scope = $state<ScopeView>("once");
  /** A note for the model; `null` while its field is closed. */
  note = $state<string | null>(null);
  /** What is written in place of the arguments; `null` while they are not being edited. */
  edit = $state.raw<Writing | null>(null);
  showJson = $state(false);
  /** Values that are typed, by name. */
  values = $state<Record<string, string>>({});

  /** Lets arguments be edited: as fields, where their schema and their values can be shown so. */
  startEdit({ input_schema, json }: Pick<ToolApprovalView, "input_schema" | "json">): void {
    if (this.edit !== null) return;
    const writing = new Writing();
    const form = input_schema === null ? { fields: [], why: t("consent-schema-too-long") } : formOf(input_schema);
    writing.use(input_schema, form);
    writing.writeJson(json);
    writing.asJson = form.why !== null || writing.apart !== "" || form.fields.length === 0;
    this.edit = writing;
  }

  /** What is wrong in the fields, by the place of each. */
  get problems(): Map<string, string> {
    return this.edit && !this.edit.asJson ? problemsOf(this.edit.form.fields, this.edit.draft) : new Map();
  }

  /** The values that are not empty. */
  get filled(): [string, string][] {
    return Object.entries(this.values).filter(([, value]) => value !== "");
  }

  /** The answer that denies. */
  deny(): AnswerView {
    return { answer: "deny", note: this.note?.trim() || null };
  }
}
