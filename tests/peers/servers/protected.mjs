// A server that wants a sign-in, of two programs as in real life: an authorization server (oidc-provider: dynamic registration,
// PKCE, resource indicators, rotation, revocation) and, at another origin, an MCP server of the TypeScript SDK behind it.
//
// The first line it prints is {"server", "issuer"}. Each line it then reads is a command, answered by one line of JSON:
//   counts     what was asked of both so far
//   expire     no access token that was given so far is taken any more
//   forget     the same, and no refresh token either
//   lifetime N access tokens given from now on live N seconds
//   nonce      the MCP server wants another nonce from now on
//   visit URL  somebody signs in there and allows what is asked, without a browser; the page they end on
// It ends with its input.
//
// Started as `protected.mjs bound`, it takes only tokens that are bound to a key (DPoP), and both programs want nonces in proofs.

import { createInterface } from "node:readline";
import { once } from "node:events";
import { createHash, createPublicKey, randomBytes, randomUUID, verify } from "node:crypto";
import express from "express";
import Provider, { errors } from "oidc-provider";
import * as z from "zod/v4";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { createMcpExpressApp } from "@modelcontextprotocol/sdk/server/express.js";
import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import { getOAuthProtectedResourceMetadataUrl, mcpAuthMetadataRouter } from "@modelcontextprotocol/sdk/server/auth/router.js";

// What it prints are answers to the test; everything else that is said goes to its error output.
const answer = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
for (const word of ["log", "info", "debug"]) console[word] = console.error;

const BOUND = process.argv[2] === "bound";
const HOST = "127.0.0.1";
const READ = "mail.read";
const SEND = "mail.send";
const DELETE = "mail.delete";
/** What a sign-in is asked for first; deleting is asked for when it is wanted. */
const FIRST = [READ, SEND];

const counts = {
  registrations: 0,
  sign_ins: 0,
  codes: 0,
  refreshes: 0,
  refused_refreshes: 0,
  revocations: 0,
  messages: 0,
  refused: 0,
  calls: 0,
  /** Requests with a bearer token anywhere but at the MCP server's own path. */
  strays: 0,
  /** The tokens of a query. */
  in_query: 0,
  /** Proofs that were right, and the keys that made them. */
  proofs: 0,
  keys: 0,
  /** Requests that were refused for want of a nonce. */
  nonces: 0,
  /** Requests whose proof was wrong or used before, or that carried a token alone. */
  unproven: 0,
};
const given = new Set();
const ended = new Set();
const refreshes = new Set();
let lifetime = 3600;

async function listen(app) {
  const server = app.listen(0, HOST);
  await once(server, "listening");
  return server;
}

// The ports come first: both programs name each other.
const far = createMcpExpressApp();
const near = express();
const farServer = await listen(far);
const nearServer = await listen(near);
const resource = new URL(`http://${HOST}:${farServer.address().port}/mcp`);
const issuer = `http://${HOST}:${nearServer.address().port}`;

// ── The authorization server ──

const provider = new Provider(issuer, {
  cookies: { keys: [randomBytes(16).toString("hex")] },
  scopes: ["openid", "offline_access"],
  pkce: { required: () => true },
  rotateRefreshToken: true,
  issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed("refresh_token"),
  findAccount: (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
  features: {
    devInteractions: { enabled: false },
    registration: { enabled: true },
    revocation: { enabled: true },
    dPoP: { enabled: BOUND, nonceSecret: randomBytes(32), requireNonce: () => BOUND },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => undefined,
      useGrantedResource: () => true,
      getResourceServerInfo: (_ctx, wanted) => {
        if (wanted !== resource.href) throw new errors.InvalidTarget();
        return {
          scope: [READ, SEND, DELETE].join(" "),
          audience: resource.href,
          accessTokenTTL: lifetime,
          accessTokenFormat: "opaque",
        };
      },
    },
  },
  ttl: { Session: 600, Interaction: 600, Grant: 86_400, RefreshToken: 86_400, AuthorizationCode: 60, AccessToken: 3600, IdToken: 600 },
});

provider.on("registration_create.success", () => counts.registrations++);
provider.on("authorization.success", () => counts.sign_ins++);
provider.on("grant.error", (ctx) => {
  if (ctx.oidc?.params?.grant_type === "refresh_token") counts.refused_refreshes++;
});
provider.on("grant.success", (ctx) => {
  if (ctx.oidc.params.grant_type === "refresh_token") counts.refreshes++;
  else counts.codes++;
});
for (const event of ["access_token.saved", "access_token.issued"]) provider.on(event, (token) => given.add(token.jti));
provider.on("refresh_token.saved", (token) => refreshes.add(token));
provider.use(async (ctx, next) => {
  await next();
  if (ctx.oidc?.route === "revocation" && ctx.status === 200) counts.revocations++;
});

const text = (value) => String(value).replace(/[&<>"']/g, (one) => `&#${one.charCodeAt(0)};`);
const page = (title, body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${text(title)}</title><h1>${text(title)}</h1>${body}</html>`;

near.use((request, _response, next) => {
  if (/^bearer /i.test(request.headers.authorization ?? "")) counts.strays++;
  if (/access_token=|refresh_token=/.test(request.url)) counts.in_query++;
  next();
});
near.get("/interaction/:uid", async (request, response) => {
  const { prompt, params } = await provider.interactionDetails(request, response);
  if (prompt.name === "login") {
    const fields =
      '<p><label>Name <input name="username" required></label><p><label>Password <input name="password" type="password" required></label>';
    response.send(page("Sign in to Nordkaj", `<form method="post">${fields}<p><button type="submit">Sign in</button></form>`));
    return;
  }
  const scopes = [...(prompt.details.missingOIDCScope ?? []), ...Object.values(prompt.details.missingResourceScopes ?? {}).flat()];
  const list = scopes.map((scope) => `<li>${text(scope)}</li>`).join("");
  response.send(
    page(
      "Let this program in?",
      `<p>It comes back to ${text(params.redirect_uri)}, for ${text(params.resource)}.<ul id="scopes">${list}</ul>
      <form method="post"><button type="submit" name="answer" value="yes">Allow</button>
      <button type="submit" name="answer" value="no" id="deny">Deny</button></form>`,
    ),
  );
});
near.post("/interaction/:uid", express.urlencoded({ extended: false }), async (request, response) => {
  const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
  if (prompt.name === "login") {
    const login = { accountId: request.body.username };
    await provider.interactionFinished(request, response, { login }, { mergeWithLastSubmission: false });
    return;
  }
  if (request.body.answer === "no") {
    const no = { error: "access_denied", error_description: "The person said no." };
    await provider.interactionFinished(request, response, no, { mergeWithLastSubmission: false });
    return;
  }
  const grant = grantId
    ? await provider.Grant.find(grantId)
    : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
  const { missingOIDCScope, missingOIDCClaims, missingResourceScopes } = prompt.details;
  if (missingOIDCScope) grant.addOIDCScope(missingOIDCScope.join(" "));
  if (missingOIDCClaims) grant.addOIDCClaims(missingOIDCClaims);
  for (const [at, scopes] of Object.entries(missingResourceScopes ?? {})) grant.addResourceScope(at, scopes.join(" "));
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true });
});
near.use(provider.callback());

// ── The MCP server ──

const verifier = {
  async verifyAccessToken(value) {
    const token = await provider.AccessToken.find(value);
    if (!token || token.isExpired || ended.has(token.jti)) throw new InvalidTokenError("Token has expired");
    return {
      token: value,
      clientId: token.clientId,
      scopes: [...token.scopes],
      expiresAt: token.exp,
      resource: new URL(token.aud),
      extra: { account: token.accountId },
    };
  },
};
const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
const guard = (requiredScopes) =>
  requireBearerAuth({
    verifier,
    requiredScopes,
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(resource),
    expectedResource: resource,
  });

// What RFC 9449, section 4.3, asks of a server, without a line of the client's.
const digest = (text) => createHash("sha256").update(text).digest("base64url");
const used = new Set();
const keys = new Set();
let nonce = randomUUID();
function proven(request, token) {
  const parts = String(request.headers.dpop ?? "").split(".");
  if (parts.length !== 3) return null;
  const [header, claims] = parts.slice(0, 2).map((part) => JSON.parse(Buffer.from(part, "base64url").toString()));
  const { kty, crv, x, y, ...rest } = header.jwk;
  if (header.typ !== "dpop+jwt" || header.alg !== "ES256" || Object.keys(rest).length > 0) return null;
  const key = { key: createPublicKey({ key: { kty, crv, x, y }, format: "jwk" }), dsaEncoding: "ieee-p1363" };
  if (!verify("sha256", Buffer.from(`${parts[0]}.${parts[1]}`), key, Buffer.from(parts[2], "base64url"))) return null;
  const jkt = digest(JSON.stringify({ crv, kty, x, y }));
  const fits =
    jkt === token.jkt &&
    claims.htm === request.method &&
    claims.htu === resource.href &&
    claims.ath === digest(request.headers.authorization.slice("DPoP ".length)) &&
    Math.abs(claims.iat - Date.now() / 1000) < 300 &&
    !used.has(claims.jti);
  used.add(claims.jti);
  return fits ? { jkt, nonce: claims.nonce } : null;
}
const holders = async (request, response, next) => {
  const deny = (error, code) => {
    if (code) counts[code]++;
    response.set("WWW-Authenticate", `DPoP algs="ES256"${error}, scope="${FIRST.join(" ")}", resource_metadata="${getOAuthProtectedResourceMetadataUrl(resource)}"`);
    response.status(401).json({ error: "unauthorized" });
  };
  const [scheme, value] = (request.headers.authorization ?? "").split(" ");
  if (!value) return deny("");
  if (scheme !== "DPoP") return deny(', error="invalid_token"', "unproven");
  const token = await provider.AccessToken.find(value);
  if (!token || token.isExpired || ended.has(token.jti)) return deny(', error="invalid_token"');
  const proof = proven(request, token);
  if (!proof) return deny(', error="invalid_dpop_proof"', "unproven");
  response.set("DPoP-Nonce", nonce);
  if (proof.nonce !== nonce) return deny(', error="use_dpop_nonce"', "nonces");
  counts.proofs++;
  keys.add(proof.jkt);
  counts.keys = keys.size;
  request.auth = { token: value, clientId: token.clientId, scopes: [...token.scopes], extra: { account: token.accountId } };
  next();
};

const anyone = BOUND ? holders : guard(FIRST);
const deleters = BOUND ? holders : guard([...FIRST, DELETE]);

function mail(account) {
  const server = new McpServer({ name: "nordkaj-mail", version: "1.0.0" });
  const say = (words) => ({ content: [{ type: "text", text: words }] });
  server.registerTool("whoami", { description: "Says whose mail this is." }, async () => say(`This is the mail of ${account}.`));
  server.registerTool(
    "search_messages",
    { description: "Finds messages.", inputSchema: { text: z.string() } },
    async ({ text: wanted }) => say(`Nothing about ${wanted}.`),
  );
  server.registerTool("delete_messages", { description: "Deletes all messages." }, async () => say("Deleted."));
  return server;
}

const sessions = new Map();
async function handle(request, response) {
  counts.messages++;
  if (request.body?.method === "tools/call") counts.calls++;
  const id = request.headers["mcp-session-id"];
  if (id !== undefined && !sessions.has(id)) {
    response.status(404).json({ jsonrpc: "2.0", error: { code: -32001, message: "Session not found" }, id: null });
    return;
  }
  let transport = sessions.get(id);
  if (!transport) {
    transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (fresh) => void sessions.set(fresh, transport),
    });
    transport.onclose = () => sessions.delete(transport.sessionId);
    await mail(request.auth.extra.account).connect(transport);
  }
  await transport.handleRequest(request, response, request.body);
}
far.use(
  mcpAuthMetadataRouter({
    oauthMetadata: metadata,
    resourceServerUrl: resource,
    scopesSupported: [...FIRST, DELETE],
    resourceName: "Nordkaj mail",
  }),
);
far.use("/mcp", (request, response, next) => {
  if (/access_token=/.test(request.url)) counts.in_query++;
  response.on("finish", () => {
    if (response.statusCode === 401 || response.statusCode === 403) counts.refused++;
  });
  const deletes = request.body?.method === "tools/call" && request.body.params?.name === "delete_messages";
  (deletes ? deleters : anyone)(request, response, next);
});
far.all("/mcp", handle);

// ── Somebody without a browser ──

/** Signs in as whoever sits at a browser would, and goes wherever that leads. */
async function visit(address) {
  const cookies = new Map();
  let [at, body] = [address, null];
  for (let step = 0; step < 20; step++) {
    const response = await fetch(at, {
      method: body ? "POST" : "GET",
      body,
      redirect: "manual",
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
    });
    for (const set of response.headers.getSetCookie()) {
      const [name, value] = set.split(";")[0].split("=");
      cookies.set(name, value);
    }
    const text = await response.text();
    const to = response.headers.get("location");
    if (to) [at, body] = [new URL(to, at).href, null];
    else if (text.includes("<form")) body = new URLSearchParams({ username: "demo_user", password: "x", answer: "yes" });
    else return { status: response.status, landed: at };
  }
  return { status: 0, landed: at };
}

// ── The test's hand ──

const acts = {
  counts: () => counts,
  expire: () => {
    for (const jti of given) ended.add(jti);
    return {};
  },
  forget: async () => {
    acts.expire();
    await Promise.all([...refreshes].map((token) => token.destroy()));
    refreshes.clear();
    return {};
  },
  visit,
  nonce: () => {
    nonce = randomUUID();
    return {};
  },
  lifetime: (seconds) => {
    lifetime = Number(seconds);
    return {};
  },
};
answer({ server: resource.href, issuer });
for await (const line of createInterface({ input: process.stdin })) {
  const [act, ...words] = line.trim().split(" ");
  answer(acts[act] ? await acts[act](...words) : { unknown: act });
}
process.exit(0);
