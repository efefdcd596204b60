import { expect, it } from "vitest";
import { freeName } from "../src/features/servers/pasting.svelte";

it("gives a pasted server a name that no other has", () => {
  expect(freeName("Memory", [])).toBe("Memory");
  expect(freeName("Memory", ["memory"])).toBe("Memory 2");
  expect(freeName(" Memory ", ["memory", "memory 2", "memory 3"])).toBe("Memory 4");
});
