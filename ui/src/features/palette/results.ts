// Owns which entries a query shows, in which groups and order, and how many of each.

import type { MessageId } from "../../i18n/t";
import type { IconName } from "../../components/Icon.svelte";
import type { Appearance, ExcerptView, FoundView, ServerTag } from "../../ipc/bindings";
import type { Page } from "../../state/session.svelte";
import type { Shortcut } from "../shell/keys";
import { folded, matchWord, merged, queryWords, runsOf } from "./match";

/** What is listed together. */
export type Group = "recent" | "conversations" | "servers" | "tools" | "rules" | "settings" | "pages" | "actions" | "messages";

/** What choosing an entry does. */
export type Target =
  | { kind: "conversation"; id: string }
  | { kind: "found"; found: FoundView }
  | { kind: "page"; page: Exclude<Page, { kind: "chat" }> }
  | { kind: "tool"; server: string; tool: string }
  | { kind: "shortcut"; shortcut: Shortcut }
  | { kind: "look"; look: Partial<Appearance> }
  | { kind: "server"; id: string; act: "start" | "stop" }
  | { kind: "start-again" }
  | { kind: "quick" }
  | { kind: "tour" };

/** Something that can be found. */
export type Entry = {
  /** The same for the same thing, as long as the window is open. */
  key: string;
  group: Exclude<Group, "recent">;
  name: string;
  /** Text beside the name; it is searched too. */
  detail: string;
  /** A server's fob, or a drawing. */
  sign: ServerTag | IconName;
  /** What is at the end of the row: a state or a time. */
  end?: string;
  /** The keys that do the same. */
  keys?: readonly string[];
  mono?: boolean;
  target: Target;
};

/** An entry with the letters that matched. */
export type Hit = { entry: Entry; name: ExcerptView[]; detail: ExcerptView[] };

/** A heading, what is below it, and how many more there are. */
export type Section = { group: Group; hits: Hit[]; more: number };

/** Groups in their order, where nothing matches better in one than in another. Messages are last: they come later, and move nothing. */
export const GROUPS: Record<Group, MessageId> = {
  recent: "palette-recent",
  conversations: "conversations",
  actions: "palette-actions",
  servers: "servers",
  tools: "tools",
  rules: "rules",
  pages: "palette-pages",
  settings: "settings",
  messages: "palette-messages",
};
const ORDER = Object.keys(GROUPS) as Group[];
/** Groups that are shown before anything is typed. */
const AT_FIRST: ReadonlySet<Group> = new Set(["conversations", "actions", "servers", "pages"]);
/** How many rows of a group are shown, and how many once it was opened. */
export const MOST = 5;
export const MOST_OPEN = 100;
/** How much a word counts that is in the detail only, and what was used before. */
const DETAIL = 0.4;
const USED = 30;

/** What was chosen, last first; bounded. It is kept as long as the window is open, and nowhere else. */
export const MOST_USED = 50;
export function withUsed(used: readonly string[], key: string): string[] {
  return [key, ...used.filter((other) => other !== key)].slice(0, MOST_USED);
}

const plainHit = (entry: Entry): Hit => ({ entry, name: runsOf(entry.name, []), detail: runsOf(entry.detail, []) });

/** How well all words of a query match an entry, with their letters; `null` if one is nowhere. */
function rated(entry: Entry, words: readonly string[]): { score: number; hit: Hit } | null {
  const [name, detail] = [folded(entry.name), folded(entry.detail)];
  const places: { name: [number, number][]; detail: [number, number][] } = { name: [], detail: [] };
  let score = 0;
  for (const word of words) {
    const inName = matchWord(word, name);
    // Letters scattered over a sentence mean nothing: there, the word has to be whole.
    const inDetail = inName === null && detail.includes(word) ? matchWord(word, detail) : null;
    if (inName === null && inDetail === null) return null;
    places.name.push(...(inName?.places ?? []));
    places.detail.push(...(inDetail?.places ?? []));
    score += inName?.score ?? (inDetail?.score ?? 0) * DETAIL;
  }
  const hit = { entry, name: runsOf(entry.name, merged(places.name)), detail: runsOf(entry.detail, merged(places.detail)) };
  // Of two that match alike, the shorter name is nearer to what was typed.
  return { score: score / words.length - Math.min(name.length, 100) / 100, hit };
}

/** What a query shows. `used` has the keys of what was chosen before, last first; `opened` the groups to show in full. */
export function sectionsOf(entries: readonly Entry[], query: string, used: readonly string[], opened: ReadonlySet<Group>): Section[] {
  const words = queryWords(query);
  if (words.length === 0) return atFirst(entries, used, opened);
  const groups = new Map<Group, { score: number; hit: Hit }[]>();
  for (const entry of entries) {
    const one = rated(entry, words);
    if (!one) continue;
    const place = used.indexOf(entry.key);
    if (place >= 0) one.score += USED - place / MOST_USED;
    const group = groups.get(entry.group);
    if (group) group.push(one);
    else groups.set(entry.group, [one]);
  }
  return ORDER.flatMap((group) => {
    const rows = groups.get(group)?.sort((a, b) => b.score - a.score) ?? [];
    return rows.length ? [{ best: rows[0]?.score ?? 0, section: sectionOf(group, rows.map((row) => row.hit), opened) }] : [];
  })
    .sort((a, b) => b.best - a.best)
    .map(({ section }) => section);
}

/** Before anything is typed: what was used last, then what there is. */
function atFirst(entries: readonly Entry[], used: readonly string[], opened: ReadonlySet<Group>): Section[] {
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const recent = used.flatMap((key) => byKey.get(key) ?? []).slice(0, MOST);
  const listed = ORDER.filter((group) => AT_FIRST.has(group)).map((group) => ({
    group,
    entries: entries.filter((entry) => entry.group === group && !recent.includes(entry)),
  }));
  return [{ group: "recent" as Group, entries: recent }, ...listed]
    .filter((one) => one.entries.length > 0)
    .map((one) => sectionOf(one.group, one.entries.map(plainHit), opened));
}

/** Hits below a heading, with a bound. */
export function sectionOf(group: Group, hits: readonly Hit[], opened: ReadonlySet<Group>): Section {
  const most = opened.has(group) ? MOST_OPEN : MOST;
  return { group, hits: hits.slice(0, most), more: Math.max(0, hits.length - most) };
}
