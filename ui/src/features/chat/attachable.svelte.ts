// Owns what "@" offers: what was attached lately, files of granted folders, and resources and templates of the servers that run.

import type { AttachmentFor, AttachmentView, FoundFilesView, ResourcesView, ServerView } from "../../ipc/bindings";
import { Loaded } from "../servers/loaded.svelte";

/** What the list needs of the host. */
export type AttachableHost = {
  attachmentsRecent: (to: AttachmentFor) => Promise<AttachmentView[]>;
  attachmentFind: (words: string) => Promise<FoundFilesView>;
  resourcesList: (server: string) => Promise<ResourcesView>;
};

export type Resource = { server: ServerView; resource: ResourcesView["resources"][number] };
export type Template = { server: ServerView; template: ResourcesView["templates"][number]; completes: boolean };

/** A search waits for so many milliseconds without a key. */
const PAUSE = 120;

/** The words of a search. */
export const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

export class Attachable {
  words = $state("");
  recent = new Loaded<AttachmentView[]>();
  files = new Loaded<FoundFilesView>();
  /** Whether a server has not answered yet. */
  asking = $state(false);
  #resources = $state.raw<Resource[]>([]);
  #templates = $state.raw<Template[]>([]);
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #host: AttachableHost;

  constructor(host: AttachableHost) {
    this.#host = host;
  }

  /** Begins anew: with these words, and with what these servers list now. */
  async open(to: AttachmentFor, servers: ServerView[], words = ""): Promise<void> {
    this.words = words;
    this.recent.clear();
    this.files.clear();
    const listed = this.#list(servers);
    await Promise.all([
      listed,
      this.recent.load(() => this.#host.attachmentsRecent(to)),
      this.files.load(() => this.#host.attachmentFind(words)),
    ]);
  }

  /** Searches the folders again, once nothing more is typed. */
  search(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.files.load(() => this.#host.attachmentFind(this.words)), PAUSE);
  }

  /** Asks nothing more. */
  close(): void {
    clearTimeout(this.#timer);
    this.#turn++;
    this.asking = false;
  }

  async #list(servers: ServerView[]): Promise<void> {
    const mine = ++this.#turn;
    this.asking = servers.length > 0;
    this.#resources = [];
    this.#templates = [];
    const read = servers.map(async (server) => {
      try {
        const listed = await this.#host.resourcesList(server.tag.id);
        if (mine !== this.#turn) return;
        this.#resources = [...this.#resources, ...listed.resources.map((resource) => ({ server, resource }))];
        const usable = listed.templates.filter((template) => !template.problem);
        this.#templates = [...this.#templates, ...usable.map((template) => ({ server, template, completes: listed.completes }))];
      } catch {
        // Most servers offer none; the page of the server says what failed.
      }
    });
    await Promise.all(read);
    if (mine === this.#turn) this.asking = false;
  }

  #fits(...texts: (string | null)[]): boolean {
    const text = texts.join(" ").toLowerCase();
    return wordsOf(this.words).every((word) => text.includes(word));
  }

  get lately(): AttachmentView[] {
    return (this.recent.value ?? []).filter(({ name, server }) => this.#fits(name, server?.name ?? ""));
  }

  get resources(): Resource[] {
    return this.#resources.filter(({ server, resource: { name, title, uri } }) => this.#fits(server.tag.name, name, title, uri));
  }

  get templates(): Template[] {
    return this.#templates.filter(({ server, template: { name, title, uri_template } }) =>
      this.#fits(server.tag.name, name, title, uri_template),
    );
  }
}
