// Owns how one line of a command becomes words: quotes and backslashes only, no variables, no globs, no shell.

import { t } from "../i18n/t";

/** The words of a text, or what keeps it from being read. */
export type Words = { words: string[]; problem: null } | { words: null; problem: string };

/** Characters that a shell would act on. Here they are plain text, and the form says so. */
const SHELL_MEANING = /[|&;<>$`*?~#]/;

/**
 * Splits text into words as a POSIX shell would split it without expansions: blanks separate, single quotes keep
 * everything, double quotes keep all but `\"` and `\\`, a backslash outside of quotes keeps the next character.
 */
export function splitWords(text: string): Words {
  const words: string[] = [];
  let word: string | null = null;
  let quote: "'" | '"' | null = null;
  for (let i = 0; i < text.length; i++) {
    const c = text[i] as string;
    if (quote === "'") {
      if (c === "'") quote = null;
      else word += c;
    } else if (quote === '"') {
      const next = text[i + 1];
      if (c === '"') quote = null;
      else if (c === "\\" && (next === '"' || next === "\\")) {
        word += next;
        i++;
      } else word += c;
    } else if (c === "'" || c === '"') {
      quote = c;
      word ??= "";
    } else if (c === "\\") {
      const next = text[++i];
      if (next === undefined) return { words: null, problem: t("argv-backslash") };
      if (next !== "\n") word = (word ?? "") + next;
    } else if (/\s/.test(c)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + c;
  }
  if (quote) return { words: null, problem: t(quote === '"' ? "argv-double" : "argv-single") };
  if (word !== null) words.push(word);
  return { words, problem: null };
}

/** One argument per line, kept as it is; empty lines are left out. */
export function splitLines(text: string): Words {
  return { words: text.split(/\r?\n/).filter((line) => line !== ""), problem: null };
}

/**
 * Reads an argument field: text with a line break outside of quotes is one argument per line, any other is split into
 * words.
 */
export function parseArguments(text: string): Words {
  const unquoted = text.trim().replaceAll(/'[^']*'|"(?:\\[\s\S]|[^"\\])*"/g, "");
  return unquoted.includes("\n") ? splitLines(text) : splitWords(text);
}

/** Words as an argument field holds them: `parseArguments` reads the same words back. */
export function writeArguments(words: readonly string[]): string {
  const plain = (word: string) => word !== "" && !/[\r\n'"]/.test(word);
  if (words.length > 1 && words.every(plain)) return words.join("\n");
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(" ");
}

/** Whether words hold characters that a shell would act on. No shell runs: they are passed on as they are. */
export function looksLikeShell(words: readonly string[]): boolean {
  return words.some((word) => SHELL_MEANING.test(word));
}

/** A name that a variable of an environment can have. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}
