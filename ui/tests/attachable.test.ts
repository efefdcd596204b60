import { beforeEach, expect, it, vi } from "vitest";
import { Attachable, type AttachableHost, wordsOf } from "../src/features/chat/attachable.svelte";
import type { AttachmentFor, AttachmentView, FoundFilesView, ResourcesView, ServerView } from "../src/ipc/bindings";

const to: AttachmentFor = { conversation: "c", provider: null, model: null };
const server = (id: string) => ({ tag: { id, name: id }, state: { state: "ready" } }) as unknown as ServerView;
const resource = (name: string) => ({ key: name, name, title: null, uri: `x://${name}` }) as unknown as ResourcesView["resources"][number];
const template = (name: string, problem: string | null) =>
  ({ key: name, name, title: null, uri_template: `x://{${name}}`, problem }) as unknown as ResourcesView["templates"][number];
const listed = (names: string[]) =>
  ({ resources: names.map(resource), templates: [template("day", null), template("broken", "No.")], completes: true }) as unknown as ResourcesView;

let searched: string[];
let host: AttachableHost;

beforeEach(() => {
  vi.useFakeTimers();
  searched = [];
  host = {
    attachmentsRecent: async () => [{ id: "r", name: "Plan.pdf", server: null } as AttachmentView],
    attachmentFind: async (words) => {
      searched.push(words);
      return { files: [], more: 0, cut: false, folders: 1 } satisfies FoundFilesView;
    },
    resourcesList: async (id) => {
      if (id === "Broken") throw { code: "invalid", message: "No.", hint: null };
      return listed([`${id} notes`, `${id} plan`]);
    },
  };
});

it("lists what every server that answers offers, and searches the words in all of it", async () => {
  const list = new Attachable(host);
  await list.open(to, [server("One"), server("Broken"), server("Two")]);
  expect(list.asking).toBe(false);
  expect(list.resources.map((one) => one.resource.name)).toEqual(["One notes", "One plan", "Two notes", "Two plan"]);
  expect(list.templates.map((one) => one.template.name)).toEqual(["day", "day"]);
  list.words = "TWO  plan";
  expect(list.resources.map((one) => one.resource.name)).toEqual(["Two plan"]);
  expect(list.lately).toEqual([]);
  list.words = "plan";
  expect(list.lately.map((one) => one.name)).toEqual(["Plan.pdf"]);
});

it("searches the folders once for a word that is typed quickly, and not after it was closed", async () => {
  const list = new Attachable(host);
  await list.open(to, []);
  expect(searched).toEqual([""]);
  for (const words of ["n", "no", "not"]) {
    list.words = words;
    list.search();
    vi.advanceTimersByTime(50);
  }
  vi.advanceTimersByTime(200);
  expect(searched).toEqual(["", "not"]);
  list.words = "note";
  list.search();
  list.close();
  vi.advanceTimersByTime(1_000);
  expect(searched).toEqual(["", "not"]);
});

it("drops the answer of a list that was opened again", async () => {
  let late: (view: ResourcesView) => void = () => undefined;
  const slow = new Promise<ResourcesView>((done) => (late = done));
  const list = new Attachable({ ...host, resourcesList: (id) => (id === "Slow" ? slow : host.resourcesList(id)) });
  void list.open(to, [server("Slow")]);
  await list.open(to, [server("One")]);
  late(listed(["Slow notes"]));
  await slow;
  expect(list.resources.map((one) => one.resource.name)).toEqual(["One notes", "One plan"]);
});

it("takes words apart at any space", () => {
  expect(wordsOf("  One\ttwo ")).toEqual(["one", "two"]);
});
