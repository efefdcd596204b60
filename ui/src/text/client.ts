// Owns how it is said by what this program is known where one signs in.

import { t } from "../i18n/t";
import type { ClientKindView } from "../ipc/bindings";

/** As what, where one signs in. */
export function clientWords(client: ClientKindView): string {
  switch (client) {
    case "entered":
      return t("client-entered");
    case "document":
      return t("client-document");
    case "registered":
      return t("client-registered");
    case "program":
      return t("client-program");
  }
}
