import { expect, it } from "vitest";
import type { Appearance } from "../src/ipc/bindings";
import { showLook } from "../src/state/look";
import script from "../../src-tauri/src/look.js?raw";

const looks: Appearance[] = [
  { theme: "system", text_percent: 100, density: "comfortable", motion: "system", language: "system", panel: false },
  { theme: "dark", text_percent: 150, density: "compact", motion: "reduce", language: "de", panel: true },
  { theme: "light", text_percent: 90, density: "comfortable", motion: "reduce", language: "system", panel: false },
];
const page = () => ({ dataset: {} as DOMStringMap, style: { fontSize: "" } as CSSStyleDeclaration });

it("looks the same before its own script ran and after", async () => {
  expect(script.split('"LOOK"').length).toBe(2);
  for (const look of looks) {
    const before = page();
    new Function("document", script.replace('"LOOK"', JSON.stringify(look)))({ documentElement: before });
    const after = page();
    await showLook(look, after as unknown as HTMLElement);
    expect(before).toEqual(after);
    expect(Object.keys(after.dataset).length + Number(after.style.fontSize !== "")).toBe(
      Object.values({ ...look, panel: "system" }).filter((value) => !["system", 100, "comfortable"].includes(value)).length,
    );
  }
});

it("takes back what is default again", async () => {
  const root = page() as unknown as HTMLElement;
  for (const look of [looks[1], looks[0]]) if (look) await showLook(look, root);
  expect(root).toEqual(page());
});
