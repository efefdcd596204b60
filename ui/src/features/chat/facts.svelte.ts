// Owns what is known of the models of each endpoint, read when it is first needed and again when endpoints change.

import type { ModelFactsView, ProviderView } from "../../ipc/bindings";
import { host } from "../../ipc/host";

class ModelFacts {
  #known = $state<Record<string, ModelFactsView[]>>({});
  #asked = new Map<string, ProviderView>();

  /** Reads what is known of an endpoint's models, unless that was done since the endpoint changed. `again` reads it in any case. */
  async load(provider: ProviderView, again = false): Promise<void> {
    if (!again && this.#asked.get(provider.id) === provider) return;
    this.#asked.set(provider.id, provider);
    try {
      this.#known[provider.id] = await host.modelFacts(provider.id);
    } catch {
      // Nothing is known then: a picker still has the names.
      this.#asked.delete(provider.id);
    }
  }

  /** What is known of a model; none while it is read. */
  of(provider: ProviderView | null, model: string | null): ModelFactsView | null {
    if (!provider || model === null) return null;
    return this.#known[provider.id]?.find((facts) => facts.model === model) ?? null;
  }

  /** Marks a model as a favourite, or no longer. */
  async favour(provider: ProviderView, model: string, on: boolean): Promise<void> {
    await host.modelFavourite(provider.id, model, on);
    await this.load(provider, true);
  }
}

/** What is known of models. */
export const facts = new ModelFacts();
