// Owns what the recovery page says of each trouble.

import type { RecoveryView } from "../../ipc/bindings";
import { moment } from "../../text/days";

const UNTOUCHED = "Innkeeper has changed nothing and started no server.";
const STOPPED = "Innkeeper has stopped every server and leaves the file as it is.";

/** A heading and a sentence or two below it. */
export type Words = { title: string; text: string };

/** Who holds the data since when, in a sentence. */
export function holderOf(view: RecoveryView, now: number): string {
  const { holder } = view;
  const program = holder?.program ?? "Another program";
  const process = holder?.pid ? ` (process ${holder.pid})` : "";
  const since = holder?.since_ms ? `has held it since ${moment(holder.since_ms, now)}` : "holds it";
  return `${program}${process} ${since}.`;
}

/** What is the matter. */
export function wordsOf(view: RecoveryView, now: number): Words {
  const log = view.part === "audit";
  switch (view.kind) {
    case "waiting":
      return {
        title: "One moment",
        text: `Your data is in use. ${holderOf(view, now)} Innkeeper waits up to ten seconds for it to end.`,
      };
    case "in_use":
      return {
        title: "Your data is in use",
        text: `${holderOf(view, now)} End it, then try again. ${UNTOUCHED}`,
      };
    case "damaged":
      return {
        title: "Your data needs a look first",
        text: `${log ? "The log of decisions" : "The database"} is damaged. ${view.stopped ? STOPPED : UNTOUCHED}`,
      };
    case "newer":
      return {
        title: "Your data is from a newer Innkeeper",
        text: `This is version ${view.version}, which cannot open it. Install the newer version, or open the backup from before the update. ${UNTOUCHED}`,
      };
    case "not_writable":
      return {
        title: "Your data cannot be written",
        text: `Innkeeper records each decision before it acts, so it does not start without that. Give yourself the right to write there, then try again. ${UNTOUCHED}`,
      };
    case "full":
      return {
        title: "The disk is full",
        text: `Innkeeper records each decision before it acts, so it does not start without space. Free some, then try again. ${UNTOUCHED}`,
      };
    case "other":
      return { title: "Your data could not be opened", text: UNTOUCHED };
    case "deleted":
      return { title: "Your data is deleted", text: "Innkeeper has stopped every server and closed its files." };
  }
}

/** What takes the file's place, as the button says it; `null` if nothing can. */
export function setAsideLabel(view: RecoveryView): string | null {
  if (view.backup) return "Open the backup";
  if (view.kind !== "damaged") return null;
  return view.part === "audit" ? "Set it aside, begin a new log" : "Set it aside, start empty";
}
