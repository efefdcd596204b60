// Owns a tool that is tried: what is written for it, the call that waits or runs, and what came of the last one.

import type { CallView } from "../../../ipc/bindings";
import { type Failure, toFailure } from "../../../ipc/failure";
import { host } from "../../../ipc/host";
import { blank, type Draft, readDraft, writeDraft } from "./draft";
import type { Form } from "./fields";

export class Trial {
  readonly server: string;
  readonly tool: string;
  /** The tool's name as calls show it. */
  readonly name: string;
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
  pending = $state(false);
  call = $state.raw<CallView | null>(null);
  failure = $state.raw<Failure | null>(null);
  #schema: string | null = null;

  constructor(server: string, tool: string, name: string) {
    this.server = server;
    this.tool = tool;
    this.name = name;
  }

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

  /** Sends the arguments. The question about it stands in the consent window. */
  async send(): Promise<void> {
    if (this.pending) return;
    this.pending = true;
    this.failure = null;
    this.call = null;
    try {
      this.call = await host.toolTry(this.server, this.tool, this.json);
    } catch (thrown) {
      this.failure = toFailure(thrown);
    }
    this.pending = false;
  }

  /** How the call is, while it waits and runs. */
  receive(call: CallView): void {
    if (this.pending && (this.call?.id ?? call.id) === call.id && call.tool === this.name) this.call = call;
  }
}
