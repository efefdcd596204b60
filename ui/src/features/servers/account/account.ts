// Owns how the account of a server is said: who signed in where, for how long, and how far a sign-in is.

import type { AccountView, ServerView, SignInStepView } from "../../../ipc/bindings";
import { since } from "../state";

/** Whether the server waits for a person to sign in. */
export function needsSignIn(server: ServerView): boolean {
  return server.state.state === "needs_sign_in";
}

/** When the access ends, in words. */
export function endWords(account: AccountView, now: number): string {
  const { expires_at_ms: end, renews } = account;
  if (end === null) return renews ? "not said; renewed by itself" : "not said";
  const at = since(end, now);
  if (end <= now) return renews ? `${at}; renewed by itself when it is used` : `ended, ${at}`;
  return renews ? `${at}, renewed by itself before` : `${at}; then you sign in again`;
}

/** Where the tokens are. */
export function keptWords(account: AccountView): string {
  return account.lasts
    ? "The keychain of this machine. The tokens go to this server only."
    : "Memory, until you quit. The tokens go to this server only.";
}

/** The host of an address, or the whole text where it is none. */
export function placeOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

/** What one line says of a sign-in under way. */
export function stepWords(step: SignInStepView): string {
  switch (step.step) {
    case "preparing":
      return "Finding out where one signs in. Nothing was opened.";
    case "asking":
      return "Review it in the consent window first. Nothing was opened.";
    case "browser":
      return step.opened ? "Sign in there, then come back." : "Open the address below in a browser.";
    case "connecting":
      return "You are signed in. The server is connected to again.";
  }
}

/** Whether a text can be the address that a browser came back with: it leads to this machine and carries an answer. */
export function isCallback(text: string): boolean {
  const address = text.trim();
  if (!URL.canParse(address)) return false;
  const { protocol, searchParams } = new URL(address);
  return protocol === "http:" && searchParams.has("state") && (searchParams.has("code") || searchParams.has("error"));
}
