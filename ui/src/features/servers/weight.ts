// How much of a request the definitions of tools take, in words.
import { t } from "../../i18n/t";
import { count, decimal } from "../../text/units";

/** `about 900 tokens`, `about 12k tokens`: an estimate, so never more exact than two digits. */
export function weightOf(tokens: number): string {
  if (tokens < 1000) return t("weight", { tokens: count(Math.ceil(tokens / 50) * 50) });
  const thousands = tokens / 1000;
  const digits = thousands < 10 && Math.round(thousands * 10) % 10 !== 0 ? 1 : 0;
  return t("weight", { tokens: `${decimal(thousands, digits)}k` });
}
