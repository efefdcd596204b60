import { expect, it } from "vitest";
import { conversationsToOffer, foldersToOffer, lastPart, MOST_CONVERSATIONS, MOST_FOLDERS, MOST_PROMPTS, promptsToOffer } from "../src/features/chat/starters";
import type { ConversationSummary, ListedPromptView, RootRowView } from "../src/ipc/bindings";

const tag = (id: string) => ({ id, name: id, fob: 0 });
const prompt = (server: string, key: string) => ({ server: tag(server), prompt: { key } }) as unknown as ListedPromptView;
const root = (key: string, since_ms: number, trouble: string | null = null) => ({ key, path: key, name: key, since_ms, trouble }) as unknown as RootRowView;

it("offers prompts of as many servers as there are", () => {
  const many = [..."abcdef"].map((key) => prompt("one", key));
  const offered = promptsToOffer([...many, prompt("two", "x"), prompt("three", "y")]);
  expect(offered.map((one) => one.prompt.key)).toEqual(["a", "x", "y", "b"]);
  expect(promptsToOffer(many).length).toBe(MOST_PROMPTS);
});

it("offers a folder once, without those that cannot be read", () => {
  const offered = foldersToOffer([
    { server: tag("one"), roots: [root("/a", 1), root("/gone", 9, "its disk does not answer")] },
    { server: tag("two"), roots: [root("/b", 2), root("/a", 3)] },
  ]);
  expect(offered.map((folder) => [folder.key, folder.servers.map((server) => server.id)])).toEqual([
    ["/b", ["two"]],
    ["/a", ["one", "two"]],
  ]);
  expect(foldersToOffer([{ server: tag("one"), roots: [..."abcdef"].map((key) => root(key, 1)) }]).length).toBe(MOST_FOLDERS);
});

it("searches a folder by the last part of its path", () => {
  expect(lastPart("/home/maja/Invoices 2026/")).toBe("Invoices 2026");
  expect(lastPart("C:\\Users\\maja")).toBe("maja");
  expect(lastPart("/")).toBe("/");
});

it("offers the conversations that changed last", () => {
  const all = [1, 5, 3, 4].map((updated_ms) => ({ id: `${updated_ms}`, updated_ms }) as unknown as ConversationSummary);
  expect(conversationsToOffer(all).map((one) => one.id)).toEqual(["5", "4", "3"].slice(0, MOST_CONVERSATIONS));
});
