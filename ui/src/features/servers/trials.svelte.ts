// Counts the news of trial runs, for the page that shows one.

class TrialNews {
  #counts = $state<Record<string, number>>({});

  /** Changes with each piece of news about a server's trial run. */
  of(server: string): number {
    return this.#counts[server] ?? 0;
  }

  receive(server: string): void {
    this.#counts[server] = this.of(server) + 1;
  }
}

export const trialNews = new TrialNews();
