import type { Token } from "marked";
import { cellsOf } from "../src/text/blocks";
import type { FormulaToken } from "../src/text/formulas";
import { lexInline, MarkdownStream } from "../src/text/markdown";
import { first } from "../src/text/vec";

/** The formulas of a text, in order. */
export function formulas(text: string): FormulaToken[] {
  const found: FormulaToken[] = [];
  const walk = (token: Token) => {
    if (token.type === "formula") found.push(token as FormulaToken);
    else if (token.type === "list") for (const item of token["items"] as Token[]) walk(item);
    else if ("tokens" in token) for (const inner of token.tokens ?? []) walk(inner);
  };
  for (const { blocks } of new MarkdownStream().update(text)) {
    for (const block of blocks) {
      if (block.kind === "token") walk(block.token);
      else if (block.kind === "table") for (const row of first(block.table.rows, 100)) for (const cell of cellsOf(row)) lexInline(cell).forEach(walk);
    }
  }
  return found;
}
