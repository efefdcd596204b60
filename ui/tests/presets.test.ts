import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CHECKED, fieldsOf, type Preset, PRESETS, sourceOf } from "../src/features/servers/presets";
import { isVariableName, parseArguments } from "../src/text/argv";

const all: readonly Preset[] = PRESETS;
const texts = Object.fromEntries(["en", "de"].map((language) => [language, readFileSync(`locales/${language}/known.ftl`, "utf8")]));
const textOf = (language: string, id: string) => new RegExp(`^known-server-${id} = (.+)$`, "m").exec(texts[language] ?? "")?.[1] ?? "";
const NPM = /^(@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*$/;
const PYPI = /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/;
const HOST = /^(\*\.)?([a-z0-9-]+\.)+[a-z]{2,}$/;

it("has at least thirty servers, each once", () => {
  expect(all.length).toBeGreaterThanOrEqual(30);
  for (const of of [(one: Preset) => one.id, (one: Preset) => one.name, sourceOf]) expect(new Set(all.map(of)).size).toBe(all.length);
  expect(CHECKED).toMatch(/^20\d\d-\d\d-\d\d$/);
});

describe.each(all.map((one) => [one.id, one] as const))("%s", (id, one) => {
  it("names a package with the version that was found, or an address", () => {
    expect(id).toMatch(/^[a-z0-9-]+$/);
    const { run } = one;
    if ("url" in run) expect([new URL(run.url).protocol, one.hosts]).toEqual(["https:", [new URL(run.url).host]]);
    else {
      expect(run.package).toMatch(run.runner === "npx" ? NPM : PYPI);
      expect(run.version).toMatch(/^\d+\.\d+/);
    }
  });

  it("says where it comes from, what it needs and what it reaches", () => {
    expect(new URL(one.home).protocol).toBe("https:");
    for (const name of [...one.needs, ...one.may]) expect(isVariableName(name), name).toBe(true);
    expect(new Set([...one.needs, ...one.may]).size).toBe(one.needs.length + one.may.length);
    for (const host of one.hosts) expect(host).toMatch(HOST);
    expect(one.hosts.length + one.reach.length).toBeGreaterThan(0);
    if (one.reach.includes("nothing")) expect([one.reach.length, one.hosts.length]).toEqual([1, 0]);
  });

  it("has one line in English and one in German", () => {
    const [english, german] = [textOf("en", id), textOf("de", id)];
    for (const line of [english, german]) expect(line).toMatch(/^.{15,110}\.$/);
    expect(german).not.toBe(english);
  });

  it("fills in the form with one command, or with one address, and with names only", () => {
    const fields = fieldsOf(one);
    expect(fields.remote).toBe("url" in one.run);
    if (!("url" in one.run)) expect(parseArguments(fields.args).words).toEqual([...(one.run.runner === "npx" ? ["--yes"] : []), one.run.package, ...one.run.args]);
    expect(`${fields.env} ${fields.headers}`).not.toMatch(/[=:]/);
  });
});
