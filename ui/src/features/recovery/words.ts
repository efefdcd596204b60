// Owns what the recovery page says of each trouble.

import { t } from "../../i18n/t";
import type { RecoveryView } from "../../ipc/bindings";
import { moment } from "../../text/days";

/** A heading and a sentence or two below it. */
export type Words = { title: string; text: string };

/** Who holds the data since when, in a sentence. */
export function holderOf(view: RecoveryView, now: number): string {
  const { holder } = view;
  const name = holder?.program ?? t("recovery-other-program");
  const program = holder?.pid ? t("recovery-process", { program: name, pid: String(holder.pid) }) : name;
  return holder?.since_ms ? t("recovery-holds-since", { program, time: moment(holder.since_ms, now) }) : t("recovery-holds", { program });
}

/** What is the matter. */
export function wordsOf(view: RecoveryView, now: number): Words {
  const log = view.part === "audit";
  switch (view.kind) {
    case "waiting":
      return {
        title: t("recovery-waiting"),
        text: t("recovery-waiting-hint", { holder: holderOf(view, now) }),
      };
    case "in_use":
      return {
        title: t("recovery-in-use"),
        text: t("recovery-in-use-hint", { holder: holderOf(view, now) }),
      };
    case "damaged":
      return {
        title: t("recovery-damaged"),
        text: `${t(log ? "recovery-damaged-log" : "recovery-damaged-database")} ${t(view.stopped ? "recovery-stopped" : "recovery-untouched")}`,
      };
    case "newer":
      return {
        title: t("recovery-newer"),
        text: t("recovery-newer-hint", { version: view.version }),
      };
    case "not_writable":
      return {
        title: t("recovery-not-writable"),
        text: t("recovery-not-writable-hint"),
      };
    case "full":
      return {
        title: t("recovery-full"),
        text: t("recovery-full-hint"),
      };
    case "no_backup":
      return {
        title: t("recovery-not-copied"),
        text: t("recovery-not-copied-hint", { version: view.version }),
      };
    case "other":
      return { title: t("recovery-other"), text: t("recovery-untouched") };
    case "deleted":
      return { title: t("recovery-deleted-title"), text: t("recovery-deleted-hint") };
  }
}

/** What takes the file's place, as the button says it; `null` if nothing can. */
export function setAsideLabel(view: RecoveryView): string | null {
  if (view.backup) return t("recovery-open-backup");
  if (view.kind !== "damaged") return null;
  return view.part === "audit" ? t("recovery-aside-log") : t("recovery-aside");
}
