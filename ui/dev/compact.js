// What the fake host says of summaries of long conversations (?compact=fold|edited|running|automatic|failed|failed-automatic|long).
window.fakeCompact = (query, { now, invoices, archive, click }) => {
  const MIN = 60_000;
  const state = query.get("compact") ?? "";
  const long = state === "long";
  let stored = {
    id: "7",
    up_to: "m2",
    messages: 42,
    summary: [
      "The user wants to know what was paid twice to **Lindqvist & Bergström** in 2025 and 2026, and which invoices are still open.",
      "- `Invoices_find_invoice` returned eleven invoices for supplier 1180, 48 200 € in all; the archive holds the framework agreement of 2024-02-01.",
      "- The March fee of 31,975.00 SEK was booked twice (entries 20260314-7 and 20260314-9); the user decided to leave it until the audit.",
      "- Still open: the invoices of November, and whether the double fee of 2025 was credited.",
    ].join("\n\n"),
    tokens: 214,
    model: long ? "mistral-small-3.2-24b-instruct-2506-q4_k_m-eu-north-zero-retention-preview" : "qwen3:14b-instruct",
    automatic: state !== "edited",
    label: long ? [invoices, archive, { ...archive, id: "s9", name: "Correspondence of the accounting department, scanned and indexed 1998 to 2026" }] : [invoices, archive],
    created_ms: now - 14 * MIN,
    edited_ms: state === "edited" ? now - 2 * MIN : null,
    used: [26_110, 512],
    request: "3",
  };
  const compacting = {
    running: { state: "running", automatic: false, messages: 42, written: 0 },
    automatic: { state: "running", automatic: true, messages: 42, written: 1418 },
    failed: { state: "failed", automatic: false, message: "The model's summary was cut off: it reached the model's length limit.", hint: "Try again, or choose another model." },
    "failed-automatic": { state: "failed", automatic: true, message: "No connection to the model endpoint: connection refused.", hint: "Start the program that serves the model." },
  };
  let shown = ["fold", "edited", "long"].includes(state) ? stored : null;
  const told = (now = null) => window.fakeSend("watch", { type: "compaction", conversation: "c1", compaction: shown, compacting: now });
  return {
    /** What an opened conversation says. */
    of: (messages) => {
      const at = Math.min(1, messages.length - 1);
      if (shown) shown = stored = { ...stored, up_to: messages[at]?.id ?? "" };
      return { compaction: shown, compacting: compacting[state] ?? null };
    },
    commands: {
      compact: () => {
        told(compacting.running);
        return null;
      },
      compact_edit: ({ text }) => {
        shown = stored = { ...stored, summary: text, edited_ms: Date.now() };
        told();
        return null;
      },
      compact_undo: () => {
        shown = null;
        told();
        return null;
      },
      compact_dismiss: () => {
        told();
        return null;
      },
      compact_set: null,
    },
    actions: {
      summaryOpen: async () => {
        click("summary-fold")();
        await new Promise((done) => setTimeout(done, 100));
      },
      summaryMessages: click("summary-messages"),
      summaryEdit: click("summary-edit"),
    },
  };
};
