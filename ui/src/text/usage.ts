// Owns how tokens and costs of requests are said.

import { language } from "../i18n/language.svelte";
import { isolated } from "../i18n/list";
import { t } from "../i18n/t";
import type { UsageView } from "../ipc/bindings";
import { count, decimal } from "./units";

/** The smallest amount that is written out, in US dollars. */
const LEAST = 0.0001;

/** An amount of US dollars: `$0.0042`, from a dollar on with cents. */
export function dollars(amount: number): string {
  const written = (value: number, digits: number) =>
    value.toLocaleString(language.tag, { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol", minimumFractionDigits: 2, maximumFractionDigits: digits });
  if (amount > 0 && amount < LEAST / 2) return t("usage-under", { amount: written(LEAST, 4) });
  return written(amount, amount < 0.995 ? 4 : 2);
}

/** A number of tokens, short: `812`, `4.1k`, `1.2M`. */
export function shortCount(tokens: number): string {
  if (tokens < 1000) return count(tokens);
  if (tokens < 999_500) return `${decimal(tokens / 1000, tokens < 9_950 ? 1 : 0)}k`;
  return `${decimal(tokens / 1_000_000, 1)}M`;
}

/** A day of a price, `2026-10-03`, as one says it. */
export function priceDay(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return isolated(new Date(year ?? 0, (month ?? 1) - 1, date ?? 1).toLocaleDateString(language.tag, { day: "numeric", month: "short", year: "numeric" }));
}

/** The cost in short, or `null` where no price is known and where all of it was free. */
export function costOf(usage: UsageView): string | null {
  if (usage.cost === null || (usage.cost === 0 && usage.local === usage.requests)) return null;
  return dollars(usage.cost);
}

/** Everything there is to say about what requests took, a sentence each. */
export function usageWords(usage: UsageView): string {
  const cached = usage.cached ?? 0;
  return [
    t("usage-tokens", { input: count(usage.input ?? 0), output: count(usage.output ?? 0) }),
    cached > 0 ? t("usage-cached-of", { tokens: count(cached) }) : "",
    usage.estimated > 0 ? t("usage-estimated-hint", { count: usage.estimated }) : "",
    usage.local > 0 && usage.local === usage.requests ? t("usage-on-this-machine") : "",
    usage.since === null ? "" : t("usage-prices-since", { date: priceDay(usage.since) }),
    usage.unpriced > 0 ? t("usage-unpriced", { count: usage.unpriced }) : "",
  ]
    .filter((words) => words !== "")
    .join("\n");
}
