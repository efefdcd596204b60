// Owns what a search of messages is limited to: a project, a server that was called, a time.

import { t } from "../../i18n/t";
import type { ProjectView, SearchFilterView, ServerTag } from "../../ipc/bindings";
import { type Since, sinceOf } from "../audit/rows";

/** What the fields under the search say. */
export type Filter = { project: string; server: string; since: Since };

/** Everything. */
export const EVERYWHERE: Filter = { project: "", server: "", since: "all" };

/** Whether something is left out. */
export function isLimited({ project, server, since }: Filter): boolean {
  return project !== "" || server !== "" || since !== "all";
}

/** What the host searches. */
export function filterOf({ project, server, since }: Filter, now: number): SearchFilterView {
  return { project: project || null, server: server || null, since_ms: sinceOf(since, now), until_ms: null };
}

const TIMES = { today: "palette-in-today", week: "palette-in-week", month: "palette-in-month" } as const;

/** Where it was searched, in words: what stands behind "Nothing matches". */
export function whereOf({ project, server, since }: Filter, projects: readonly ProjectView[], servers: readonly ServerTag[]): string {
  const inProject = projects.find((one) => one.id === project)?.settings.name;
  const ofServer = servers.find((one) => one.id === server)?.name;
  return [
    inProject === undefined ? "" : t("palette-in-project", { name: inProject }),
    ofServer === undefined ? "" : t("palette-in-server", { name: ofServer }),
    since === "all" ? "" : t(TIMES[since]),
  ]
    .filter(Boolean)
    .join(", ");
}
