/** A message without the marks that isolate its inserted values. */
export function plain(message: string): string;
export function plain(message: string | null): string | null;
export function plain(message: string | null): string | null {
  return message?.replace(/[\u2068\u2069]/g, "") ?? null;
}
