// What the fake host says of the account of the last server in the list, by ?account=…, and of a sign-in to decide (?sign=…).
window.fakeAccount = (query, { now, text, tag, type, click, find }) => {
  const MIN = 60_000;
  const how = query.get("account");
  const url = `https://login.nordkaj.example/realms/staff/protocol/openid-connect/auth?response_type=code&client_id=dcr-7f3a9c51-0b7e&redirect_uri=http%3A%2F%2F127.0.0.1%3A41733%2Fcallback&scope=mail.read+mail.send&state=nQ4w0h7mJm&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256&resource=https%3A%2F%2Ffetch.nordkaj.example%3A8443%2Fteams%2Fledger%2Fmcp`;
  const out = {
    state: "never",
    issuer: null,
    resource: "https://fetch.nordkaj.example:8443/teams/ledger/mcp",
    scopes: [],
    wants: [],
    expires_at_ms: null,
    renews: false,
    bound: false,
    since_ms: null,
    client: null,
    lasts: true,
    step: null,
    problem: null,
  };
  const inside = {
    ...out,
    state: "signed_in",
    issuer: "https://login.nordkaj.example/realms/staff",
    scopes: ["directory.read", "mail.read", "mail.send", "offline_access"],
    expires_at_ms: now + 52 * MIN,
    renews: true,
    bound: true,
    since_ms: now - 26_400 * MIN,
    client: "registered",
  };
  const long = Array.from({ length: 14 }, (_, i) => `https://graph.nordkaj.example/scopes/mailbox.folder-${i + 1}.read-write-all`);
  const step = (value) => ({ ...out, step: value });
  const browser = (opened) => step({ step: "browser", url, opened, until_ms: now + 271_000 });
  const problem = (message, hint, more = {}) => ({ ...out, problem: { message, hint, needs_client: null, declined: false, ...more } });
  const accounts = {
    never: out,
    out: { ...out, state: "signed_out" },
    needed: out,
    in: inside,
    memory: { ...inside, lasts: false, renews: false, bound: false, scopes: [], client: "entered" },
    long: { ...inside, scopes: long, client: "document", issuer: `https://${"a-very-long-name-of-a-realm-".repeat(6)}.nordkaj.example/realms/${"staff-".repeat(12)}` },
    wants: { ...inside, wants: ["mail.delete", "mail.empty_bin"] },
    preparing: step({ step: "preparing" }),
    asking: step({ step: "asking" }),
    browser: browser(true),
    unopened: browser(false),
    connecting: { ...inside, step: { step: "connecting" } },
    problem: problem(
      "https://login.nordkaj.example does not protect a sign-in from being intercepted (PKCE with S256)",
      "Nothing was opened and nothing was sent. Ask who runs the server.",
    ),
    client: problem("https://login.nordkaj.example does not let programs register themselves", "Nothing was opened.", {
      needs_client: "https://login.nordkaj.example/realms/staff",
    }),
    stopped: problem("You stopped it", "Sign in again when you want to.", { declined: true }),
    denied: problem("https://login.nordkaj.example did not sign you in: access_denied (The person said no)", "Nothing was stored. Sign in again to allow it."),
  };
  const account = accounts[how] ?? null;
  const waits = ["needed", "asking", "browser", "unopened", "preparing", "problem", "denied", "client", "stopped"].includes(how);
  const state = waits
    ? { state: "needs_sign_in", reason: "It wants a sign-in" }
    : how === "connecting"
      ? { state: "starting", since_ms: now - 1000, install: null }
      : ["in", "memory", "long", "wants"].includes(how)
        ? { state: "ready", pid: null }
        : { state: "stopped", reason: "You stopped it." };

  const sign = query.get("sign");
  const asked = (names, fresh = []) => names.map((name) => ({ name, new: fresh.includes(name) }));
  const elsewhere = {
    kind: "note",
    lead: "You sign in elsewhere.",
    rest: "The server at https://fetch.nordkaj.example:8443 says that you sign in at https://login.nordkaj.example.",
  };
  const sign_in = {
    server: tag("s6", "Web fetch", 5),
    server_origin: "https://fetch.nordkaj.example:8443",
    opens: "https://login.nordkaj.example",
    issuer: text("https://login.nordkaj.example/realms/staff"),
    resource: text("https://fetch.nordkaj.example:8443/teams/ledger/mcp"),
    scopes: asked(["mail.read", "mail.send", "offline_access"]),
    step_up: false,
    elsewhere: true,
    client: "registered",
    reasons: [elsewhere],
    keychain_available: true,
    ...(sign === "more"
      ? {
          step_up: true,
          scopes: asked(["directory.read", "mail.delete", "mail.read", "mail.send"], ["mail.delete"]),
          reasons: [elsewhere, { kind: "risk", lead: "The server requests more permissions than it has.", rest: "The new ones are marked." }],
        }
      : {}),
    ...(sign === "spelled"
      ? {
          opens: "https://xn--lgin-5qa.xn--nrdkaj-6cf.example:8443",
          scopes: [],
          reasons: [elsewhere, { kind: "risk", lead: "The name of the page has letters of another script.", rest: "It can look like a name you know and be another one." }],
          keychain_available: false,
          client: "document",
        }
      : {}),
    ...(sign === "long" ? { scopes: asked(long), client: "entered" } : {}),
  };
  return {
    account,
    state,
    prompt: { id: "q6", revision: 0, expires_at_ms: now + 250_000, arm_ms: 500, kind: { kind: "sign_in", sign_in } },
    commands: {
      sign_in: null,
      sign_in_cancel: null,
      sign_in_paste: () => {
        throw { code: "invalid", message: "That address belongs to another sign-in.", hint: "Paste the one that this browser ended on." };
      },
      sign_out: true,
    },
    actions: {
      account: click("tab-account"),
      pasteWrong: type("sign-in-paste", "https://login.nordkaj.example/done"),
      pasteRight: type("sign-in-paste", "http://127.0.0.1:41733/callback?code=a&state=b"),
      pasteGive: async () => {
        find("sign-in-give").click();
        await new Promise((done) => setTimeout(done, 60));
      },
      pasteDown: () => find("sign-in-give").scrollIntoView({ block: "end" }),
    },
  };
};
