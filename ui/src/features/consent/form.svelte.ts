// Owns what a person fills in while a question is on display. It lives as long as the question, and nowhere else.

import { t } from "../../i18n/t";
import type {
  AnswerView,
  AuthorityKindView,
  FieldView,
  ApprovalView,
  RootAccessView,
  RootPassView,
  RootApprovalView,
  ScopeView,
  ToolApprovalView,
} from "../../ipc/bindings";
import { formOf } from "../servers/tools/fields";
import { problemsOf } from "../servers/tools/draft";
import { Writing } from "../servers/tools/writing.svelte";
import { approvals } from "../../state/approvals.svelte";
import { calls } from "./calls.svelte";
import { SamplingWork } from "./sampling.svelte";

/** Longest note for the model, in characters. */
export const MAX_NOTE = 1000;

/** The names under which a client of the user's own is given. */
export const CLIENT_ID = "client_id";
/** See `CLIENT_ID`. */
export const CLIENT_SECRET = "client_secret";

/** What is chosen for a folder, as fields. */
interface RootFields {
  name: string;
  access: RootAccessView;
  pass: RootPassView["kind"];
  variable: string;
  typed: string;
}

/** The fields of one question. */
export class AnswerForm {
  scope = $state<ScopeView>("once");
  /** A note for the model; `null` while its field is closed. */
  note = $state<string | null>(null);
  /** What is written in place of the arguments; `null` while they are not being edited. */
  edit = $state.raw<Writing | null>(null);
  /** Which of the conditions that are offered, by its place. */
  condition = $state(0);
  /** Tools to allow for a while, by the names that the server gives them. */
  tools = $state<string[]>([]);
  /** For how long, in minutes. */
  minutes = $state(30);
  /** Whether the server's reading is trusted with the answer. */
  trust = $state(false);
  showJson = $state(false);
  values = $state<Record<string, string>>({});
  key = $state("");
  /** What was filled in of a server's form; a field that was not touched holds what it holds at first. */
  fields = $state<Record<string, string | string[]>>({});
  /** What is chosen for a folder. */
  root = $state<RootFields>({ name: "", access: "read", pass: "asked", variable: "", typed: "" });
  /** What the host says does not fit, a sentence for each field. */
  misfits = $state.raw<ReadonlyMap<string, string>>(new Map());
  /** Fields that were written in, or left. */
  #touched = $state.raw<ReadonlySet<string>>(new Set());
  #asked = $state.raw<FieldView[]>([]);
  /** What is written over a request to a model, or over its answer. */
  readonly sampling = new SamplingWork({
    busy: () => approvals.busy,
    request: (edit) => approvals.editSampling(edit),
    reply: (blocks) => approvals.editReply(blocks),
  });
  /** None yet. */
  #shown = -1;

  /** A server's form is on display, in this revision. What was filled in of it stays. */
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

  /** A folder is on display: what is chosen begins anew with each. */
  showRoot(root: RootApprovalView): void {
    const { pass } = root;
    const variable = pass.kind === "variable" ? pass.name : "";
    this.root = { name: root.name, access: root.access, pass: pass.kind, variable, typed: "" };
  }

  /** Lets the arguments be edited: as fields, where the tool's schema and what was asked for can be shown so. */
  startEdit(tool: ToolApprovalView): void {
    if (this.edit !== null) return;
    const writing = new Writing();
    const form = tool.input_schema === null ? { fields: [], why: t("consent-schema-too-long") } : formOf(tool.input_schema);
    writing.use(tool.input_schema, form);
    writing.writeJson(tool.json);
    writing.asJson = form.why !== null || writing.apart !== "" || form.fields.length === 0;
    this.edit = writing;
  }

  /** What is wrong in the fields, by the place of each. */
  get problems(): Map<string, string> {
    return this.edit && !this.edit.asJson ? problemsOf(this.edit.form.fields, this.edit.draft) : new Map();
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

  /** The answer no. */
  deny(): AnswerView {
    return { answer: "deny", note: this.note?.trim() || null };
  }

  /** The answer yes, with what was ticked besides. */
  allow(approval: ApprovalView): AnswerView {
    const allow = this.#allow(approval);
    return this.trusts(approval) ? { answer: "allow_and_trust", allow } : allow;
  }

  /** Whether trusting the server's reading is offered, and ticked. */
  trusts(approval: ApprovalView): boolean {
    return this.trust && approval.kind.kind === "tool" && approval.kind.tool.reading.length > 0;
  }

  /** The answer yes. A launch and an endpoint hold until what was accepted changes. */
  #allow(approval: ApprovalView): AnswerView {
    if (approval.kind.kind === "elicitation" && !approval.kind.elicitation.visit) {
      return { answer: "fill", content: this.content() };
    }
    if (approval.kind.kind === "root") {
      const { name, access, variable, typed } = this.root;
      const pass: RootPassView =
        this.root.pass === "variable" ? { kind: "variable", name: variable } : { kind: this.root.pass };
      return { answer: "allow_root", choice: { name, access, pass, typed } };
    }
    if (approval.kind.kind === "calls") {
      return { answer: "allow_calls", calls: calls.ticked(approval.kind.calls).map((call) => call.id) };
    }
    if (approval.kind.kind === "sampling") {
      const scope = approval.kind.sampling.reply && this.sampling.standing ? "standing" : "once";
      return { answer: "allow", scope, values: [], key: null };
    }
    if (["elicitation", "sign_in"].includes(approval.kind.kind)) {
      return { answer: "allow", scope: "once", values: [], key: null };
    }
    if (approval.kind.kind === "tool" && this.scope === "where") {
      return { answer: "allow_where", condition: this.condition };
    }
    if (approval.kind.kind === "tool" && this.scope === "tools") {
      return { answer: "allow_tools", tools: [...this.tools], minutes: this.minutes };
    }
    const values = Object.entries(this.values).filter(([, value]) => value !== "");
    const scope = scopesOf(approval).length ? this.scope : "standing";
    return { answer: "allow", scope, values, key: this.key === "" ? null : this.key };
  }

  /** Why a yes is not possible yet, or `null`. */
  missing(approval: ApprovalView): string | null {
    if (this.edit !== null) return t("consent-missing-check");
    if (approval.kind.kind === "tool" && this.scope === "tools" && !this.tools.length) return t("consent-missing-tool");
    if (approval.kind.kind === "calls") return calls.missing(approval.kind.calls);
    if (approval.kind.kind === "elicitation") {
      const empty = (field: FieldView) => written(field, this.fields[field.name]) === null;
      const { fields } = approval.kind.elicitation;
      const field = fields.find((field) => field.required && empty(field));
      if (field) return t("consent-missing-field", { field: field.title });
      const wrong = fields.find((field) => this.misfits.has(field.name));
      return wrong ? t("consent-misfit-field", { field: wrong.title }) : null;
    }
    if (approval.kind.kind === "sampling" && this.sampling.drafts.size) {
      return this.sampling.refused ? t("consent-draft-refused") : t("consent-draft-check");
    }
    if (approval.kind.kind === "client") {
      return approval.kind.client.id || this.values[CLIENT_ID]?.trim() ? null : t("consent-missing-client-id");
    }
    if (approval.kind.kind === "root") {
      const { typed } = approval.kind.root;
      if (typed !== null && this.root.typed !== typed) return t("consent-missing-typed");
      return this.root.pass === "variable" && !this.root.variable.trim() ? t("consent-missing-variable") : null;
    }
    if (approval.kind.kind === "endpoint") return approval.kind.endpoint.model ? null : t("consent-missing-model");
    if (approval.kind.kind !== "launch") return null;
    const variable = approval.kind.launch.env.find((env) => env.missing && !this.values[env.name]);
    return variable ? t("consent-missing-value", { name: variable.name }) : null;
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
export function scopesOf(approval: ApprovalView): { scope: ScopeView; label: string; off: string | null }[] {
  if (approval.kind.kind === "outflow") {
    const off = approval.kind.outflow.can_stand ? null : t("consent-off-endpoint");
    return [
      { scope: "conversation", label: t("scope-conversation"), off: null },
      { scope: "standing", label: t("scope-endpoint"), off },
    ];
  }
  if (approval.kind.kind === "calls") {
    return [
      { scope: "once", label: t("scope-once"), off: null },
      { scope: "standing", label: t("scope-always"), off: t("consent-off-group") },
    ];
  }
  if (approval.kind.kind !== "tool") return [];
  const { tool } = approval.kind;
  if (tool.edited) {
    const off = t("consent-off-edited");
    return [
      { scope: "once", label: t("scope-once"), off: null },
      { scope: "conversation", label: t("scope-conversation"), off },
    ];
  }
  const off = tool.narrowed ?? t("consent-off-call");
  const has = (scope: ScopeView) => (tool.scopes.includes(scope) ? null : off);
  const list: { scope: ScopeView; label: string; off: string | null }[] = [
    { scope: "once", label: t("scope-once"), off: null },
    { scope: "conversation", label: t("scope-conversation"), off: has("conversation") },
    { scope: "standing", label: t("scope-always"), off: has("standing") },
  ];
  if (tool.scopes.includes("where")) list.push({ scope: "where", label: t("scope-where"), off: null });
  if (tool.scopes.includes("tools")) list.push({ scope: "tools", label: t("scope-tools"), off: null });
  return list;
}

/** The number of the tier of destructive tools. */
const DESTRUCTIVE = 4;

/** Whether the button that allows is drawn as a risk: what is allowed widens what the user gave before. */
export function isRisk({ kind }: ApprovalView): boolean {
  return ["authority", "change"].includes(kind.kind) || (kind.kind === "launch" && kind.launch.changed);
}

/** Whether it takes two keys to allow: what is allowed cannot be undone, or is drawn as a risk. */
export function isCareful(approval: ApprovalView): boolean {
  const { kind } = approval;
  if (kind.kind === "tool") return kind.tool.tier === DESTRUCTIVE;
  return kind.kind === "calls" ? kind.calls.tier === DESTRUCTIVE : isRisk(approval);
}

/** A length of time in words. */
export function minutesWords(minutes: number): string {
  if (minutes < 60) return t("minutes", { count: minutes });
  return minutes === 60 ? t("hours", { count: 1 }) : t("hours", { count: minutes / 60 });
}

/** What the yes button says. */
export function allowLabel(approval: ApprovalView, scope: ScopeView, access: RootAccessView = "read"): string {
  switch (approval.kind.kind) {
    case "root":
      return access === "read" ? t("consent-grant-read") : t("consent-grant-write");
    case "launch":
      if (approval.kind.launch.remote) return t("consent-connect");
      return approval.kind.launch.changed ? t("consent-accept-start") : t("consent-start");
    case "endpoint":
      return t("consent-use-endpoint");
    case "outflow":
      return t("consent-send-results");
    case "sampling":
      return approval.kind.sampling.reply ? t("consent-give-answer") : t("consent-send-model");
    case "elicitation":
      return approval.kind.elicitation.visit ? t("consent-open-page") : t("consent-send-form");
    case "feature":
      return t("consent-let-ask");
    case "authority":
      return authorityLabel(approval.kind.authority.change.change);
    case "change":
      return t("consent-accept-change");
    case "client":
      return t("consent-client-use");
    case "sign_in":
      return t("consent-open-browser");
    case "calls":
      return t("consent-allow-calls", { count: approval.kind.calls.calls.length });
    case "tool":
      if (approval.kind.tool.edited) return t("consent-allow-edits");
      if (scope === "conversation") return t("consent-allow-conversation");
      if (scope === "where") return t("consent-allow-where");
      if (scope === "tools") return t("consent-allow-tools");
      return scope === "standing" ? t("consent-allow-always") : t("consent-allow-once");
  }
}

function authorityLabel(change: AuthorityKindView["change"]): string {
  switch (change) {
    case "rules":
      return t("consent-authority-rules");
    case "without":
      return t("consent-authority-without");
    case "tier":
      return t("consent-authority-tier");
    case "trust":
      return t("consent-authority-trust");
    case "unguarded":
      return t("consent-authority-unguarded");
    case "sampling":
      return t("consent-authority-sampling");
    case "resume":
      return t("consent-authority-resume");
  }
}

/** What the no button says. */
export function denyLabel(approval: ApprovalView): string {
  if (approval.kind.kind === "launch") return approval.kind.launch.remote ? t("consent-deny-connect") : t("consent-deny-start");
  if (approval.kind.kind === "outflow") return t("consent-deny-outflow");
  if (approval.kind.kind === "root") return t("consent-deny-root");
  if (approval.kind.kind === "sampling" && approval.kind.sampling.reply) return t("consent-deny-reply");
  if (approval.kind.kind === "elicitation") return t("consent-decline");
  if (approval.kind.kind === "client") return t("consent-cancel");
  if (approval.kind.kind === "authority") return t("consent-deny-authority");
  if (approval.kind.kind === "change") return approval.kind.change.tool === null ? t("consent-deny-instructions") : t("consent-deny-tool");
  if (approval.kind.kind === "sign_in") return t("consent-deny-sign-in");
  if (approval.kind.kind === "calls") return t("consent-deny-all");
  return approval.kind.kind === "endpoint" ? t("consent-deny-endpoint") : t("consent-deny");
}
