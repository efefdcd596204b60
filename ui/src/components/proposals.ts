// Things that a server looked for, in words.
import { t } from "../i18n/t";
import type { TrialProposalView } from "../ipc/bindings";

export function proposalWords({ what }: TrialProposalView): string {
  switch (what.kind) {
    case "folder":
      return what.write ? t("trial-write", { path: what.path }) : t("trial-read", { path: what.path });
    case "host":
      return t("trial-host", { host: what.host });
    case "program":
      return t("trial-program", { path: what.path });
    case "run_in_home":
      return t("trial-run-in-home");
  }
}

export const PROPOSAL_ICONS = { folder: "folder", host: "globe", program: "terminal", run_in_home: "terminal" } as const;
