// Owns how the account of a server is said: who signed in where, for how long, and how far a sign-in is.

import { t } from "../../../i18n/t";
import type { AccountView, ServerView, SignInStepView } from "../../../ipc/bindings";
import { since } from "../state";

/** Whether the server waits for a person to sign in. */
export function needsSignIn(server: ServerView): boolean {
  return server.state.state === "needs_sign_in";
}

/** When the access ends, in words. */
export function endWords(account: AccountView, now: number): string {
  const { expires_at_ms: end, renews } = account;
  if (end === null) return renews ? t("account-end-renews") : t("not-stated");
  const at = since(end, now);
  if (end <= now) return renews ? t("account-end-past-renews", { time: at }) : t("account-ended", { time: at });
  return renews ? t("account-end-before", { time: at }) : t("account-end-again", { time: at });
}

/** Where the tokens are. */
export function keptWords(account: AccountView): string {
  return account.lasts
    ? t("account-kept-keychain")
    : t("account-kept-memory");
}

/** The host of an address, or the whole text where it is none. */
export function placeOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

/** What one line says of a sign-in under way. */
export function stepWords(step: SignInStepView): string {
  switch (step.step) {
    case "preparing":
      return t("account-step-preparing");
    case "asking":
      return t("account-step-asking");
    case "browser":
      return step.opened ? t("account-step-browser") : t("account-step-address");
    case "connecting":
      return t("account-step-connecting");
  }
}

/** Whether a text can be the address that a browser came back with: it leads to this machine and carries an answer. */
export function isCallback(text: string): boolean {
  const address = text.trim();
  if (!URL.canParse(address)) return false;
  const { protocol, searchParams } = new URL(address);
  return protocol === "http:" && searchParams.has("state") && (searchParams.has("code") || searchParams.has("error"));
}
