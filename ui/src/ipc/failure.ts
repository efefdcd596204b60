// Owns what a window knows of a failure: a closed code, a sentence for people, what to do next.

import { t } from "../i18n/t";
import type { ApiError, ErrorCode } from "./bindings";

const CODES: readonly ErrorCode[] = [
  "invalid",
  "not_found",
  "denied",
  "server",
  "model",
  "key",
  "timeout",
  "keychain",
  "data",
  "stale",
];

/** A failed command. `code` is `null` if the failure did not come from the host itself. */
export class Failure extends Error {
  readonly code: ErrorCode | null;
  readonly hint: string | null;

  constructor(code: ErrorCode | null, message: string, hint: string | null = null) {
    super(message);
    this.name = "Failure";
    this.code = code;
    this.hint = hint;
  }
}

function isApiError(value: unknown): value is ApiError {
  if (typeof value !== "object" || value === null) return false;
  const { code, message } = value as Partial<ApiError>;
  return typeof message === "string" && CODES.includes(code as ErrorCode);
}

/** Whatever was thrown or returned as an error, as a [Failure]. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof Failure) return thrown;
  if (isApiError(thrown)) return new Failure(thrown.code, thrown.message, thrown.hint);
  const detail = thrown instanceof Error ? thrown.message : typeof thrown === "string" ? thrown : "";
  return new Failure(null, detail || t("no-answer"));
}
