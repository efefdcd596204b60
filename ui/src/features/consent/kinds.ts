// Finds the file of each kind of approval request by its name. A kind without a file can only be denied.

import type { ApprovalView } from "../../ipc/bindings";
import { complete, type CompleteKind, type KindFile } from "./kind";
import Unknown, { kind as unknownKind } from "./UnknownApproval.svelte";

const FILES = import.meta.glob<KindFile>("./kinds/*Approval.svelte", { eager: true });
const UNKNOWN = complete({ default: Unknown as CompleteKind["Body"], kind: unknownKind });

/** `./kinds/SignInApproval.svelte` as `sign_in`. */
function nameOf(path: string): string {
  const name = path.replace(/^.*\/|Approval\.svelte$/g, "");
  return name.replace(/(?!^)[A-Z]/g, "_$&").toLowerCase();
}

/** The kinds that have a file with a descriptor, by name. */
const KINDS: ReadonlyMap<string, CompleteKind> = new Map(
  Object.entries(FILES)
    .filter(([, file]) => "kind" in file)
    .map(([path, file]) => [nameOf(path), complete(file)]),
);

/** Whether this version of the window can show a kind. */
export function isKnown(name: string): boolean {
  return KINDS.has(name);
}

/** How a request is shown, by its kind. */
export function shownKind({ kind }: ApprovalView): CompleteKind {
  return KINDS.get(kind.kind) ?? UNKNOWN;
}
