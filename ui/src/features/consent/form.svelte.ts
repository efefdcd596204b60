// Owns what a person fills in while a question is on display. It lives as long as the question, and nowhere else.

import type { AnswerView, FieldView, PromptView, ScopeView } from "../../ipc/bindings";

/** Longest note for the model, in characters. */
export const MAX_NOTE = 1000;

/** The names under which a client of the user's own is given. */
export const CLIENT_ID = "client_id";
/** See `CLIENT_ID`. */
export const CLIENT_SECRET = "client_secret";

/** The fields of one question. */
export class AnswerForm {
  scope = $state<ScopeView>("once");
  /** A note for the model; `null` while its field is closed. */
  note = $state<string | null>(null);
  /** Edited arguments; `null` while they are not being edited. */
  json = $state<string | null>(null);
  showJson = $state(false);
  values = $state<Record<string, string>>({});
  key = $state("");
  /** What was filled in of a server's form; a field that was not touched holds what it holds at first. */
  fields = $state<Record<string, string | string[]>>({});
  #asked: FieldView[] = [];
  /** None yet. */
  #shown = -1;

  /** A server's form is on display, in this revision. What was filled in of it stays. */
  show(revision: number, fields: FieldView[]): void {
    if (this.#shown === revision) return;
    this.#shown = revision;
    this.#asked = fields;
    this.fields = Object.fromEntries(fields.map((field) => [field.name, atFirst(field)]));
  }

  /** The text of a field. */
  text(field: FieldView): string {
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

  /** The answer no. */
  deny(): AnswerView {
    return { answer: "deny", note: this.note?.trim() || null };
  }

  /** The answer yes. A launch and an endpoint hold until what was accepted changes. */
  allow(prompt: PromptView): AnswerView {
    if (prompt.kind.kind === "elicitation" && !prompt.kind.elicitation.visit) {
      return { answer: "fill", content: this.content() };
    }
    if (["elicitation", "sampling", "sign_in"].includes(prompt.kind.kind)) {
      return { answer: "allow", scope: "once", values: [], key: null };
    }
    const values = Object.entries(this.values).filter(([, value]) => value !== "");
    const scope = scopesOf(prompt).length ? this.scope : "standing";
    return { answer: "allow", scope, values, key: this.key === "" ? null : this.key };
  }

  /** Why a yes is not possible yet, or `null`. */
  missing(prompt: PromptView): string | null {
    if (this.json !== null) return "Check your edits first";
    if (prompt.kind.kind === "elicitation") {
      const empty = (field: FieldView) => written(field, this.fields[field.name]) === null;
      const field = prompt.kind.elicitation.fields.find((field) => field.required && empty(field));
      return field ? `Fill in ${field.title} first` : null;
    }
    if (prompt.kind.kind === "client") {
      return prompt.kind.client.id || this.values[CLIENT_ID]?.trim() ? null : "Enter the client ID first";
    }
    if (prompt.kind.kind !== "launch") return null;
    const variable = prompt.kind.launch.env.find((env) => env.missing && !this.values[env.name]);
    return variable ? `Enter a value for ${variable.name} first` : null;
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

/** What the scopes of an answer mean, the first preselected, and why one is not offered. */
export function scopesOf(prompt: PromptView): { scope: ScopeView; label: string; off: string | null }[] {
  if (prompt.kind.kind === "outflow") {
    const off = prompt.kind.outflow.can_stand ? null : "this endpoint is of this run only";
    return [
      { scope: "conversation", label: "This conversation", off: null },
      { scope: "standing", label: "Do not ask again for this endpoint", off },
    ];
  }
  if (prompt.kind.kind !== "tool") return [];
  const { tool } = prompt.kind;
  const flow = tool.reasons.some((reason) => reason.kind === "flow");
  const off = (scope: ScopeView): string | null => {
    if (tool.scopes.includes(scope)) return null;
    if (tool.edited) return "an edited call is allowed once; later calls ask again";
    if (tool.conversation === null) return "it belongs to no conversation";
    return flow ? "not where data crosses servers" : "not for this call";
  };
  const list: { scope: ScopeView; label: string; off: string | null }[] = [
    { scope: "once", label: "Once", off: null },
    { scope: "conversation", label: "This conversation", off: off("conversation") },
  ];
  if (tool.scopes.includes("standing")) list.push({ scope: "standing", label: "Always", off: null });
  return list;
}

/** What the yes button says. */
export function allowLabel(prompt: PromptView, scope: ScopeView): string {
  switch (prompt.kind.kind) {
    case "launch":
      if (prompt.kind.launch.remote) return "Connect";
      return prompt.kind.launch.changed ? "Accept and start" : "Start this server";
    case "endpoint":
      return "Use this endpoint";
    case "outflow":
      return "Send it";
    case "sampling":
      return prompt.kind.sampling.reply ? "Give the answer" : "Ask the model";
    case "elicitation":
      return prompt.kind.elicitation.visit ? "Open the page" : "Send this";
    case "feature":
      return "Let it ask";
    case "change":
      return "Accept the change";
    case "client":
      return "Keep and use it";
    case "sign_in":
      return "Open my browser";
    case "tool":
      if (prompt.kind.tool.edited) return "Allow with edits";
      if (scope === "conversation") return "Allow in this conversation";
      return scope === "standing" ? "Allow always" : "Allow once";
  }
}

/** What the no button says. */
export function denyLabel(prompt: PromptView): string {
  if (prompt.kind.kind === "launch") return prompt.kind.launch.remote ? "Do not connect" : "Do not start";
  if (prompt.kind.kind === "outflow") return "Stop here";
  if (prompt.kind.kind === "elicitation") return "Decline";
  if (prompt.kind.kind === "client") return "Keep nothing";
  if (prompt.kind.kind === "change") return prompt.kind.change.tool === null ? "Keep the old ones" : "Keep it off";
  if (prompt.kind.kind === "sign_in") return "Do not sign in";
  return prompt.kind.kind === "endpoint" ? "Do not use it" : "Deny";
}
