import { describe, expect, it } from "vitest";
import { setAsideLabel, wordsOf } from "../src/features/recovery/words";
import type { RecoveryView, TroubleKind } from "../src/ipc/bindings";
import { plain } from "./plain";

const view = (kind: TroubleKind, more: Partial<RecoveryView> = {}): RecoveryView => ({
  kind,
  part: "database",
  file: "/data/innkeeper.db",
  bytes: 1,
  found: "",
  holder: null,
  backup: null,
  backups: [],
  readable: true,
  stopped: false,
  deleted: null,
  version: "0.1.0",
  ...more,
});
const backup = { at_ms: 0, bytes: 1, before_update: true };

describe("the recovery page", () => {
  it("says first that nothing was touched, whatever needs a person", () => {
    for (const kind of ["in_use", "damaged", "newer", "not_writable", "full", "no_backup", "other"] as const)
      expect(wordsOf(view(kind), 0).text).toContain("has changed nothing and started no server");
  });

  it("says what was stopped where the data was open before", () => {
    expect(wordsOf(view("damaged", { stopped: true, part: "audit" }), 0).text).toContain("has stopped every server");
  });

  it("says who holds the data", () => {
    const holder = { program: "innkeeper-cli", pid: 7, since_ms: null };
    expect(plain(wordsOf(view("in_use", { holder }), 0).text)).toMatch(/^innkeeper-cli \(process 7\) uses it\./);
    expect(plain(wordsOf(view("in_use"), 0).text)).toMatch(/^Another program uses it\./);
  });

  it("offers to set a file aside only where it cannot be used", () => {
    expect(setAsideLabel(view("damaged", { backup }))).toBe("Open the backup");
    expect(setAsideLabel(view("damaged"))).toBe("Set it aside, start empty");
    expect(setAsideLabel(view("damaged", { part: "audit" }))).toBe("Set it aside, begin a new log");
    for (const kind of ["newer", "full", "in_use", "not_writable", "other"] as const)
      expect(setAsideLabel(view(kind))).toBeNull();
  });
});
