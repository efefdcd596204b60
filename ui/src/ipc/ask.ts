// Owns the one way in which an answer of the host becomes a value or a failure.

import { toFailure } from "./failure";

type Envelope = { status: "ok"; data: unknown } | { status: "error"; error: unknown };

/** What a command yields: the data of its envelope, or the value itself if it cannot fail. */
export type Yield<R> = R extends { status: "ok"; data: infer D } ? D : R extends { status: "error" } ? never : R;

function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== "object" || value === null) return false;
  const { status } = value as { status?: unknown };
  return status === "ok" || status === "error";
}

/** Waits for a command. Throws a `Failure` and nothing else. */
export async function ask<R>(command: Promise<R>): Promise<Yield<R>> {
  let answer: R;
  try {
    answer = await command;
  } catch (thrown) {
    throw toFailure(thrown);
  }
  if (!isEnvelope(answer)) return answer as Yield<R>;
  if (answer.status === "error") throw toFailure(answer.error);
  return answer.data as Yield<R>;
}
