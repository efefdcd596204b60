// How much of a request the definitions of tools take, in words.
import { count } from "../../text/units";

/** `about 900 tokens`, `about 12k tokens`: an estimate, so never more exact than two digits. */
export function weightOf(tokens: number): string {
  if (tokens < 1000) return `about ${count(Math.ceil(tokens / 50) * 50)} tokens`;
  const thousands = tokens / 1000;
  return `about ${thousands < 10 ? thousands.toFixed(1).replace(/\.0$/, "") : count(Math.round(thousands))}k tokens`;
}
