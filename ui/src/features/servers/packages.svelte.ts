// Owns what the package managers say while the package of a server is installed beside the one in use, and the answers to checks for updates.

import type { Event as HostEvent } from "../../ipc/bindings";

type PackageEvent = Extract<HostEvent, { type: "package" }>;

class PackageWork {
  /** The last line by the server's id; an empty one until there is one. */
  #said = $state<Record<string, string>>({});

  /** What is said of the work for a server; `undefined` while there is none. */
  of(server: string): string | undefined {
    return this.#said[server];
  }

  receive(event: PackageEvent): void {
    if (event.done) delete this.#said[event.server];
    else this.#said[event.server] = event.said ?? this.#said[event.server] ?? "";
  }
}

export const packageWork = new PackageWork();
