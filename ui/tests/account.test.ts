import { describe, expect, it } from "vitest";
import { endWords, isCallback, keptWords, placeOf, stepWords } from "../src/features/servers/account/account";
import { canStart, failureOf, glyphOf, wordOf } from "../src/features/servers/state";
import type { AccountView, ApprovalView, ServerStateView, SignInStepView } from "../src/ipc/bindings";
import { plain } from "./plain";
import { show } from "./shown";

const NOW = new Date(2026, 10, 21, 11, 20).getTime();
const HOUR = 3_600_000;
const account = (more: Partial<AccountView> = {}): AccountView => ({
  state: "signed_in",
  issuer: "https://login.example/realms/staff",
  resource: "https://mail.example/mcp",
  scopes: [],
  wants: [],
  expires_at_ms: NOW + HOUR,
  renews: true,
  bound: false,
  since_ms: NOW - HOUR,
  client: "registered",
  lasts: true,
  step: null,
  problem: null,
  ...more,
});

describe("the account of a server", () => {
  it("says when the access ends, and who renews it", () => {
    expect(plain(endWords(account(), NOW))).toBe("12:20, renewed automatically before");
    expect(plain(endWords(account({ renews: false }), NOW))).toBe("12:20; then you sign in again");
    expect(plain(endWords(account({ expires_at_ms: null }), NOW))).toBe("not stated; renewed automatically");
    expect(plain(endWords(account({ expires_at_ms: null, renews: false }), NOW))).toBe("not stated");
    expect(plain(endWords(account({ expires_at_ms: NOW - HOUR }), NOW))).toBe("10:20; renewed automatically when used");
    expect(plain(endWords(account({ expires_at_ms: NOW - HOUR, renews: false }), NOW))).toBe("expired, 10:20");
    expect(plain(endWords(account({ expires_at_ms: NOW + 26 * HOUR }), NOW))).toBe("22 Nov, 13:20, renewed automatically before");
  });

  it("says where the tokens are, and never that memory is a keychain", () => {
    expect(keptWords(account())).toMatch(/^The keychain/);
    expect(keptWords(account({ lasts: false }))).toMatch(/^Memory, until you quit/);
    expect(placeOf("https://login.example:8443/a")).toBe("login.example:8443");
    expect(placeOf("no address")).toBe("no address");
  });

  it("needs a person, and has something to stop", () => {
    const state: ServerStateView = { state: "needs_sign_in", reason: "It answered 401." };
    expect([glyphOf(state), wordOf(state), canStart(state), failureOf(state)]).toEqual(["attention", "Needs sign-in", false, null]);
  });
});

describe("a sign-in under way", () => {
  it("says of each step whether something was opened", () => {
    const browser = (opened: boolean): SignInStepView => ({ step: "browser", url: "https://x.example", opened, until_ms: 0 });
    for (const step of [{ step: "preparing" }, { step: "asking" }] as const) expect(stepWords(step)).toMatch(/Nothing was opened/);
    expect(stepWords(browser(true))).toMatch(/come back/);
    expect(stepWords(browser(false))).toMatch(/address below/);
  });

  it("takes only what a browser can come back with", () => {
    expect(isCallback(" http://127.0.0.1:41733/callback?code=a&state=b\n")).toBe(true);
    expect(isCallback("http://localhost:41733/callback?error=access_denied&state=b")).toBe(true);
    for (const text of [
      "",
      "code=a&state=b",
      "https://login.example/done",
      "https://login.example/?code=a&state=b",
      "http://127.0.0.1:41733/callback?code=a",
      "http://127.0.0.1:41733/callback?state=b",
      "javascript:alert(1)?code=a&state=b",
    ])
      expect(isCallback(text), text).toBe(false);
  });
});

it("a question about a sign-in is answered once, and its buttons name the act", () => {
  const prompt = {
    id: "q",
    revision: 0,
    expires_at_ms: 0,
    arm_ms: 500,
    kind: { kind: "sign_in", sign_in: { scopes: [], reasons: [] } },
  } as unknown as ApprovalView;
  const shown = show(prompt);
  expect([...shown.labels(), shown.scopes()]).toEqual(["Open my browser", "Do not sign in", []]);
  expect(shown.answer()).toEqual({ answer: "allow", scope: "once", values: [], key: null });
  expect(shown.missing()).toBeNull();
});
