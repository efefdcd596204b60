// Owns how it is said by what this program is known where one signs in.

import type { ClientKindView } from "../ipc/bindings";

/** As what, where one signs in. */
export function clientWords(client: ClientKindView): string {
  switch (client) {
    case "entered":
      return "Innkeeper, by the identifier you entered";
    case "document":
      return "Innkeeper, by its public document";
    case "registered":
      return "Innkeeper, registered for this server alone";
    case "program":
      return "Innkeeper itself, not as a person";
  }
}
