// Defines what the window knows of a kind of approval request. The file kinds/NAMEApproval.svelte of a kind says all of it: its
// component draws the request, and its module exports a `ShownKind`.

import type { Component } from "svelte";
import { t } from "../../i18n/t";
import type { AnswerView, ApprovalKindView, ApprovalView, ScopeView } from "../../ipc/bindings";
import type { AnswerForm } from "./form.svelte";

/** Name of a kind. */
export type KindName = ApprovalKindView["kind"];

/** What a kind is shown with: the properties of its components, and the argument of its functions. */
export interface KindProps<K extends KindName, Own = null> {
  /** The request. */
  view: Extract<ApprovalKindView, { kind: K }>;
  /** What the user fills in, of any kind. */
  form: AnswerForm;
  /** What the user fills in of this kind alone. */
  own: Own;
  approval: ApprovalView;
}

/** A scope of an answer, and why it is not offered, or `null`. */
export interface ScopeOption {
  scope: ScopeView;
  label: string;
  off: string | null;
}

/** A remark beside the button that allows. */
export interface Hint {
  text: string;
  testid?: string;
}

/** The button that allows, as a kind draws it itself. */
export interface AllowProps {
  /** The chord does not press it. */
  careful: boolean;
  /** Why it cannot be used yet. */
  blocked: string | null;
  allow: () => void;
}

/** What every kind says. */
interface Said<K extends KindName, Own> {
  /** What the strip says about the request. */
  about(props: KindProps<K, Own>): string;
  /** Words of the button that allows. */
  allow(props: KindProps<K, Own>): string;
}

/** What a kind says where the default does not fit. */
interface Defaults<K extends KindName, Own> {
  /** Words of the button that denies: "Deny". */
  deny(props: KindProps<K, Own>): string;
  /** Scopes of the answer, the first preselected: none. */
  scopes(props: KindProps<K, Own>): ScopeOption[];
  /** Why allowing is not possible yet, or `null`: always possible. */
  missing(props: KindProps<K, Own>): string | null;
  /** The answer that allows: for the chosen scope, or a standing one where none is offered, with the values of the form. */
  answer(props: KindProps<K, Own>): AnswerView;
  /** Whether the button that allows is drawn as a risk, because it widens what the user allowed before: no. */
  risk(props: KindProps<K, Own>): boolean;
  /** Whether allowing takes two keys: where it is drawn as a risk. */
  careful(props: KindProps<K, Own>): boolean;
  /** Whether Deny can carry a note for the model: no. */
  note: boolean;
  /** Whether the request can be closed without a decision: no. */
  dismissable: boolean;
  /** Whether a new revision keeps the parts that are drawn, so that a field keeps its text and its focus: no. */
  inPlace: boolean;
  /** Whether a small window, too, says why allowing is not possible yet: no. */
  keepsMissing: boolean;
  /** Whether Deny is the only answer: no. */
  denyOnly: boolean;
}

/** What only some kinds have. */
interface Extras<K extends KindName, Own> {
  /** Called with the request and with each new revision of it. */
  begin?(props: KindProps<K, Own>): void;
  /** Called when the request is no longer on display. */
  end?(own: Own): void;
  /** Editing: whether its button is offered now, and what that button does. */
  edit?: { offered(props: KindProps<K, Own>): boolean; begin(props: KindProps<K, Own>): void };
  /** What restores the original request, or `null` while nothing is edited. */
  undo?(props: KindProps<K, Own>): (() => void) | null;
  /** A remark beside the button that allows. */
  hint?(props: KindProps<K, Own>): Hint | null;
  /** Keys of this kind, in place of the digits for scopes. Returns whether the kind has this key. */
  key?(props: KindProps<K, Own>, key: string): boolean;
  /** Drawn beneath the scopes. */
  Choices?: Component<KindProps<K, Own>>;
  /** Drawn beside the button that denies. */
  Answers?: Component<KindProps<K, Own>>;
  /** Drawn before the button that edits. */
  Actions?: Component<KindProps<K, Own>>;
  /** Drawn in place of the button that allows. */
  Allow?: Component<KindProps<K, Own> & AllowProps>;
}

/** Makes the state that a kind keeps while a request is on display. */
interface Owner<Own> {
  own(): Own;
}

/** The descriptor of a kind, as its file exports it. A kind with state of its own names its type and makes it. */
export type ShownKind<K extends KindName, Own = null> = Said<K, Own> &
  Partial<Defaults<K, Own>> &
  Extras<K, Own> &
  (Own extends null ? unknown : Owner<Own>);

/** A descriptor with every default, and the component of the kind. */
export type CompleteKind = Said<KindName, unknown> &
  Defaults<KindName, unknown> &
  Extras<KindName, unknown> &
  Owner<unknown> & { Body: Component<KindProps<KindName, unknown>> };

/** What the file of a kind exports. */
export interface KindFile {
  default: CompleteKind["Body"];
  kind: Said<KindName, unknown> & Partial<Defaults<KindName, unknown> & Owner<unknown>> & Extras<KindName, unknown>;
}

/** Adds the defaults to the descriptor of a kind. */
export function complete({ kind, default: Body }: KindFile): CompleteKind {
  const { scopes = () => [], risk = () => false, missing = () => null } = kind;
  return {
    own: () => null,
    deny: () => t("consent-deny"),
    answer: (props) => allowFor(scopes(props).length ? props.form.scope : "standing", { values: props.form.filled }),
    careful: risk,
    note: false,
    dismissable: false,
    inPlace: false,
    keepsMissing: false,
    denyOnly: false,
    ...kind,
    scopes,
    risk,
    missing: (props) => (props.form.edit === null ? missing(props) : t("consent-missing-check")),
    Body,
  };
}

/** An answer that allows for a scope, with values or a key. */
export function allowFor(scope: ScopeView, filled: { values?: [string, string][]; key?: string | null } = {}): AnswerView {
  return { answer: "allow", scope, values: [], key: null, ...filled };
}

/** The number of the tier of tools that could send data out. */
const SENDS = 3;
/** The number of the tier of destructive tools. */
const DESTRUCTIVE = 4;

/** Whether a call of this tier may send data out or destroy something: its arguments have to be seen before it is allowed. */
export function wantsAllSeen(tier: number): boolean {
  return tier >= SENDS;
}

/** Whether a call of this tier may destroy something. */
export function isDestructive(tier: number): boolean {
  return tier === DESTRUCTIVE;
}
