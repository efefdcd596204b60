// Owns what becomes of a text that was pasted into the form of a server: the host reads it, the form is filled in, and one
// press takes that back. Nothing is added or started.

import { t } from "../../i18n/t";
import type { PastedServerView, PasteField } from "../../ipc/bindings";
import { host } from "../../ipc/host";
import { writeArguments } from "../../text/argv";

/** The fields of the form. */
export type Fields = {
  name: string;
  remote: boolean;
  url: string;
  headers: string;
  command: string;
  args: string;
  cwd: string;
  env: string;
};

/** Where it was filled in from. */
export type Origin = "paste" | "registry" | "link";

/** What the form says about what was pasted. */
export type Said =
  | { kind: "filled"; server: PastedServerView; from: Origin }
  | { kind: "several"; servers: number; text: string }
  | { kind: "unclear"; reason: string };

/** The name, with a number behind it if another server has it. `taken` is in lower case. */
export function freeName(name: string, taken: string[]): string {
  let free = name;
  for (let number = 2; taken.includes(free.trim().toLowerCase()); number += 1) free = `${name.trim()} ${number}`;
  return free;
}

/** The one who fills in the form. */
export class Pasting {
  said = $state.raw<Said | null>(null);
  /** Under which the host holds the values that were pasted. */
  values = $state<string | null>(null);
  #before: Fields | null = null;
  #turn = 0;

  /** `fields` are those of the form; `fixed` is set where only a program, or only a URL, can be changed. */
  constructor(
    readonly fields: Fields,
    readonly fixed: boolean,
  ) {}

  /** Reads what is about to be pasted into a field. The text goes into the field as always, unless it is a server: whether
   * it was, and the form was filled in. */
  async paste(event: ClipboardEvent, field: PasteField): Promise<boolean> {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.trim() === "") return false;
    const before = { ...this.fields };
    const turn = ++this.#turn;
    const read = await host.serversPasted(text, field, before.command);
    // Something else was pasted meanwhile.
    if (turn !== this.#turn || read.kind === "plain") return false;
    if (read.kind === "several") this.said = { kind: "several", servers: read.servers, text };
    else if (read.kind === "unclear") this.said = { kind: "unclear", reason: read.reason };
    else return this.#fill(before, read.server, read.kind === "names", "paste");
    return false;
  }

  /** Fills in the form with a server that the host read elsewhere. Its name takes the place of the one that is there. */
  take(server: PastedServerView, from: Origin): void {
    this.#turn++;
    const before = { ...this.fields };
    this.#fill({ ...before, name: "" }, server, false, from);
    this.#before = before;
  }

  #fill(before: Fields, server: PastedServerView, namesOnly: boolean, from: Origin): boolean {
    const remote = namesOnly ? before.remote : server.url !== null;
    if (this.fixed && remote !== before.remote) {
      const reason = remote ? t("pasting-url") : t("pasting-command");
      this.said = { kind: "unclear", reason: t("pasting-other", { reason }) };
      return false;
    }
    const { fields } = this;
    // What went into the field by the paste itself is taken out of it.
    Object.assign(fields, before);
    this.#before = before;
    const names = server.names.join("\n");
    if (namesOnly) {
      const key = remote ? "headers" : "env";
      fields[key] = [...new Set([...before[key].split(/[\s,]+/).filter(Boolean), ...server.names])].join("\n");
    } else {
      fields.remote = remote;
      if (fields.name.trim() === "") fields.name = server.name;
      if (remote) Object.assign(fields, { url: server.url ?? "", headers: names });
      else {
        const args = writeArguments(server.args);
        Object.assign(fields, { command: server.command, args, cwd: server.cwd ?? "", env: names });
      }
    }
    this.values = this.fixed ? null : server.id;
    this.said = { kind: "filled", server: this.fixed ? { ...server, kept: [], from_host: [] } : server, from };
    return !namesOnly;
  }

  /** The form as it was before. */
  undo(): void {
    if (this.#before) Object.assign(this.fields, this.#before);
    this.close();
    this.values = null;
  }

  /** Neither the form nor the values are any longer of what was pasted. */
  forget(): void {
    this.#turn++;
    this.close();
    this.values = null;
  }

  /** Nothing more is said about it. */
  close(): void {
    this.#before = null;
    this.said = null;
  }
}
