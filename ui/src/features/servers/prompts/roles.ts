// The roles that servers give to the messages of a prompt, in words.

import { t } from "../../../i18n/t";
import type { PromptRoleView } from "../../../ipc/bindings";

/** A role. */
export function roleName(role: PromptRoleView): string {
  return { user: t("prompt-user"), assistant: t("prompt-assistant"), other: t("prompt-other") }[role];
}

/** What a person should know of a role; empty for that of the user. */
export function roleHint(role: PromptRoleView): string {
  return { user: "", assistant: t("prompt-assistant-hint"), other: t("prompt-other-hint") }[role];
}
