// Owns how far the tour is, and what is to do next.

import type { MessageId } from "../../i18n/t";
import type { ServerStateView, TourView } from "../../ipc/bindings";

/** What the person does next. */
export type TourStep = "server" | "chat" | "allow" | "deny" | "audit" | "done";

/** The next step: a tool that waits for its server comes after the server. */
export function stepOf(tour: TourView, server: ServerStateView | null): TourStep {
  if (tour.allowed && tour.denied) return tour.looked ? "done" : "audit";
  if (server?.state !== "ready") return "server";
  if (tour.conversation === null) return "chat";
  return tour.allowed ? "deny" : "allow";
}

/** The four stages that are shown, and whether each is behind. */
export function stagesOf(tour: TourView, step: TourStep): { name: MessageId; done: boolean; now: boolean }[] {
  const at = (...steps: TourStep[]) => steps.includes(step);
  return [
    { name: "tour-stage-chat", done: tour.conversation !== null, now: at("server", "chat") && tour.conversation === null },
    { name: "tour-stage-allow", done: tour.allowed, now: at("allow") || (at("server") && tour.conversation !== null && !tour.allowed) },
    { name: "consent-deny", done: tour.denied, now: at("deny") || (at("server") && tour.allowed) },
    { name: "audit-log", done: tour.looked, now: at("audit") },
  ];
}

/** What is written for the person, to send with one key. */
export const FIRST_MESSAGE = "How many words does this message have?";
export const NEXT_MESSAGE = "Now leave a note on the sample server.";
