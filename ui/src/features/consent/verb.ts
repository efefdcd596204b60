// Owns the verb of a tool call's title: what the tool's name asks for, in our words. A name is the server's claim, so a verb is said
// only where it cannot make a call look more harmless than it counts: never a reading one, and never one milder than the tool's tier.

/** A verb that a title can be worded with. */
export type Verb = "send" | "publish" | "delete" | "create" | "change" | "move";

/** The highest tier of tools that each verb is said of. A tool that counts as more is never worded as less. */
const MOST: Record<Verb, number> = { create: 2, change: 2, move: 2, send: 3, publish: 3, delete: 4 };

/** The words of names that ask for it. */
const WORDS: Record<Verb, readonly string[]> = {
  send: ["send", "forward", "reply"],
  publish: ["publish", "post", "upload"],
  delete: ["delete", "remove", "erase", "destroy", "purge", "wipe"],
  create: ["create", "add", "insert"],
  change: ["update", "write", "edit", "modify", "replace", "rename"],
  move: ["move"],
};

/** Further words that ask for something: beside them, a verb would say half of it. */
const OTHERS: readonly string[] = [
  ...["read", "get", "list", "search", "find", "fetch", "query", "show", "view", "open", "look", "check", "count", "download"],
  ...["run", "exec", "execute", "eval", "call", "invoke", "start", "stop", "restart", "kill", "install", "uninstall", "deploy"],
  ...["set", "put", "patch", "apply", "merge", "copy", "import", "export", "convert", "save", "store", "drop", "clear", "reset", "truncate", "overwrite", "revert"],
  ...["share", "notify", "submit", "pay", "buy", "order", "transfer", "approve", "grant", "revoke", "invite", "sign", "close", "archive"],
];

/** Words that join a second action to the first, or take back what a verb says. */
const TURNS: readonly string[] = [
  ...["and", "or", "then", "also", "plus", "with", "without", "after", "before", "via", "if", "else"],
  ...["not", "no", "dont", "never", "nothing", "un", "undo", "dry", "fake", "mock", "test", "preview", "safe", "safely", "only", "all", "everything"],
];

const VERBS = new Map((Object.keys(WORDS) as Verb[]).flatMap((verb) => WORDS[verb].map((word) => [word, verb] as const)));
/** Words that are no part of a longer word by accident. */
const GRAVE = [...WORDS.delete, "execute", "overwrite", "truncate"];
/** Shorter words begin many others. */
const BEGINS = [...VERBS.keys(), ...OTHERS].filter((word) => word.length >= 4);
const KNOWN: ReadonlySet<string> = new Set([...VERBS.keys(), ...OTHERS, ...TURNS]);
/** A longer name says more than a verb. */
const MOST_WORDS = 4;
const MOST_LETTERS = 40;

/** Whether a word may ask for something of its own. */
function asks(word: string): boolean {
  return KNOWN.has(word) || BEGINS.some((verb) => word.startsWith(verb)) || GRAVE.some((verb) => word.includes(verb));
}

/** The words of a name: apart at signs, and where a capital begins. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

/** The verb that a tool's name asks for, or `null`: its first word has to be the only one of its kind. */
export function verbOf(name: string, tier: number): Verb | null {
  if (name.length > MOST_LETTERS || !/^[A-Za-z][A-Za-z0-9_.-]*$/.test(name)) return null;
  const [first = "", ...rest] = wordsOf(name);
  const verb = VERBS.get(first) ?? null;
  if (verb === null || rest.length >= MOST_WORDS || rest.some(asks)) return null;
  return tier <= MOST[verb] ? verb : null;
}
