// Owns how numbers are said: sizes, times left, times of day.

import { language } from "../i18n/language.svelte";
import { isolated, joined } from "../i18n/list";
import { t } from "../i18n/t";

/** A size in bytes, with its unit on the same line. */
export function bytes(count: number): string {
  if (count < 1000) return isolated(`${count}\u00a0B`);
  if (count < 1_000_000) return isolated(`${decimal(count / 1000, count < 100_000 ? 1 : 0)}\u00a0KB`);
  if (count < 1_000_000_000) return isolated(`${decimal(count / 1_000_000, 1)}\u00a0MB`);
  return isolated(`${decimal(count / 1_000_000_000, 1)}\u00a0GB`);
}

/** A number with so many digits after the point, or the comma. */
export function decimal(value: number, digits: number): string {
  return value.toLocaleString(language.tag, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** How many bytes a text takes. */
export function utf8(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A whole number with separators. */
export function count(value: number): string {
  return value.toLocaleString(language.tag);
}

/** A message as a sentence: with a capital at its beginning, unless that is a URL, and its end. */
export function sentence(message: string): string {
  const begun = /^\S+:\/\//.test(message) ? message : message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?…:][”“]?$/.test(begun) ? begun : `${begun}.`;
}

/** A share in percent, as `18 %`. */
export function percentage(share: number): string {
  return isolated(`${share} %`);
}

/** Seconds left until `until`, never below zero, rounded up. Both in milliseconds. */
export function secondsLeft(until: number | null, now: number): number {
  return Math.max(0, Math.ceil(((until ?? 0) - now) / 1000));
}

/** Seconds as `4:32`. */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** A duration in milliseconds as `0.2 s`, `12 s`, `3 min 5 s` or `3 h 11 min`. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 60) return isolated(`${decimal(seconds, seconds < 10 ? 1 : 0)} s`);
  if (seconds < 3600) return isolated(`${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`);
  return isolated(`${count(Math.floor(seconds / 3600))} h ${Math.floor((seconds % 3600) / 60)} min`);
}

/** What a screen reader is told about the time left: at 60 and at 10 seconds only. */
export function announcement(before: number, now: number): string | null {
  for (const mark of [10, 60]) {
    if (before > mark && now <= mark && now > 0) return t("seconds-left", { count: mark });
  }
  return null;
}

/** Names of servers as a sentence lists them; more than `most` are counted. */
export function listOf(names: readonly string[], most: number): string {
  const shown = names.length > most ? names.slice(0, most - 1) : names;
  const left = names.length - shown.length;
  return joined(left > 0 ? [...shown, t("more-servers", { count: left })] : shown);
}
