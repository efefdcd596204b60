// Owns which conversations the sidebar lists, and in which order.

import type { ConversationSummary, ProjectView } from "../../ipc/bindings";
import { type DayGroup, groupByDay } from "../../text/days";

/** A project and its conversations, the pinned ones first, then the newest. */
export type Shelf = { project: ProjectView; conversations: ConversationSummary[] };

/** What the sidebar lists. Archived conversations and projects are on a page of their own. */
export type Listed = { shelves: Shelf[]; pinned: ConversationSummary[]; days: DayGroup[] };

const newest = (a: ConversationSummary, b: ConversationSummary) => (b.updated_ms ?? 0) - (a.updated_ms ?? 0);

/** So many conversations the host lists at most. Older ones are found by a search. */
export const MOST_LISTED = 500;

/** Sorts conversations into projects, pinned ones and days. */
export function listed(
  conversations: readonly ConversationSummary[],
  projects: readonly ProjectView[],
  now: number,
): Listed {
  const current = conversations.filter((one) => !one.archived).sort(newest);
  const known = new Set(projects.map((project) => project.id));
  const alone = current.filter((one) => one.project === null || !known.has(one.project));
  const inside = new Map<string | null, ConversationSummary[]>(projects.map((project) => [project.id, []]));
  for (const one of current) inside.get(one.project)?.push(one);
  return {
    shelves: projects
      .filter((project) => !project.archived)
      .map((project) => ({
        project,
        conversations: (inside.get(project.id) ?? []).sort((a, b) => Number(b.pinned) - Number(a.pinned) || newest(a, b)),
      })),
    pinned: alone.filter((one) => one.pinned),
    days: groupByDay(
      alone.filter((one) => !one.pinned),
      now,
    ),
  };
}

/** The conversations outside projects in the order in which they are listed. */
export const inOrder = ({ pinned, days }: Listed): ConversationSummary[] => [
  ...pinned,
  ...days.flatMap((group) => group.conversations),
];
