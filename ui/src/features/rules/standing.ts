// Owns how what stands becomes rows: rules one by one, a batch as one row, tiers, trust, guards and mutes beside them.

import { language } from "../../i18n/language.svelte";
import { isolated, withoutIsolation } from "../../i18n/list";
import { t } from "../../i18n/t";
import type { MutedView, RulesView, RuleView, ServerTag, TierRuleView, TrustedView, UnguardedView } from "../../ipc/bindings";
import { dayOf, timeOfDay } from "../../text/days";

/** What a row is about. */
export type What =
  | { kind: "rule"; rule: RuleView }
  | { kind: "batch"; rules: RuleView[] }
  | { kind: "tier"; tier: TierRuleView }
  | { kind: "trusted"; trusted: TrustedView }
  | { kind: "unguarded"; pair: UnguardedView }
  | { kind: "muted"; muted: MutedView };

/** One row. */
export type Row = {
  key: string;
  server: ServerTag;
  what: What;
  void: string | null;
  used: number | null;
  last: number | null;
  /** What a search looks at. */
  words: string;
};

/** Which rows are shown. */
export type Segment = "all" | "tools" | "guards" | "void";

/** The bold beginning of a rule: what it does and how long. */
export function leadOf(rule: RuleView, now: number): string {
  const { effect } = rule;
  const title = rule.conversation?.title;
  const end = rule.until_ms === null ? undefined : endOf(rule.until_ms, now);
  if (title !== undefined && end !== undefined) return t(`rule-lead-${effect}-in-until`, { title, end });
  if (title !== undefined) return t(`rule-lead-${effect}-in`, { title });
  return end === undefined ? t(`rule-lead-${effect}`) : t(`rule-lead-${effect}-until`, { end });
}

/** When something ends: a time of today, or a day and a time. */
export function endOf(ms: number, now: number): string {
  const same = new Date(ms).toDateString() === new Date(now).toDateString();
  const day = new Date(ms).toLocaleDateString(language.tag, { day: "numeric", month: "short" });
  return same ? timeOfDay(ms) : isolated(`${day} ${timeOfDay(ms)}`);
}

/** When something was last used, briefly. */
export function lastOf(ms: number | null, now: number): string {
  if (ms === null) return t("rule-never-used");
  const days = Math.round((new Date(now).setHours(0, 0, 0, 0) - new Date(ms).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days <= 0) return timeOfDay(ms);
  if (days === 1) return dayOf(ms, now);
  if (days < 7) return new Date(ms).toLocaleDateString(language.tag, { weekday: "long" });
  return isolated(new Date(ms).toLocaleDateString(language.tag, { day: "numeric", month: "short" }));
}

/** A rule in plain words: for a search, a title, a screen reader. */
export function saidOf(rule: RuleView, now: number): string {
  const when = rule.when.map((one, i) => ` ${t(i ? "rule-and" : "rule-where")} ${one.argument} ${one.words}`).join("");
  return `${leadOf(rule, now)} ${rule.tool ?? t("rule-every-tool")}${when}`;
}

/** What ends a rule, by what it does. */
export function removalOf(rule: RuleView): string {
  if (rule.effect !== "allow") return t("remove");
  return rule.until_ms === null ? t("rule-revoke") : t("rule-end-now");
}

/** A batch in words: how many tools, and until when. */
export function batchOf(rules: readonly RuleView[], now: number): { lead: string; rest: string } {
  const [first] = rules;
  const until = first?.until_ms ?? null;
  return {
    lead: until === null ? t("rule-lead-allow") : t("rule-lead-allow-until", { end: endOf(until, now) }),
    rest: t("tools-count", { count: rules.length }),
  };
}

/** Every row, rules first and in their order; those of one batch in the place of the first. */
export function rowsOf(view: RulesView, now: number): Row[] {
  const rows: Row[] = [];
  const batches = new Map<string, RuleView[]>();
  for (const rule of view.rules) {
    const known = rule.batch === null ? undefined : batches.get(rule.batch);
    if (known) {
      known.push(rule);
      continue;
    }
    const together = rule.batch === null ? [] : view.rules.filter((other) => other.batch === rule.batch);
    if (rule.batch !== null && together.length > 1) {
      const rules: RuleView[] = [rule];
      batches.set(rule.batch, rules);
      rows.push({ key: `batch ${rule.batch}`, server: rule.server, what: { kind: "batch", rules }, void: null, used: 0, last: null, words: "" });
    } else rows.push(rowOf(rule, now));
  }
  for (const row of rows) if (row.what.kind === "batch") finish(row, row.what.rules, now);
  for (const tier of view.tiers)
    rows.push(other(`tier ${tier.server.id} ${tier.key} ${tier.definition}`, tier.server, { kind: "tier", tier }, tier.void, `${t("rules-counts-as")} ${tier.tier_word} ${tier.tool}`));
  for (const trusted of view.trusted)
    rows.push(other(`trusted ${trusted.server.id}`, trusted.server, { kind: "trusted", trusted }, trusted.void, t("rules-trusted")));
  for (const pair of view.unguarded)
    rows.push(other(`pair ${pair.from.id} ${pair.to.id}`, pair.to, { kind: "unguarded", pair }, pair.void, `${t("rules-no-guard")} ${pair.from.name}`));
  for (const muted of view.muted)
    rows.push(other(`muted ${muted.server.id} ${muted.conversation.id}`, muted.server, { kind: "muted", muted }, null, `${t("rules-muted")} ${muted.conversation.title}`));
  return rows;
}

function rowOf(rule: RuleView, now: number): Row {
  return {
    key: rule.id,
    server: rule.server,
    what: { kind: "rule", rule },
    void: rule.void,
    used: rule.used,
    last: rule.last_used_ms,
    words: withoutIsolation(`${rule.server.name} ${saidOf(rule, now)} ${rule.origin} ${rule.void ?? ""}`).toLowerCase(),
  };
}

function other(key: string, server: ServerTag, what: What, gone: string | null, words: string): Row {
  return { key, server, what, void: gone, used: null, last: null, words: `${server.name} ${words} ${gone ?? ""}`.toLowerCase() };
}

function finish(row: Row, rules: readonly RuleView[], now: number): void {
  const voids = rules.filter((rule) => rule.void !== null);
  row.void = voids.length === rules.length ? (voids[0]?.void ?? null) : null;
  row.used = rules.reduce((sum, rule) => sum + rule.used, 0);
  row.last = rules.reduce<number | null>((last, rule) => Math.max(last ?? 0, rule.last_used_ms ?? 0) || null, null);
  row.words = rules.map((rule) => rowOf(rule, now).words).join(" ");
}

/** Whether a row is in a segment. */
export function isIn(row: Row, segment: Segment): boolean {
  const rule = row.what.kind === "rule" || row.what.kind === "batch";
  if (segment === "void") return row.void !== null;
  return segment === "all" || (segment === "tools" ? rule : !rule);
}

/** How many grants there are, in words. */
export function grantsIn(view: RulesView): string {
  const grants = view.rules.filter((rule) => rule.effect === "allow").length;
  const narrowing = view.rules.length - grants;
  return narrowing > 0 ? t("rules-count-narrowing", { grants, narrowing }) : t("rules-count", { grants });
}
