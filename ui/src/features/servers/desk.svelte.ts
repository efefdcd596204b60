// Owns what is known and chosen on the page of each server. It outlives the page: a call that waits for an answer, a
// filter and a form are there again when it is opened the next time.

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type {
  CallView,
  LogLevelView,
  PromptResultView,
  ResourceReadView,
  ResourcesView,
  SamplingPageView,
  ServerPageView,
  ServerPromptsView,
  ToolDetailView,
} from "../../ipc/bindings";
import { Loaded } from "./loaded.svelte";
import { emptyLog, type LogState, takeLog } from "./log/log";
import { Trial } from "./tools/trial.svelte";
import { host, type HostEvent } from "../../ipc/host";

/** What the host says that a server's page is about. */
type PageEvent = Extract<HostEvent, { type: "server_list_changed" | "resource_updated" | "server_logged" | "sampling" | "tried" }>;

/** What can be chosen on the resources' tab. */
export type Kind = "resources" | "templates";

export class Desk {
  readonly server: string;
  readonly page = new Loaded<ServerPageView>();

  readonly sampling = new Loaded<SamplingPageView>();
  readonly tool = new Loaded<ToolDetailView>();
  /** A change that is being reviewed: whether it was accepted. */
  readonly review = new Loaded<boolean>();
  readonly tools = $state<{ filter: string; chosen: string | null }>({ filter: "", chosen: null });
  readonly #trials = new Map<string, Trial>();

  readonly resources = new Loaded<ResourcesView>();
  readonly read = new Loaded<ResourceReadView>();
  readonly reading = $state<{ filter: string; kind: Kind; chosen: string | null; template: string | null; uri: string | null }>({
    filter: "",
    kind: "resources",
    chosen: null,
    template: null,
    uri: null,
  });
  /** Resources that changed since they were read. */
  readonly changed = new SvelteSet<string>();
  /** What was written for variables of templates and arguments of prompts, by `template name`. */
  readonly written = new SvelteMap<string, string>();

  readonly prompts = new Loaded<ServerPromptsView>();
  readonly preview = new Loaded<PromptResultView>();
  readonly prompting = $state<{ filter: string; chosen: string | null }>({ filter: "", chosen: null });

  /** The sign-in that was begun here: it ends when the browser came back, or with why it did not. */
  readonly signing = new Loaded<null>();
  /** A client of the user's own, being entered: the issuer it is for. */
  readonly client = new Loaded<string>();
  /** The last sign-out: whether the place where one signed in was told. */
  readonly signedOut = new Loaded<boolean>();

  log = $state.raw<LogState>(emptyLog());
  readonly logging = new Loaded<null>();
  readonly logView = $state<{ least: LogLevelView; text: string }>({ least: "info", text: "" });
  /** The number of the last row of the log that was looked at. */
  seen = $state(0);

  /** Whether its page is on display: else nothing is asked for it. */
  open = false;
  #declared = $state.raw<readonly string[]>([]);

  constructor(server: string) {
    this.server = server;
  }

  /** Follows the server's state: its lists are those of this connection. */
  follow(ready: boolean, capabilities: readonly string[]): void {
    this.#declared = capabilities;
    void this.refresh();
    void this.readLog();
    if (!ready) {
      this.resources.clear();
      this.prompts.clear();
      this.changed.clear();
      return;
    }
    if (this.has("resources")) void this.listResources();
    if (this.has("prompts")) void this.listPrompts();
    if (this.tools.chosen !== null) void this.openTool(this.tools.chosen);
  }

  /** Whether the server declared a capability. */
  has(capability: string): boolean {
    return this.#declared.includes(capability);
  }

  refresh(): Promise<boolean> {
    return this.page.load(() => host.serverPage(this.server));
  }

  readSampling(): Promise<boolean> {
    return this.sampling.load(() => host.samplingPage(this.server));
  }

  openTool(key: string): Promise<boolean> {
    this.tools.chosen = key;
    return this.tool.load(() => host.serverTool(this.server, key));
  }

  /** Asks in the consent window about what the server changed: a tool, or its instructions. What is shown follows by itself. */
  reviewChange(tool: string | null): Promise<boolean> {
    return this.review.load(() => host.changeReview(this.server, tool));
  }

  /** Asks in the consent window about the server's new tools. */
  reviewNewTools(): Promise<boolean> {
    return this.review.load(() => host.newToolsReview(this.server));
  }

  /** What is written and tried of a tool. */
  trialOf(key: string, name: string): Trial {
    const known = this.#trials.get(key);
    if (known) return known;
    const trial = new Trial(this.server, key, name);
    this.#trials.set(key, trial);
    return trial;
  }

  listResources(): Promise<boolean> {
    return this.resources.load(() => host.resourcesList(this.server));
  }

  /** Notes whether a resource's changes are followed. */
  subscribed(key: string, on: boolean): void {
    const view = this.resources.value;
    if (!view) return;
    const resources = view.resources.map((one) => (one.key === key ? { ...one, subscribed: on } : one));
    this.resources.value = { ...view, resources };
  }

  readResource(uri: string): Promise<boolean> {
    if (this.reading.uri !== uri) this.read.clear();
    this.reading.uri = uri;
    this.changed.delete(uri);
    return this.read.load(() => host.resourceRead(this.server, uri));
  }

  signIn(): Promise<boolean> {
    this.signedOut.clear();
    this.client.clear();
    return this.signing.load(() => host.signIn(this.server));
  }

  /** Signs in once a client of the user's own was entered in the consent window. */
  async enterClient(): Promise<void> {
    if (await this.client.load(() => host.signInClient(this.server))) await this.signIn();
  }

  signOut(): Promise<boolean> {
    this.signing.clear();
    return this.signedOut.load(() => host.signOut(this.server));
  }

  listPrompts(): Promise<boolean> {
    return this.prompts.load(() => host.promptsList(this.server));
  }

  async readLog(): Promise<void> {
    await this.logging.load(async () => {
      this.log = takeLog(this.log, await host.serverLogPage(this.server, this.log.last));
      return null;
    });
  }

  /** Takes an event of the host that is about this server. */
  receive(event: PageEvent): void {
    switch (event.type) {
      case "server_logged":
        if (this.open) void this.readLog();
        break;
      case "sampling":
        if (this.open) void this.readSampling();
        break;
      case "resource_updated":
        this.changed.add(event.uri);
        break;
      case "server_list_changed":
        if (!this.open) break;
        if (event.what === "tools") void this.refresh();
        if (event.what === "tools" && this.tools.chosen !== null) void this.openTool(this.tools.chosen);
        if (event.what === "resources" && this.resources.value) void this.listResources();
        if (event.what === "prompts" && this.prompts.value) void this.listPrompts();
        break;
      case "tried":
        this.#tried(event.call);
    }
  }

  #tried(call: CallView): void {
    for (const trial of this.#trials.values()) trial.receive(call);
  }
}

const desks = new Map<string, Desk>();

/** The desk of a server. */
export function deskOf(server: string): Desk {
  const known = desks.get(server);
  if (known) return known;
  const desk = new Desk(server);
  desks.set(server, desk);
  return desk;
}

/** Takes an event of the host: a page that was never opened does not care. */
export function receivePageEvent(event: PageEvent): void {
  const server = event.type === "tried" ? event.call.server?.id : event.server;
  if (server !== undefined) desks.get(server)?.receive(event);
}

/** Forgets the page of a server that is gone. */
export function forgetDesk(server: string): void {
  desks.delete(server);
}
