import { expect, it } from "vitest";
import { ask } from "../src/ipc/ask";
import { Failure } from "../src/ipc/failure";

it("yields the data of an envelope, and a plain value as it is", async () => {
  expect(await ask(Promise.resolve({ status: "ok" as const, data: 4 }))).toBe(4);
  expect(await ask(Promise.resolve({ state: "available" }))).toEqual({ state: "available" });
  expect(await ask(Promise.resolve(null))).toBeNull();
});

it.each([
  [
    "an error of the host",
    () => Promise.resolve({ status: "error" as const, error: { code: "denied", message: "No.", hint: "h" } }),
    "denied",
    "No.",
  ],
  [
    "a refused command",
    () => Promise.resolve({ status: "error" as const, error: "consent_answer not allowed" }),
    null,
    "consent_answer not allowed",
  ],
  ["a thrown error", () => Promise.reject(new Error("boom")), null, "boom"],
  [
    "a code that is not known",
    () => Promise.reject({ code: "new", message: "x", hint: null }),
    null,
    "The program did not answer.",
  ],
])("throws a failure for %s", async (_, command, code, message) => {
  const failure = await ask<unknown>(command()).catch((thrown: unknown) => thrown);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({ code, message });
});
