// What the fake host says of projects (?projects=1|empty|long), of the archive, and of answers side by side.
window.fakeProjects = (query, { now, invoices, archive, mail, click, find, type, used }) => {
  const which = query.get("projects") ?? "";
  const settings = (name, instructions, more = {}) => ({
    name,
    instructions,
    servers_off: ["s5"],
    provider: null,
    model: null,
    tuning: { effort: null, temperature: null, answer: null },
    ...more,
  });
  const project = (id, settings, conversations, more = {}) => ({ id, settings, tokens: Math.ceil(settings.instructions.length / 4), archived: false, conversations, ...more });
  const long = "A project with a name that nobody would give it, of eighty characters at the most";
  const words = "We keep the books of Nordkaj Ekonomi. Amounts in SEK. Short answers. Never write to a supplier before I have seen the draft.";
  const projects =
    which === "" ? [] : [
      project("j1", settings(which === "long" ? long : "Bookkeeping 2026", which === "empty" ? "" : which === "long" ? `${words} `.repeat(12) : words), which === "empty" ? 0 : 3),
      project("j2", settings("Innkeeper 0.4", ""), 9),
      project("j3", settings("Annual report 2025", words), 31, { archived: true }),
    ];
  const summary = (id, title, ago, more = {}) => ({
    id,
    title,
    updated_ms: now - ago,
    provider: "p1",
    model: null,
    servers_off: [],
    tuning: { effort: null, temperature: null, answer: null },
    project: "j1",
    pinned: false,
    archived: false,
    turn: { state: "idle" },
    ...more,
  });
  const HOUR = 3_600_000;
  const inside = [
    summary("c11", "VAT return, third quarter", 300 * HOUR, { pinned: true }),
    summary("c12", "Annual report, notes 4 to 9", 30 * HOUR),
    summary("c13", "Supplier terms, delivery fees, and everything else that was said about them in the year before", 500 * HOUR, { archived: true }),
  ];
  const put = [summary("c21", "Old ledger, closing", 9_000 * HOUR, { project: "j3", archived: false }), summary("c22", "Which printer to buy", 700 * HOUR, { project: null, archived: true })];
  const tag = (server) => server;
  const other = (id, model, text) => [{ id, parent: null, role: "assistant", status: { status: "complete" }, model, created_ms: now, usage: used, retry: null, siblings: [], attachments: [], parts: [{ kind: "text", id: `${id}-0`, text }] }];
  return {
    projects,
    conversations: which === "" || which === "empty" ? [] : inside.filter((one) => !one.archived),
    archived: which === "" ? 0 : 32,
    commands: {
      project_open: () => ({
        conversations: which === "empty" ? [] : inside.map((summary, i) => ({ summary, servers: [[invoices, archive, mail], [archive], []][i].map(tag) })),
        usage: used,
      }),
      project_add: "j1",
      project_change: null,
      project_archive: null,
      project_delete: null,
      project_restore: null,
      conversations_archived: () => (which === "none" || which === "" ? [] : put),
      conversations_archive: null,
      conversations_delete: null,
      conversations_restore: null,
      conversation_pin: null,
      conversation_text: "# Open invoices\n",
      conversation_save: null,
      text_save: ({ name }) => `/home/maja/Documents/${name}`,
      conversations_import: { conversations: 214, messages: 9_120, left_out: query.get("left") ? 3 : 0, first: "c1" },
      conversations_move_preview: { ends: ["Innkeeper 0.4"], tokens: 31, on: [mail], off: [archive], model: "claude-sonnet-4-5" },
      conversations_move: null,
      titles_set: null,
      answer_other: null,
      answer_beside: ({ message }) =>
        other(message, message === "m3a" ? "gpt-5-mini-2025-08-07-eu-north-zero-retention" : "claude-sonnet-4-5", message === "m3b" ? "Two of the three are **open**: 0421 and 0422. The bank has neither." : "**0421** is open.\n\n| Invoice | Amount |\n| --- | --- |\n| 0421 | 1 200 SEK |\n| 0422 | 980 SEK |"),
    },
    actions: {
      project: () => document.querySelector('[data-testid="project"]')?.click(),
      projectNew: click("project-new"),
      projectEdit: click("project-edit"),
      projectChat: click("project-chat"),
      projectMenu: click("project-menu"),
      archive: click("archive"),
      chatMenu: click("chat-menu"),
      dataImport: click("data-import"),
      chatMove: click("chat-move"),
      select: () => {
        for (const row of [...document.querySelectorAll('[data-testid="conversation"]')].slice(0, 2))
          row.dispatchEvent(new MouseEvent("click", { bubbles: true, ctrlKey: true }));
      },
      beside: () => {
        const button = find("beside-show");
        button?.click();
        button?.scrollIntoView();
      },
      askAnother: () => {
        const button = find("ask-another");
        button?.scrollIntoView({ block: "center" });
        button?.click();
      },
    },
  };
};
