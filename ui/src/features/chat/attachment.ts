// How attachments are said: their parts and units.

import { t } from "../../i18n/t";
import type { AttachmentFormView, AttachmentUnitView, AttachmentView } from "../../ipc/bindings";
import { count } from "../../text/units";

/** So many of a unit, as "12 pages". */
export function unitsOf(unit: AttachmentUnitView, many: number): string {
  switch (unit) {
    case "lines":
      return t("attach-lines", { count: many });
    case "rows":
      return t("attach-rows", { count: many });
    case "pages":
      return t("attach-pages", { count: many });
    case "slides":
      return t("attach-slides", { count: many });
    case "files":
      return t("attach-whole");
  }
}

/** The part that is attached, before its size: empty for a file that is one. */
export function partOf({ title, unit, taken: [first, last], total }: AttachmentView): string {
  const parts: string[] = [];
  if (title) parts.push(title);
  if (first > 1 || last < total)
    parts.push(t("attach-part", { first: count(first), last: count(last), all: unitsOf(unit, total) }));
  else if (unit !== "files" && unit !== "lines") parts.push(unitsOf(unit, total));
  return parts.map((part) => `${part} · `).join("");
}

/** A form of an offer. */
export function formName(form: AttachmentFormView): string {
  switch (form) {
    case "text":
      return t("attach-as-text");
    case "image":
      return t("attach-as-image");
    case "page_images":
      return t("attach-as-pages");
    case "document":
      return t("attach-as-document");
    case "audio":
      return t("attach-as-audio");
  }
}
