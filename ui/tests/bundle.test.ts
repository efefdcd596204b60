import { describe, expect, it } from "vitest";
import { begin, entered, problemOf } from "../src/features/servers/bundle";
import type { BundleOptionView } from "../src/ipc/bindings";

const option = (change: Partial<BundleOptionView>): BundleOptionView => ({
  key: "a", kind: "text", title: "A", description: "", required: false, multiple: false, sensitive: false, values: [], min: null, max: null, ...change,
});

describe("the form of a bundle", () => {
  it("begins with what was entered before, else with the defaults", () => {
    const options = [option({ values: ["x", "y"] }), option({ key: "b", multiple: true, values: ["/x", "/y"] }), option({ key: "c", kind: "boolean" }), option({ key: "d", sensitive: true })];
    expect(begin(options)).toEqual({ a: ["x"], b: ["/x", "/y"], c: ["false"] });
    expect(begin(options, { b: ["/z"], c: ["true"] })).toEqual({ a: ["x"], b: ["/z"], c: ["true"] });
  });

  it("names what is wrong with an entry", () => {
    expect(problemOf(option({ required: true }), [" "])).toEqual({ kind: "missing" });
    expect(problemOf(option({ required: true, sensitive: true }), [])).toBeNull();
    const number = option({ kind: "number", min: 1, max: 3 });
    expect(["", "2", "x", "0", "4", "Infinity"].map((value) => problemOf(number, [value])?.kind ?? null)).toEqual([null, null, "number", "small", "large", "number"]);
    const folder = option({ kind: "folder", multiple: true });
    expect(problemOf(folder, ["/ok", "not"])).toEqual({ kind: "path" });
    expect(problemOf(folder, ["/ok", "C:\\ok"])).toBeNull();
  });

  it("sends an option that was emptied as empty, and no secret", () => {
    const options = [option({ values: ["x"] }), option({ key: "b", sensitive: true })];
    expect(entered(options, { a: [""], b: ["never"] })).toEqual({ a: [] });
  });
});
