import { afterEach, expect, it, vi } from "vitest";
import { copyLater } from "../src/components/copying";

/** A clipboard that takes nothing once a press was handled, as that of WebKit. */
function clipboard() {
  let pressed = true;
  const kept: string[] = [];
  vi.stubGlobal("ClipboardItem", class {
    constructor(readonly parts: Record<string, Promise<Blob>>) {}
  });
  vi.stubGlobal("navigator", {
    clipboard: {
      write: async ([item]: { parts: Record<string, Promise<Blob>> }[]) => {
        if (!pressed) throw new DOMException("not now", "NotAllowedError");
        const blob = await item?.parts["text/plain"];
        kept.push((await blob?.text()) ?? "");
      },
    },
  });
  return { kept, released: () => (pressed = false) };
}

afterEach(() => vi.unstubAllGlobals());

it("writes within the press what comes after it", async () => {
  const { kept, released } = clipboard();
  let come: (text: string) => void = () => {};
  const done = copyLater(new Promise((resolve) => (come = resolve)));
  released();
  come("all of it");
  await done;
  expect(kept).toEqual(["all of it"]);
});

it("throws why the text did not come", async () => {
  const { kept } = clipboard();
  await expect(copyLater(Promise.reject(new Error("no such conversation")))).rejects.toThrow("no such conversation");
  expect(kept).toEqual([]);
});
