// Owns what can be found without asking the host: conversations, servers, tools, rules, settings, pages and actions.
// No action here widens a permission: what does so leads to the consent window, as from any other place.

import { t } from "../../i18n/t";
import type { FoundView, RulesView, SegmentView, ServerView, Theme } from "../../ipc/bindings";
import type { Page } from "../../state/session.svelte";
import type { World } from "../../state/world";
import { dayOf } from "../../text/days";
import { batchOf, type Row, rowsOf, saidOf } from "../rules/standing";
import { canStart, hostOf, wordOf } from "../servers/state";
import { SECTIONS } from "../settings/sections";
import { MODEL_KEYS } from "../shell/keys";
import type { Entry, Hit, Target } from "./results";

/** What the entries are made of. */
export type Source = {
  world: World;
  page: Page;
  /** Whether there is a model to write to. */
  model: boolean;
  /** Whether the notice that everything was stopped is shown. */
  stopped: boolean;
  /** Saved permissions, once they came. */
  rules: RulesView | null;
  now: number;
};

/** A description is shown in one line: what is beyond this many characters cannot be seen. */
const MOST_DETAIL = 160;

const THEMES: { theme: Theme; name: "palette-theme-system" | "palette-theme-light" | "palette-theme-dark" }[] = [
  { theme: "light", name: "palette-theme-light" },
  { theme: "dark", name: "palette-theme-dark" },
  { theme: "system", name: "palette-theme-system" },
];

/** Every entry, each group in the order in which it is listed before anything is typed. */
export function entriesOf(source: Source): Entry[] {
  const { world, now } = source;
  return [
    ...[...world.conversations]
      .sort((a, b) => (b.updated_ms ?? 0) - (a.updated_ms ?? 0))
      .map(({ id, title, updated_ms }): Entry => {
        const target: Target = { kind: "conversation", id };
        return { key: `conversation ${id}`, group: "conversations", name: title, detail: "", sign: "chat", end: dayOf(updated_ms, now), target };
      }),
    ...actionsOf(source),
    ...world.servers.map(serverOf),
    ...world.servers.flatMap(toolsOf),
    ...(source.rules ? rowsOf(source.rules, now).map((row) => ruleOf(row, now)) : []),
    ...pagesOf(world),
    ...SECTIONS.map(({ id, name }): Entry => {
      const page = { kind: "settings" as const, edit: null, section: id };
      return { key: `settings ${id}`, group: "settings", name: t(name), detail: t("settings"), sign: "gear", target: { kind: "page", page } };
    }),
  ];
}

function serverOf(server: ServerView): Entry {
  const { id, name } = server.tag;
  const detail = server.url === null ? [server.command, ...server.args].join(" ") : hostOf(server.url);
  return {
    key: `server ${id}`,
    group: "servers",
    name,
    detail: detail.slice(0, MOST_DETAIL),
    sign: server.tag,
    end: server.enabled ? wordOf(server.state) : t("server-off"),
    target: { kind: "page", page: { kind: "server", id } },
  };
}

/** A server's words in one line; what cannot be seen is named. */
function lineOf(segments: readonly SegmentView[]): string {
  const whole = segments.map((segment) => (segment.kind === "text" ? segment.text : `⟨${segment.code}⟩`)).join("");
  return whole.replace(/\s+/g, " ").trim().slice(0, MOST_DETAIL);
}

function toolsOf({ tag, tools }: ServerView): Entry[] {
  return tools.map((tool) => {
    const said = lineOf(tool.description);
    return {
      key: `tool ${tag.id} ${tool.key}`,
      group: "tools",
      name: tool.name,
      detail: said ? `${tag.name} · ${t("quoted", { text: said })}` : tag.name,
      sign: tag,
      end: tool.tier_word,
      mono: true,
      target: { kind: "tool", server: tag.id, tool: tool.key },
    };
  });
}

function ruleOf(row: Row, now: number): Entry {
  const rule = row.what.kind === "rule" ? row.what.rule.id : row.what.kind === "batch" ? row.what.rules[0]?.id : undefined;
  return {
    key: `rule ${row.key}`,
    group: "rules",
    name: ruleName(row, now),
    detail: row.server.name,
    sign: row.server,
    ...(row.void !== null && { end: t("rule-void") }),
    target: { kind: "page", page: rule === undefined ? { kind: "rules" } : { kind: "rules", rule } },
  };
}

function ruleName({ what }: Row, now: number): string {
  switch (what.kind) {
    case "rule":
      return saidOf(what.rule, now);
    case "batch": {
      const { lead, rest } = batchOf(what.rules, now);
      return `${lead} ${rest}`;
    }
    case "tier":
      return `${what.tier.tool}: ${t("rules-counts-as")} ${what.tier.tier_word}`;
    case "trusted":
      return t("rules-trusted");
    case "unguarded":
      return `${t("rules-no-guard")} ${what.pair.from.name}`;
    case "muted":
      return `${t("rules-muted")} ${what.muted.conversation.title}`;
  }
}

function pagesOf(world: World): Entry[] {
  const page = (key: string, name: string, sign: Entry["sign"], target: Target, keys?: readonly string[]): Entry => ({
    key: `page ${key}`,
    group: "pages",
    name,
    detail: "",
    sign,
    target,
    ...(keys && { keys }),
  });
  return [
    page("rules", t("rules"), "rules", { kind: "page", page: { kind: "rules" } }),
    page("audit", t("audit"), "audit", { kind: "page", page: { kind: "audit" } }),
    page("settings", t("settings"), "gear", { kind: "shortcut", shortcut: { act: "settings" } }, ["Ctrl", ","]),
    page("tasks", t("tasks"), "clock", { kind: "page", page: { kind: "tasks" } }),
    page("archive", t("archive"), "archive", { kind: "page", page: { kind: "archive" } }),
    ...world.projects.map(({ id, settings }): Entry => ({
      ...page(`project ${id}`, settings.name, "box", { kind: "page", page: { kind: "project", id } }),
      detail: t("palette-project"),
    })),
    ...(world.tour ? [page("tour", t("tour-back"), "door", { kind: "tour" })] : []),
  ];
}

function actionsOf({ world, page, model, stopped }: Source): Entry[] {
  const act = (key: string, name: string, sign: Entry["sign"], target: Target, more: Partial<Entry> = {}): Entry => ({
    key: `action ${key}`,
    group: "actions",
    name,
    detail: "",
    sign,
    target,
    ...more,
  });
  const chat = page.kind === "chat";
  const open = chat && page.id !== null;
  const { theme } = world.settings.appearance;
  return [
    act("new", t("chat-new"), "plus", { kind: "shortcut", shortcut: { act: "new-chat" } }, { keys: ["Ctrl", "N"] }),
    ...(world.waiting.length
      ? [act("approval", t("show-approval"), "clock", { kind: "shortcut", shortcut: { act: "question" } }, { keys: ["Ctrl", "⇧", "P"], detail: world.waiting[0]?.title ?? "" })]
      : []),
    act("stop", t("stop-all"), "halt", { kind: "shortcut", shortcut: { act: "stop-all" } }, { keys: ["Ctrl", "⇧", "."] }),
    ...(stopped ? [act("again", t("start-again"), "again", { kind: "start-again" })] : []),
    act("quick", t("quick-title"), "chat", { kind: "quick" }, { detail: world.settings.quick ?? "" }),
    act("add-server", t("add-server"), "plus", { kind: "page", page: { kind: "add-server" } }),
    act("import", t("import-servers"), "arrowDown", { kind: "page", page: { kind: "import" } }),
    act("add-model", t("add-model"), "chip", { kind: "page", page: { kind: "settings", edit: "" } }),
    ...(open
      ? [
          act("rename", t("palette-rename"), "pencil", { kind: "shortcut", shortcut: { act: "rename" } }, { keys: ["F2"] }),
          act("find", t("chat-find"), "search", { kind: "shortcut", shortcut: { act: "find" } }, { keys: ["Ctrl", "F"] }),
        ]
      : []),
    ...(chat && model ? [act("model", t("keys-model"), "chip", { kind: "shortcut", shortcut: { act: "model" } }, { keys: ["Ctrl", ...MODEL_KEYS] })] : []),
    ...(chat && model && world.servers.length
      ? [act("servers", t("chat-servers"), "sliders", { kind: "shortcut", shortcut: { act: "servers" } }, { keys: ["Ctrl", "⇧", "S"] })]
      : []),
    ...THEMES.filter((one) => one.theme !== theme).map((one) => act(`theme ${one.theme}`, t(one.name), "gear", { kind: "look", look: { theme: one.theme } })),
    act("keys", t("palette-keys"), "info", { kind: "shortcut", shortcut: { act: "keys" } }, { keys: ["Ctrl", "/"] }),
    ...(world.tour ? [] : [act("tour", t("tour-start"), "door", { kind: "tour" })]),
    ...world.servers.filter((server) => server.enabled).map((server) => {
      const { id, name } = server.tag;
      const start = canStart(server.state);
      const said = start ? t("palette-start", { server: name }) : t("palette-stop", { server: name });
      return act(`server ${id}`, said, server.tag, { kind: "server", id, act: start ? "start" : "stop" }, { end: wordOf(server.state) });
    }),
  ];
}

/** Without the signs of Markdown, which only take room here. */
const plain = (excerpt: string) => excerpt.replace(/[*`#|]+/g, "").replace(/\s+/g, " ");

/** A message or a result of a tool that the host found. Conversations whose title matched are listed already. */
export function messageOf(found: FoundView): Hit {
  const { id, title, updated_ms } = found.summary;
  const name = found.excerpt.map((run) => ({ ...run, text: plain(run.text) }));
  const detail = found.call === null ? title : t("palette-call-in", { title });
  const entry: Entry = {
    key: `message ${id} ${found.message}`,
    group: "messages",
    name: name.map((run) => run.text).join(""),
    detail,
    sign: found.call === null ? "chat" : "terminal",
    end: dayOf(updated_ms),
    target: { kind: "found", found },
  };
  return { entry, name, detail: [{ text: detail, found: false }] };
}
