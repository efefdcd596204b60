// Owns what a search of messages is limited to: a project, a server that was called, a time.

import { type MessageId, t } from "../../i18n/t";
import type { ProjectView, SearchFilterView, ServerTag } from "../../ipc/bindings";
import { type Since, sinceOf, startOf } from "../audit/rows";

/** Up to when. */
export type Before = "now" | "today" | "week" | "month" | "year";

/** What the fields under the search say. */
export type Filter = { project: string; server: string; since: Since; before: Before };

export const BEFORE = [
  { id: "now", name: "palette-before-now" },
  { id: "today", name: "palette-before-today" },
  { id: "week", name: "palette-before-week" },
  { id: "month", name: "palette-before-month" },
  { id: "year", name: "palette-before-year" },
] as const satisfies { id: Before; name: MessageId }[];
const DAYS = { today: 1, week: 7, month: 30, year: 365 } as const;

/** Everything. */
export const EVERYWHERE: Filter = { project: "", server: "", since: "all", before: "now" };

/** Whether something is left out. */
export function isLimited({ project, server, since, before }: Filter): boolean {
  return project !== "" || server !== "" || since !== "all" || before !== "now";
}

/** Another filter. Of a beginning and an end that leave no time between them, the one that was not chosen now is dropped. */
export function changed(filter: Filter, to: Partial<Filter>): Filter {
  const next = { ...filter, ...to };
  if (next.since === "all" || next.before === "now" || DAYS[next.since] > DAYS[next.before]) return next;
  return to.since === undefined ? { ...next, since: "all" } : { ...next, before: "now" };
}

/** What the host searches. A day begins at midnight here. */
export function filterOf({ project, server, since, before }: Filter, now: number): SearchFilterView {
  const until_ms = before === "now" ? null : startOf(now, DAYS[before] - 1);
  return { project: project || null, server: server || null, since_ms: sinceOf(since, now), until_ms };
}

const TIMES = { today: "palette-in-today", week: "palette-in-week", month: "palette-in-month" } as const;
const ENDS = { today: "palette-until-today", week: "palette-until-week", month: "palette-until-month", year: "palette-until-year" } as const;

/** Where it was searched, in words: what stands behind "Nothing matches". */
export function whereOf({ project, server, since, before }: Filter, projects: readonly ProjectView[], servers: readonly ServerTag[]): string {
  const inProject = projects.find((one) => one.id === project)?.settings.name;
  const ofServer = servers.find((one) => one.id === server)?.name;
  return [
    inProject === undefined ? "" : t("palette-in-project", { name: inProject }),
    ofServer === undefined ? "" : t("palette-in-server", { name: ofServer }),
    since === "all" ? "" : t(TIMES[since]),
    before === "now" ? "" : t(ENDS[before]),
  ]
    .filter(Boolean)
    .join(", ");
}
