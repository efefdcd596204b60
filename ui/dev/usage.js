// What the fake host says of models: what requests took (?usage=none|estimated), what is known of models, how they answer, and a busy endpoint (?retry=429|529).
window.fakeUsage = (query, { now, click, type }) => {
  const MIN = 60_000;
  const state = query.get("usage") ?? "";
  const sums = (input, output, more = {}) => ({ requests: 3, input, cached: Math.round(input * 0.6), output, estimated: 0, cost: (input * 3 + output * 15) / 1e6, unpriced: 0, local: 0, since: "2026-10-03", ...more });
  const none = { requests: 0, input: 0, cached: 0, output: 0, estimated: 0, cost: null, unpriced: 0, local: 0, since: null };
  const local = (input, output) => sums(input, output, { cached: 0, estimated: 2, cost: 0, local: 3, since: null });
  const group = (name, usage, more = {}) => ({ name, endpoint: null, conversation: null, of_servers: false, usage, ...more });
  const total = state === "none" ? none : sums(1_284_220, 48_112, { requests: 214, estimated: state === "estimated" ? 14 : 0, unpriced: state === "estimated" ? 6 : 0 });
  const page = {
    total,
    days: total === none ? [] : Array.from({ length: 14 }, (_, i) => group(`2026-11-${String(25 - i).padStart(2, "0")}`, sums(182_000 - i * 11_300, 7_400 - i * 400))),
    models: total === none ? [] : [
      group("claude-sonnet-4-5", sums(980_114, 39_010), { endpoint: "api.anthropic.com" }),
      group("a-model-with-a-very-long-name-that-does-not-fit-into-the-column-of-a-narrow-window-2026-10", sums(4_106, 902, { cost: null, unpriced: 3, since: null }), { endpoint: "llm.nordkaj.example" }),
      group("qwen3:14b-instruct", local(300_000, 8_200), { endpoint: "127.0.0.1:11434" }),
    ],
    conversations: total === none ? [] : [
      group("Open invoices, Lindqvist & Bergström", sums(412_000, 19_204), { conversation: "c1" }),
      group(null, sums(12_000, 810), { of_servers: true }),
      group(null, sums(860_220, 28_098)),
    ],
    projects: total === none ? [] : [group("Bookkeeping 2026", sums(412_000, 19_204)), group(null, sums(872_220, 28_908))],
  };
  const noNotes = { cost: 0, speed: 0, intelligence: 0, input_price: null, output_price: null, cached_price: null, window: null };
  const facts = (model, more = {}) => ({ model, window: null, window_from: null, price: null, images: null, files: null, audio: null, efforts: [], temperature: null, answer: null, used_ms: null, favourite: false, notes: noNotes, ...more });
  const dear = { window: 1_000_000, window_from: "table", price: { input: 3, output: 15, cached: 0.3, date: "2026-10-03" }, images: true, files: true, audio: false, efforts: ["low", "medium", "high"], temperature: true, answer: 64_000 };
  return {
    noNotes,
    total,
    /** The tokens of an answer. */
    tokens: (input, output) => (state === "estimated" ? local(input, output) : sums(input, output, { requests: 1 })),
    tuning: query.get("tuned") ? { effort: "high", temperature: 0.4, answer: 4000 } : { effort: null, temperature: null, answer: null },
    retry: query.get("retry") ? { status: Number(query.get("retry")), until_ms: now + 42_000 + 500, attempt: 2, most: 5, loading: query.get("loading") === "1" } : null,
    commands: (providers) => ({
      spending: page,
      model_favourite: null,
      conversation_tune: ({ tuning }) => (tuning.temperature > 2 ? Promise.reject({ code: "invalid", message: "The temperature must be from 0 to 2.", hint: null }) : null),
      model_facts: ({ provider }) => {
        const one = providers.find((other) => other.id === provider);
        return (one?.models ?? []).map((model, i) =>
          one.on_this_machine ? facts(model, { window: 32_768, window_from: "endpoint" }) : facts(model, { ...dear, favourite: i === 0, used_ms: i === 1 ? now - 90 * MIN : null }),
        );
      },
    }),
    actions: {
      usage: click("tab-usage"),
      usageMore: click("usage-more-day"),
      tuning: click("tuning-open"),
      tuningHot: async () => {
        type("tuning-temperature", "3")();
        click("tuning-save")();
        await new Promise((done) => setTimeout(done, 50));
      },
      editModel: click("provider-edit"),
    },
  };
};
