// Owns the way from anywhere on a server's page to its sign-in: the account tab, where the steps are.

import type { ServerView } from "../../../ipc/bindings";
import { session } from "../../../state/session.svelte";
import { deskOf } from "../desk.svelte";

/** Shows the account of a server and begins a sign-in, unless one is under way. */
export function beginSignIn(server: ServerView): void {
  const { id } = server.tag;
  session.goTo({ kind: "server", id, tab: "account" });
  if (!server.account?.step) void deskOf(id).signIn();
}
