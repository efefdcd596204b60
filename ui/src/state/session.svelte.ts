// Owns the main window's copy of the host's state, kept up to date by events, and the acts that change what is open.

import { tick } from "svelte";
import { PAGES } from "../features/parts";
import { forgetDesk, receivePageEvent } from "../features/servers/desk.svelte";
import { packageWork } from "../features/servers/packages.svelte";
import { trialNews } from "../features/servers/trials.svelte";
import { MOST_LISTED } from "../features/shell/listed";
import { tasks } from "../features/tasks/tasks.svelte";
import type { ServerTab } from "../features/servers/tabs";
import type { Section } from "../features/settings/sections";
import { t } from "../i18n/t";
import type { EffectView, FoundModelView, FoundView, OpenedBundleView, ProjectView, ProviderView, RootRowView, ServerView, TourView, TuningView } from "../ipc/bindings";
import { type Failure, toFailure } from "../ipc/failure";
import { host, type HostEvent } from "../ipc/host";
import { DeltaBatch, nextFrame } from "./deltas";
import { FIRST_MESSAGE } from "../features/tour/step";
import { showLook } from "./look";
import { OpenConversation } from "./open.svelte";
import { MessageQueue, type Queues } from "./queue";
import { emptyWorld, isOfOpen, reduce, type OpenEvent, type World } from "./world";

/** A conversation that is being fetched, and what the host told of it meanwhile, which may be newer than what comes; `null` if that was too much. */
type Fetching = { id: string; told: OpenEvent[] | null };

/** How many events are kept for a conversation that is being fetched. After more of them it is fetched again. */
const MAX_TOLD = 1_000;

/** What a search led to: shown and marked until something else is opened. */
export type Place = { conversation: string; message: string; call: string | null; words: string[] };

/** What the main column shows. */
export type Page =
  | { kind: "chat"; id: string | null }
  | { kind: "server"; id: string; tab?: ServerTab }
  | { kind: "add-server"; edit?: string }
  | { kind: "import"; text?: string }
  /** `dropped`: the bundle that was dropped on the window is opened. `downloaded`: one of the registry is shown. */
  | { kind: "bundle"; dropped?: boolean; downloaded?: OpenedBundleView }
  | { kind: "rules"; rule?: string }
  | { kind: "audit" }
  | { kind: "project"; id: string }
  | { kind: "archive" }
  | { kind: "tasks" }
  | { kind: "settings"; edit: string | null; section?: Section };

/** A deleted conversation, a removed server or rules that were taken back: each can still be brought back. */
export type Deleted =
  | { kind: "conversation" | "archived"; ids: string[]; title: string }
  | { kind: "server" | "project"; id: string; title: string }
  /** Nothing was deleted: words about what was done. */
  | { kind: "said"; title: string }
  /** `enforced`: the system keeps the server from the folder now; else it is asked to leave it alone. */
  | { kind: "folder"; server: string; key: string; title: string; enforced: boolean }
  | { kind: "rule"; ids: string[]; title: string; effect: EffectView };

class Session {
  world = $state<World>(emptyWorld());
  page = $state<Page>({ kind: "chat", id: null });
  /** Whether the first state has come. */
  ready = $state(false);
  /** Whether the host listed as many conversations as it lists at most. */
  full = $state(false);
  /** A failure that belongs to the whole window. */
  failure = $state<Failure | null>(null);
  /** A failure to open the conversation of the page. */
  openFailure = $state<Failure | null>(null);
  deleted = $state<Deleted | null>(null);
  /** Counts the changes of servers' folders: who shows some reads them again. */
  folders = $state(0);
  /** Counts the changes of hosts and connections of servers. */
  hosts = $state(0);
  /** Counts the changes of what stands: who shows rules reads them again. */
  standing = $state(0);
  found = $state<FoundModelView[] | null>(null);
  /** The endpoint chosen for a new chat, if one was. */
  chosen = $state<string | null>(null);
  /** The model of that endpoint, where it is not its own. */
  chosenModel = $state<string | null>(null);
  /** How the model of a new chat is to answer. */
  tuningForNew = $state.raw<TuningView>({ effort: null, temperature: null, answer: null });
  /** Counts the requests to models that ended: who shows what they took reads it again. */
  used = $state(0);
  /** The place that a search led to. */
  place = $state.raw<Place | null>(null);
  /** The message of the user that is being changed. */
  editing = $state<string | null>(null);
  /** The servers switched off for a new chat. */
  offForNew = $state<string[]>([]);
  /** The project of a new chat. */
  projectForNew = $state<string | null>(null);
  /** Counts the changes of projects and of the archive: who shows them reads them again. */
  shelved = $state(0);
  /** The conversation of the tour in which the next message was written for the person. */
  prefilled: string | null = null;
  /** The conversation in which the user sent something last, anew each time: it then shows its end. */
  sent = $state.raw<{ conversation: string } | null>(null);
  /** Text that was written and not sent, by conversation. */
  drafts = $state<Record<string, string>>({});
  /** Messages that wait for the end of a turn, by conversation. */
  queues = $state<Queues>({});
  /** Counts links for adding a server that arrived. */
  linked = $state(0);
  /** Whether starting again waits for the consent window. */
  startingAgain = $state(false);
  /** When everything was stopped, if the user hid the notice of it. */
  #hidden = $state<number | null>(null);

  #batch = new DeltaBatch((delta) => this.#reduce(delta), nextFrame);
  #opening = 0;
  #fetching: Fetching | null = null;
  /** The page that is shown once it is loaded. */
  #next: Page | null = null;

  /** Starts to follow the host. */
  async start(): Promise<void> {
    await this.run(async () => {
      await host.watch((event) => this.receive(event));
      await this.#load();
    });
    if (this.world.link) this.#link();
  }

  /** A link waits: the form for a server takes it, once it is shown. A form that changes a server stays. */
  #link(): void {
    this.linked += 1;
    if (this.page.kind !== "add-server") void this.goTo({ kind: "add-server" });
  }

  async #load(): Promise<void> {
    this.#batch.clear();
    const state = await host.state();
    Object.assign(this.world, state);
    void showLook(state.settings.appearance);
    this.ready = true;
    this.full = state.conversations.length >= MOST_LISTED;
    void tasks.read();
    const { page } = this;
    if (page.kind === "chat" && page.id !== null) await this.#fetch(page.id);
    void queue.lookAgain();
  }

  /** Takes an event of the host. */
  receive(event: HostEvent): void {
    if (event.type === "delta") {
      this.#batch.push(event);
      return;
    }
    this.#batch.flush();
    this.#reduce(event);
    tasks.receive(event);
    if (event.type === "conversation_removed" && this.page.kind === "chat" && this.page.id === event.id) this.newChat();
    if (event.type === "rules" || event.type === "resync" || (event.type === "server" && this.page.kind === "rules")) this.standing += 1;
    if (event.type === "roots" || event.type === "resync") this.folders += 1;
    if (event.type === "projects" || event.type === "resync") this.shelved += 1;
    if (event.type === "usage" || event.type === "resync") this.used += 1;
    if (event.type === "reach" || event.type === "resync") this.hosts += 1;
    switch (event.type) {
      case "link":
        this.#link();
        return;
      case "server_list_changed":
      case "resource_updated":
      case "server_logged":
      case "sampling":
      case "tried":
        receivePageEvent(event);
        break;
      case "package":
        packageWork.receive(event);
        break;
      case "trial_run":
        trialNews.receive(event.server);
        break;
      case "server_removed":
        forgetDesk(event.id);
        break;
      case "show":
        this.sent = { conversation: event.conversation };
        void this.openConversation(event.conversation);
        break;
      case "turn":
        if (event.state.state === "idle") void queue.turnEnded(event.conversation);
    }
    if (event.type === "server_removed" && this.page.kind === "server" && this.page.id === event.id) this.newChat();
  }

  #reduce(event: HostEvent): void {
    const fetching = this.#fetching;
    if (fetching?.told && isOfOpen(event) && event.conversation === fetching.id) {
      if (fetching.told.push(event) > MAX_TOLD) fetching.told = null;
    }
    const after = reduce(this.world, event);
    if (after === "reload") void this.run(() => this.#load());
    else if (after === "reopen" && this.world.open) void this.#fetch(this.world.open.summary.id);
  }

  /** Runs an act; its failure is shown at the top of the window. Yields whether it was done. */
  async run(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (thrown) {
      this.failure = toFailure(thrown);
      return false;
    }
  }

  /** The servers that everything was stopped with and that are still stopped. */
  get stoppedServers(): ServerView[] {
    const ids = this.world.stopped?.servers ?? [];
    return this.world.servers.filter(
      (server) => ids.includes(server.tag.id) && server.enabled && server.state.state === "stopped",
    );
  }

  /** Whether the notice that everything was stopped is shown. */
  get showsStopped(): boolean {
    const { stopped } = this.world;
    return stopped !== null && stopped.at_ms !== this.#hidden && (stopped.rules || this.stoppedServers.length > 0);
  }

  /** Hides that notice until everything is stopped again. */
  hideStopped(): void {
    this.#hidden = this.world.stopped?.at_ms ?? null;
  }

  /** Starts again what was stopped. A person who does not let rules allow again has done nothing wrong. */
  async startAgain(): Promise<void> {
    if (this.startingAgain) return;
    this.startingAgain = true;
    try {
      await host.startAgain();
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.code !== "denied") this.failure = failure;
    } finally {
      this.startingAgain = false;
    }
  }

  /** Begins the tour; the question about its server comes up in the consent window. */
  async startTour(): Promise<void> {
    await this.run(async () => {
      const tour = await host.tourStart();
      this.world.tour = tour;
      this.openTour(tour);
      this.drafts[""] = FIRST_MESSAGE;
    });
  }

  /** Shows the empty start of the tour's conversation. */
  openTour(tour: TourView): void {
    this.newChat();
    this.chosen = tour.model.id;
    this.chosenModel = null;
  }

  /** Shows an empty chat, perhaps of a project, with what that begins with. */
  newChat(project: ProjectView | null = null): void {
    // The practice model answers in the tour's chat only.
    if (this.chosen === this.world.tour?.model.id) this.chosen = null;
    if (project || this.projectForNew) this.offForNew = project?.settings.servers_off ?? [];
    this.projectForNew = project?.id ?? null;
    if (project?.settings.provider) {
      this.chosen = project.settings.provider;
      this.chosenModel = project.settings.model;
      this.tuningForNew = project.settings.tuning;
    }
    this.#opening++;
    this.place = null;
    this.#next = null;
    this.world.open = null;
    this.openFailure = null;
    this.page = { kind: "chat", id: null };
  }

  /** Shows a conversation at the place that was found in it, on its branch. */
  async openFound(found: FoundView, words: string[]): Promise<void> {
    const { id } = found.summary;
    const place = found.message === null ? null : { conversation: id, message: found.message, call: found.call, words };
    await this.openConversation(id, place);
    if (!place || this.place !== place || this.world.open?.summary.id !== id) return;
    if (!this.world.open.messages.some((message) => message.id === place.message)) await this.showBranch(place.message);
  }

  /** Shows a conversation. */
  async openConversation(id: string, place: Place | null = null): Promise<void> {
    this.place = place;
    if (this.world.open?.summary.id !== id) this.world.open = null;
    this.editing = null;
    this.openFailure = null;
    this.#next = null;
    this.page = { kind: "chat", id };
    await this.#fetch(id);
  }

  /** Shows a page other than a chat, as soon as it is loaded: until then what was shown stays. */
  async goTo(page: Exclude<Page, { kind: "chat" }>): Promise<void> {
    this.#opening++;
    this.#next = page;
    await PAGES[page.kind].ready(() => {
      if (this.#next === page) this.page = page;
    });
  }

  /** Shows what follows a finished act, unless the person has left the page it was begun on. */
  follow(from: Page["kind"], page: Exclude<Page, { kind: "chat" }>): void {
    if (this.page.kind === from) void this.goTo(page);
  }

  async #fetch(id: string): Promise<void> {
    const turn = ++this.#opening;
    const fetching: Fetching = { id, told: [] };
    this.#fetching = fetching;
    try {
      const view = await host.conversationOpen(id);
      if (turn !== this.#opening) return;
      // A change that was told meanwhile, such as a title, is in the list already.
      const listed = this.world.conversations.find((other) => other.id === id);
      this.world.open = new OpenConversation(listed ? { ...view, summary: { ...listed } } : view);
      this.openFailure = null;
      this.#fetching = null;
      // An answer may have ended since the view was made: no later event would tell.
      for (const event of fetching.told ?? []) this.#reduce(event);
      if (!fetching.told) void this.#fetch(id);
    } catch (thrown) {
      if (turn === this.#opening) this.openFailure = toFailure(thrown);
    } finally {
      if (this.#fetching === fetching) this.#fetching = null;
    }
  }

  /**
   * Sends a message in the conversation on display, or begins one. Yields its id. Throws the failure: the text stays with
   * the caller.
   */
  async send(text: string, provider: string, attachments: string[] = []): Promise<string> {
    const current = this.page.kind === "chat" ? this.page.id : null;
    const off = current === null && (this.offForNew.length > 0 || this.projectForNew !== null);
    const on = off ? this.world.servers.map((s) => s.tag.id).filter((id) => !this.offForNew.includes(id)) : null;
    const model = current === null && this.chosen === provider ? this.chosenModel : null;
    const tuning = current === null ? this.tuningForNew : null;
    const project = current === null ? this.projectForNew : null;
    const id = await host.chatSend({ conversation: current, project, provider, model, tuning, text, servers: on, attachments });
    this.place = null;
    this.sent = { conversation: id };
    if (off) this.offForNew = [];
    if (current === null) this.projectForNew = null;
    if (this.page.kind === "chat" && this.page.id === current && current === null) await this.openConversation(id);
    return id;
  }

  /** Sends a message changed, on a branch of its own. Throws the failure: the text stays with the caller. */
  async edit(message: string, text: string): Promise<void> {
    const { open } = this.world;
    if (!open || !this.provider) return;
    await host.messageEdit(open.summary.id, message, this.provider.id, text);
    this.sent = { conversation: open.summary.id };
  }

  /** Has the model answer again: a message that was answered, or the last one. */
  async answerAgain(conversation: string, message: string | null): Promise<void> {
    this.rekeyed = null;
    await this.run(() => (message === null ? host.turnRetry(conversation) : host.answerRetry(conversation, message)));
    this.sent = { conversation };
  }

  /** Begins to change the last message of the user on display; whether there is one. */
  editLast(): boolean {
    const last = this.world.open?.messages.findLast((message) => message.role === "user");
    this.editing = last?.id ?? null;
    return last !== undefined;
  }

  /** Shows the branch through a message of the conversation on display. */
  async showBranch(message: string): Promise<void> {
    const { open } = this.world;
    if (!open) return;
    const turn = ++this.#opening;
    await this.run(async () => {
      const view = await host.branchShow(open.summary.id, message);
      if (turn === this.#opening) this.world.open = new OpenConversation(view);
    });
  }

  /** The endpoint of the conversation on display, or the one a new chat would use. */
  get provider(): ProviderView | null {
    const { providers, open, conversations } = this.world;
    const practice = this.world.tour?.model;
    const by = (id: string | null | undefined) =>
      practice && practice.id === id ? practice : providers.find((provider) => provider.id === id);
    if (open) return by(open.summary.provider) ?? null;
    const recent = [...conversations].sort((a, b) => (b.updated_ms ?? 0) - (a.updated_ms ?? 0))[0];
    const usual = providers.find((provider) => provider.id === recent?.provider) ?? providers[0] ?? null;
    return by(this.chosen) ?? usual;
  }

  /** The model of the conversation on display, or the one a new chat would use. */
  get model(): string | null {
    const { provider } = this;
    if (!provider) return null;
    const { open } = this.world;
    const chosen = open ? open.summary.model : this.chosen === provider.id ? this.chosenModel : null;
    return chosen !== null && provider.models.includes(chosen) ? chosen : provider.model;
  }

  /** Uses a model of an endpoint in the conversation on display, or in a new chat. */
  async choose(provider: ProviderView, model: string): Promise<void> {
    const other = model === provider.model ? null : model;
    // What another model takes need not be what this one takes.
    this.tuningForNew = { effort: null, temperature: null, answer: null };
    this.chosen = provider.id;
    this.chosenModel = other;
    const open = this.world.open;
    if (open) await this.run(() => host.conversationSetModel(open.summary.id, provider.id, other));
  }

  /** How the model of the conversation on display is to answer, or that of a new chat. */
  get tuning(): TuningView {
    return this.world.open?.summary.tuning ?? this.tuningForNew;
  }

  /** Chooses how the model is to answer. Throws the failure: the fields stay with the caller. */
  async tune(tuning: TuningView): Promise<void> {
    const { open } = this.world;
    if (open) await host.conversationTune(open.summary.id, tuning);
    else this.tuningForNew = tuning;
  }

  /** The endpoint that was accepted with another key last: what failed may be tried again. */
  rekeyed = $state<string | null>(null);

  /** Asks for another key of the endpoint in use, in the consent window. */
  async changeKey(): Promise<void> {
    const { provider } = this;
    if (!provider) return;
    const { id, name, wire, base_url, model } = provider;
    await this.run(async () => {
      try {
        await host.providersPropose({ id, name, wire, base_url, model });
        this.rekeyed = id;
      } catch (thrown) {
        // A no is an answer: the key stays as it was.
        if (toFailure(thrown).code !== "denied") throw thrown;
      }
    });
  }

  /** Whether a server's tools are offered in the conversation on display, or in a new chat. */
  isOn(server: ServerView): boolean {
    const off = this.page.kind === "chat" && this.page.id === null ? this.offForNew : this.world.open?.summary.servers_off;
    return server.enabled && !(off ?? []).includes(server.tag.id);
  }

  /** Switches a server on or off in the conversation on display, or in a new chat. */
  async switchServer(server: string, on: boolean): Promise<void> {
    const { open } = this.world;
    if (this.page.kind === "chat" && this.page.id === null)
      this.offForNew = on ? this.offForNew.filter((id) => id !== server) : [...this.offForNew, server];
    else if (open) await this.run(() => host.conversationServer(open.summary.id, server, on));
  }

  /** What a toast calls conversations: their title, or how many they are. */
  #called(ids: readonly string[]): string {
    const [id, ...more] = ids;
    const summary = this.world.open?.summary.id === id ? this.world.open?.summary : this.world.conversations.find((one) => one.id === id);
    return more.length ? t("conversations-count", { count: ids.length }) : (summary?.title ?? t("conversations-count", { count: 1 }));
  }

  /** Deletes conversations; they can be brought back from the toast. */
  async remove(ids: string[]): Promise<void> {
    const title = this.#called(ids);
    if (await this.run(() => host.conversationsDelete(ids))) this.#toast({ kind: "conversation", ids, title });
  }

  /** Archives conversations; they can be taken out again from the toast. */
  async archive(ids: string[]): Promise<void> {
    const title = this.#called(ids);
    if (!(await this.run(() => host.conversationsArchive(ids, true)))) return;
    if (this.page.kind === "chat" && this.page.id !== null && ids.includes(this.page.id)) this.newChat();
    this.#toast({ kind: "archived", ids, title });
  }

  /** Deletes a project; its conversations stay, and it can be brought back from the toast. */
  async removeProject({ id, settings }: ProjectView): Promise<void> {
    if (!(await this.run(() => host.projectDelete(id)))) return;
    if (this.page.kind === "project" && this.page.id === id) this.newChat();
    this.#toast({ kind: "project", id, title: settings.name });
  }

  /** Removes a server; it can be brought back from the toast. */
  async removeServer(id: string, title: string): Promise<void> {
    if (await this.run(() => host.serversRemove(id))) this.#toast({ kind: "server", id, title });
  }

  /** Takes rules back. What allows ends at once, and comes back from the toast only through the consent window; what denies or
   * asks goes once that was confirmed there. */
  async revoke(ids: readonly string[], title: string, effect: EffectView = "allow"): Promise<void> {
    const done: string[] = [];
    await this.run(async () => {
      for (const id of ids) {
        await host.ruleRevoke(id);
        done.push(id);
      }
    });
    this.standing += 1;
    if (done.length) this.#toast({ kind: "rule", ids: done, title, effect });
  }

  /** Takes a folder back, at once. It comes back from the toast only through the consent window. */
  async takeBack({ tag, sandbox }: ServerView, root: RootRowView): Promise<void> {
    const enforced = sandbox !== null && sandbox.confined && sandbox.files_enforced;
    if (await this.run(() => host.rootRevoke(tag.id, root.key)))
      this.#toast({ kind: "folder", server: tag.id, key: root.key, title: root.name, enforced });
  }

  /** Says in the toast what was done. */
  say(words: string): void {
    this.#toast({ kind: "said", title: words });
  }

  /** Whether the conversation on display is drawn whole, to be printed. */
  printing = $state(false);

  /** Prints the conversation on display, by the system's dialog. */
  async print(): Promise<void> {
    this.printing = true;
    await tick();
    // What is drawn late is drawn within two frames.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.print();
        this.printing = false;
      }),
    );
  }

  /** There is one toast: what it said before can no longer be undone. */
  #toast(deleted: Deleted): void {
    this.settle();
    this.deleted = deleted;
  }

  /** The time to bring back what was deleted last is over. */
  settle(): void {
    const { deleted } = this;
    this.deleted = null;
    if (deleted?.kind === "server") void this.run(() => host.serversForget(deleted.id));
  }

  /** Brings back what was deleted last. */
  async restore(): Promise<void> {
    const { deleted } = this;
    this.deleted = null;
    if (deleted?.kind === "rule") {
      await this.run(async () => {
        for (const id of deleted.ids) await host.ruleRestore(id);
      });
      this.standing += 1;
    } else if (deleted?.kind === "folder") {
      await this.run(() => host.rootPropose(deleted.server, deleted.key));
    } else if (deleted?.kind === "server") {
      if (await this.run(() => host.serversRestore(deleted.id))) await this.goTo({ kind: "server", id: deleted.id });
    } else if (deleted?.kind === "project") {
      if (await this.run(() => host.projectRestore(deleted.id))) await this.goTo({ kind: "project", id: deleted.id });
    } else if (deleted?.kind === "conversation" || deleted?.kind === "archived") {
      const { ids, kind } = deleted;
      const back = () => (kind === "archived" ? host.conversationsArchive(ids, false) : host.conversationsRestore(ids));
      const [id] = ids;
      if ((await this.run(back)) && ids.length === 1 && id) await this.openConversation(id);
    }
  }

  /** Looks for models on this machine. */
  async look(): Promise<void> {
    await this.run(async () => {
      this.found = await host.modelsFound();
    });
  }
}

/** The one session of the main window. */
export const session = new Session();

/** The messages that wait for the end of a turn. */
export const queue = new MessageQueue(session.queues, {
  open: (conversation) => host.conversationOpen(conversation),
  send: (conversation, provider, text, attachments) =>
    host.chatSend({ conversation, project: null, provider, model: null, tuning: null, text, servers: null, attachments }),
});
