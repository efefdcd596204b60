import { withoutIsolation } from "../src/i18n/list";

/** A message without the marks that isolate its inserted values. */
export function plain(message: string): string;
export function plain(message: string | null): string | null;
export function plain(message: string | null): string | null {
  return message === null ? null : withoutIsolation(message);
}
