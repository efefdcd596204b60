// Owns how what is written over a server's request to a model becomes an edit. An edit always says how the request
// differs from what the server asked; the host keeps what it asked.

import { t } from "../../i18n/t";
import type { BlockEdit, SaidView, SamplingEdit, SamplingApprovalView, SegmentView } from "../../ipc/bindings";
import { count } from "../../text/units";

/** Where a text stands: the system text, or a block of a message, or of the answer. */
export type Place = string;
/** The place of the system text. */
export const SYSTEM: Place = "system";
/** The place of a block of a message. */
export const inMessage = (message: number, block: number): Place => `message ${message} ${block}`;
/** The place of a block of the answer. */
export const inReply = (block: number): Place => `reply ${block}`;

/** What is done with one text: other words, as it was asked, or left out. */
export type Change = { kind: "text"; text: string } | { kind: "keep" } | { kind: "leave_out" };
/** Changes by their place. */
export type Changes = ReadonlyMap<Place, Change>;

/** How a block stands now. */
function standing(block: SaidView): BlockEdit {
  if (block.left_out) return { edit: "leave_out" };
  return block.kind === "text" && block.edited ? { edit: "text", text: block.raw } : { edit: "keep" };
}

function changed(now: BlockEdit, change: Change | undefined): BlockEdit {
  if (!change) return now;
  return change.kind === "text" ? { edit: "text", text: change.text } : { edit: change.kind };
}

/** The system text as it stands, or as a change leaves it; `null` for none. */
function systemText({ system }: SamplingApprovalView, change: Change | undefined): string | null {
  if (change) return change.kind === "text" ? change.text : change.kind === "keep" ? (system?.asked ?? null) : null;
  return system && !system.left_out ? system.raw : null;
}

/** The request as it stands, with changes. */
export function requestEdit(
  view: SamplingApprovalView,
  provider: string | null,
  changes: Changes = new Map(),
): SamplingEdit {
  return {
    provider,
    system: systemText(view, changes.get(SYSTEM)),
    blocks: view.messages.map((message, i) =>
      message.blocks.map((block, j) => changed(standing(block), changes.get(inMessage(i, j)))),
    ),
    tools: view.tools.filter((tool) => tool.kept).map((tool) => tool.name),
    max_tokens: view.max_tokens,
    context: view.context?.chosen ?? false,
  };
}

/** The answer as it stands, with changes. */
export function replyEdit(blocks: readonly SaidView[], changes: Changes = new Map()): BlockEdit[] {
  return blocks.map((block, i) => changed(standing(block), changes.get(inReply(i))));
}

/** The text at a place as it is on display; `null` if there is none. */
export function textAt(view: SamplingApprovalView, place: Place): string | null {
  if (place === SYSTEM) return view.system && !view.system.left_out ? view.system.raw : null;
  const [where, ...numbers] = place.split(" ");
  const [i = -1, j = -1] = numbers.map(Number);
  const block = where === "reply" ? view.reply?.blocks[i] : view.messages[i]?.blocks[j];
  return block?.kind === "text" && !block.left_out ? block.raw : null;
}

/** Tokens of all texts and images that are sent, about. */
export function tokensOf({ system, messages }: SamplingApprovalView): number {
  const blocks = messages.flatMap((message) => message.blocks).filter((block) => !block.left_out);
  const texts = system && !system.left_out ? system.tokens : 0;
  return blocks.reduce((sum, block) => sum + ("tokens" in block ? block.tokens : 0), texts);
}

/** `1 edit, 1,088 tokens less`; empty where nothing was edited. */
export function editWords(edits: number, tokensBefore: number, tokensNow: number): string {
  if (edits === 0) return "";
  const difference = tokensNow - tokensBefore;
  if (difference === 0) return t("consent-edits", { edits });
  return t(difference < 0 ? "consent-edits-less" : "consent-edits-more", { edits, tokens: Math.abs(difference) });
}

/** Why the model stopped, in words. `null`: the word is the model's own. */
export function stopWords(stop: string): string | null {
  switch (stop) {
    case "endTurn":
      return t("consent-stop-done");
    case "maxTokens":
      return t("consent-stop-limit");
    case "stopSequence":
      return t("consent-stop-sequence");
    case "toolUse":
      return t("consent-stop-tools");
    default:
      return null;
  }
}

/** How much of a bound is used, in percent, never more than all. */
export function share(used: number, limit: number): number {
  return limit === 0 ? 100 : Math.min(100, Math.round((used / limit) * 100));
}

/** `41,200 of 100,000`. */
export const ofLimit = (used: number, limit: number): string => t("of-limit", { used: count(used), limit: count(limit) });

/** How many characters cannot be seen. */
export function hiddenIn(segments: readonly SegmentView[]): number {
  return segments.reduce((sum, segment) => sum + (segment.kind === "hidden" ? segment.count : 0), 0);
}

/** Lines a field for a text begins with. */
export function rowsFor(text: string): number {
  const lines = text.split("\n").reduce((sum, line) => sum + 1 + Math.floor(line.length / 64), 0);
  return Math.min(14, Math.max(3, lines + 1));
}
