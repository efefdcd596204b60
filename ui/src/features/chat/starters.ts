// Owns what an empty chat offers to begin with: prompts of servers, granted folders, conversations to go on with. Each is bounded.

import type { ConversationSummary, ListedPromptView, RootRowView, ServerTag } from "../../ipc/bindings";

/** How many of each are offered. */
export const MOST_PROMPTS = 4;
export const MOST_FOLDERS = 3;
export const MOST_CONVERSATIONS = 3;

/** A folder with the servers that may use it. */
export type Folder = { key: string; path: string; name: string; servers: ServerTag[] };

/** Prompts of as many servers as there are: the first of each, then the second of each. */
export function promptsToOffer(prompts: readonly ListedPromptView[]): ListedPromptView[] {
  const turns = new Map<string, number>();
  return prompts
    .map((prompt) => {
      const turn = turns.get(prompt.server.id) ?? 0;
      turns.set(prompt.server.id, turn + 1);
      return { prompt, turn };
    })
    .sort((a, b) => a.turn - b.turn)
    .slice(0, MOST_PROMPTS)
    .map(({ prompt }) => prompt);
}

/** Granted folders that can be read now, those granted last first; a folder of several servers is one. */
export function foldersToOffer(granted: readonly { server: ServerTag; roots: readonly RootRowView[] }[]): Folder[] {
  const folders = new Map<string, Folder & { since: number }>();
  for (const { server, roots } of granted) {
    for (const { key, path, name, since_ms, trouble } of roots) {
      if (trouble !== null) continue;
      const known = folders.get(key);
      if (known) known.servers.push(server);
      else folders.set(key, { key, path, name, servers: [server], since: since_ms ?? 0 });
    }
  }
  return [...folders.values()]
    .sort((a, b) => b.since - a.since)
    .slice(0, MOST_FOLDERS)
    .map(({ key, path, name, servers }) => ({ key, path, name, servers }));
}

/** The last part of a path: what a search for its files begins with. */
export function lastPart(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== "") ?? path;
}

/** The conversations that changed last. */
export function conversationsToOffer(conversations: readonly ConversationSummary[]): ConversationSummary[] {
  return [...conversations].sort((a, b) => (b.updated_ms ?? 0) - (a.updated_ms ?? 0)).slice(0, MOST_CONVERSATIONS);
}
