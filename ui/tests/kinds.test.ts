import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { isKnown } from "../src/features/consent/kinds";
import type { ApprovalView } from "../src/ipc/bindings";
import { show } from "./shown";

const source = (path: string) => readFileSync(fileURLToPath(new URL(`../src/${path}`, import.meta.url)), "utf8");

/** The names in the `ApprovalKindView` union of the bindings. */
function kinds(): string[] {
  const union = /^export type ApprovalKindView =([^]*?);\n\n/m.exec(source("ipc/bindings.ts"))?.[1] ?? "";
  return [...union.matchAll(/\{ kind: "(\w+)"/g)].map(([, name]) => name ?? "");
}

/** `sign_in` as `SignIn`. */
const pascal = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());

it("has a file with a descriptor for every approval kind", () => {
  expect(kinds().length).toBeGreaterThanOrEqual(13);
  for (const name of kinds()) {
    expect(isKnown(name), name).toBe(true);
    expect(source(`features/consent/kinds/${pascal(name)}Approval.svelte`)).toContain(`export const kind: ShownKind<"${name}"`);
  }
});

it("names no approval kind in the parts that all kinds share", () => {
  for (const file of ["Approval.svelte", "Footer.svelte", "Strip.svelte", "form.svelte.ts", "kind.ts", "kinds.ts"])
    for (const name of kinds()) expect(source(`features/consent/${file}`), file).not.toContain(`"${name}"`);
});

it.each(["teleport", "constructor", ""])("only denies a request of an unknown kind: “%s”", (name) => {
  const unknown = { id: "q", revision: 0, expires_at_ms: 0, arm_ms: 0, times: 1, kind: { kind: name } } as unknown as ApprovalView;
  const shown = show(unknown);
  shown.form.scope = "standing";
  expect(shown.kind.denyOnly).toBe(true);
  expect(shown.missing()).toBe("This version of Innkeeper cannot show this request.");
  expect(shown.answer()).toEqual({ answer: "deny", note: null });
  expect([shown.labels()[1], shown.scopes()]).toEqual(["Deny", []]);
});
