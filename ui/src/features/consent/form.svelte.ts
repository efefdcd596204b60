// Owns what a person fills in while a question is on display. It lives as long as the question, and nowhere else.

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
    const form = tool.input_schema === null ? { fields: [], why: "its schema is too long" } : formOf(tool.input_schema);
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
    if (this.edit !== null) return "Check your edits first";
    if (approval.kind.kind === "tool" && this.scope === "tools" && !this.tools.length) return "Tick a tool first";
    if (approval.kind.kind === "calls") return calls.missing(approval.kind.calls);
    if (approval.kind.kind === "elicitation") {
      const empty = (field: FieldView) => written(field, this.fields[field.name]) === null;
      const { fields } = approval.kind.elicitation;
      const field = fields.find((field) => field.required && empty(field));
      if (field) return `Fill in ${field.title} first`;
      const wrong = fields.find((field) => this.misfits.has(field.name));
      return wrong ? `${wrong.title} does not fit yet` : null;
    }
    if (approval.kind.kind === "sampling" && this.sampling.drafts.size) {
      return this.sampling.refused ? "What you wrote cannot be sent" : "What you wrote is checked first";
    }
    if (approval.kind.kind === "client") {
      return approval.kind.client.id || this.values[CLIENT_ID]?.trim() ? null : "Enter the client ID first";
    }
    if (approval.kind.kind === "root") {
      const { typed } = approval.kind.root;
      if (typed !== null && this.root.typed !== typed) return "Type the folder's name first";
      return this.root.pass === "variable" && !this.root.variable.trim() ? "Name the variable first" : null;
    }
    if (approval.kind.kind === "endpoint") return approval.kind.endpoint.model ? null : "Choose a model first";
    if (approval.kind.kind !== "launch") return null;
    const variable = approval.kind.launch.env.find((env) => env.missing && !this.values[env.name]);
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
export function scopesOf(approval: ApprovalView): { scope: ScopeView; label: string; off: string | null }[] {
  if (approval.kind.kind === "outflow") {
    const off = approval.kind.outflow.can_stand ? null : "this endpoint is of this run only";
    return [
      { scope: "conversation", label: "This conversation", off: null },
      { scope: "standing", label: "Do not ask again for this endpoint", off },
    ];
  }
  if (approval.kind.kind === "calls") {
    return [
      { scope: "once", label: "Once", off: null },
      { scope: "standing", label: "Always", off: "only for a call that is decided alone" },
    ];
  }
  if (approval.kind.kind !== "tool") return [];
  const { tool } = approval.kind;
  if (tool.edited) {
    const off = "an edited call is allowed once; later calls ask again";
    return [
      { scope: "once", label: "Once", off: null },
      { scope: "conversation", label: "This conversation", off },
    ];
  }
  const off = tool.narrowed ?? "not for this call";
  const has = (scope: ScopeView) => (tool.scopes.includes(scope) ? null : off);
  const list: { scope: ScopeView; label: string; off: string | null }[] = [
    { scope: "once", label: "Once", off: null },
    { scope: "conversation", label: "This conversation", off: has("conversation") },
    { scope: "standing", label: "Always", off: has("standing") },
  ];
  if (tool.scopes.includes("where")) list.push({ scope: "where", label: "Always where…", off: null });
  if (tool.scopes.includes("tools")) list.push({ scope: "tools", label: "Several tools…", off: null });
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
  if (minutes < 60) return `${minutes} minutes`;
  return minutes === 60 ? "1 hour" : `${minutes / 60} hours`;
}

/** What the yes button says. */
export function allowLabel(approval: ApprovalView, scope: ScopeView, access: RootAccessView = "read"): string {
  switch (approval.kind.kind) {
    case "root":
      return access === "read" ? "Grant, read only" : "Grant, read and write";
    case "launch":
      if (approval.kind.launch.remote) return "Connect";
      return approval.kind.launch.changed ? "Accept and start" : "Start this server";
    case "endpoint":
      return "Use this endpoint";
    case "outflow":
      return "Send it";
    case "sampling":
      return approval.kind.sampling.reply ? "Give this answer" : "Send to the model";
    case "elicitation":
      return approval.kind.elicitation.visit ? "Open the page" : "Send this";
    case "feature":
      return "Let it ask";
    case "authority":
      return authorityLabel(approval.kind.authority.change.change);
    case "change":
      return "Accept the change";
    case "client":
      return "Keep and use it";
    case "sign_in":
      return "Open my browser";
    case "calls":
      return `Allow ${approval.kind.calls.calls.length} calls`;
    case "tool":
      if (approval.kind.tool.edited) return "Allow with edits";
      if (scope === "conversation") return "Allow in this conversation";
      if (scope === "where") return "Allow always there";
      if (scope === "tools") return "Allow these tools";
      return scope === "standing" ? "Allow always" : "Allow once";
  }
}

function authorityLabel(change: AuthorityKindView["change"]): string {
  switch (change) {
    case "rules":
      return "Allow this from now on";
    case "without":
      return "Remove the rule";
    case "tier":
      return "Lower it";
    case "trust":
      return "Trust it for reading";
    case "unguarded":
      return "Switch the guard off";
    case "sampling":
      return "Allow this";
    case "resume":
      return "Let rules allow again";
  }
}

/** What the no button says. */
export function denyLabel(approval: ApprovalView): string {
  if (approval.kind.kind === "launch") return approval.kind.launch.remote ? "Do not connect" : "Do not start";
  if (approval.kind.kind === "outflow") return "Stop here";
  if (approval.kind.kind === "root") return "Do not grant";
  if (approval.kind.kind === "sampling" && approval.kind.sampling.reply) return "Keep it back";
  if (approval.kind.kind === "elicitation") return "Decline";
  if (approval.kind.kind === "client") return "Keep nothing";
  if (approval.kind.kind === "authority") return "Leave it as it is";
  if (approval.kind.kind === "change") return approval.kind.change.tool === null ? "Keep the old ones" : "Keep it off";
  if (approval.kind.kind === "sign_in") return "Do not sign in";
  if (approval.kind.kind === "calls") return "Deny all";
  return approval.kind.kind === "endpoint" ? "Do not use it" : "Deny";
}
