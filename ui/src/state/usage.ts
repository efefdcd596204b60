// Owns how tokens and costs of requests are added up.

import type { UsageView } from "../ipc/bindings";

/** What several requests took; `null` if nothing is known of any. */
export function sumOf(all: readonly (UsageView | null)[]): UsageView | null {
  const known = all.filter((one) => one !== null);
  const [first, ...rest] = known;
  if (!first) return null;
  return rest.reduce(
    (sum, one) => ({
      requests: sum.requests + one.requests,
      input: (sum.input ?? 0) + (one.input ?? 0),
      cached: (sum.cached ?? 0) + (one.cached ?? 0),
      output: (sum.output ?? 0) + (one.output ?? 0),
      estimated: sum.estimated + one.estimated,
      cost: sum.cost === null ? one.cost : one.cost === null ? sum.cost : sum.cost + one.cost,
      unpriced: sum.unpriced + one.unpriced,
      local: sum.local + one.local,
      since: [sum.since, one.since].filter((day) => day !== null).sort()[0] ?? null,
    }),
    first,
  );
}
