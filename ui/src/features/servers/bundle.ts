// The form for the options of a bundle: what is entered as text, and what is sent of it.

import type { BundleOptionView } from "../../ipc/bindings";

/** What is in the form for one option: one text for each value. */
export type Entries = Record<string, string[]>;

/** What is wrong with an entry. */
export type Problem = { kind: "missing" | "number" | "path" } | { kind: "small" | "large"; limit: number };

/** The form as it begins: what was entered for an earlier version, else the defaults. */
export function begin(options: BundleOptionView[], before: Partial<Record<string, string[]>> = {}): Entries {
  return Object.fromEntries(
    options.filter((option) => !option.sensitive).map((option) => {
      const values = before[option.key] ?? option.values;
      const one = option.kind === "boolean" ? [values[0] === "true" ? "true" : "false"] : values.length ? [...values] : [""];
      return [option.key, option.multiple ? one : one.slice(0, 1)];
    }),
  );
}

/** What is wrong with what is entered for an option, or `null`. */
export function problemOf(option: BundleOptionView, values: string[]): Problem | null {
  if (option.sensitive) return null;
  const given = values.map((value) => value.trim()).filter(Boolean);
  if (given.length === 0) return option.required ? { kind: "missing" } : null;
  for (const value of given) {
    if (option.kind === "number") {
      const number = Number(value);
      if (!Number.isFinite(number)) return { kind: "number" };
      if (option.min !== null && number < option.min) return { kind: "small", limit: option.min };
      if (option.max !== null && number > option.max) return { kind: "large", limit: option.max };
    }
    if ((option.kind === "folder" || option.kind === "file") && !/^(?:\/|[A-Za-z]:[\\/])/.test(value)) return { kind: "path" };
  }
  return null;
}

/** What is sent: an option that was emptied is sent as empty, so that its default does not count. */
export function entered(options: BundleOptionView[], entries: Entries): Record<string, string[]> {
  const plain = options.filter((option) => !option.sensitive);
  return Object.fromEntries(plain.map((option) => [option.key, (entries[option.key] ?? []).filter((value) => value.trim())]));
}
