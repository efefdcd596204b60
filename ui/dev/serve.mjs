// Serves the built pages with the fake host put before their own script. For pictures only.

import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const DIST = join(HERE, "..", "dist");
/** Served among the files of the fake host, to the pages that ask for it in their query. */
const AXE = join(HERE, "..", "node_modules", "axe-core", "axe.min.js");
/** What never changes under its name: a file with the hash of its content in it, and libraries. */
const KEPT = /^\/(assets\/[^/]+-[\w-]{8}\.\w+|fonts\/[^/]+|fake\/axe\.js)$/;
const SCRIPTS = ["server", "account", "sampling", "attach", "prompts", "compact", "usage", "registry", "updates", "projects", "context", "reading", "bundles", "views", "host"];
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2" };
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src data:",
  "font-src 'self'",
  "connect-src 'none'",
  "frame-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join("; ");
const NONCE = "__TAURI_SCRIPT_NONCE__";

/**
 * Starts the server of the build on a free port; yields it and its address.
 *
 * @param {{ keep?: boolean }} [options] Whether a window may keep what never changes. It would not notice what a check takes away.
 */
export async function serve({ keep = false } = {}) {
  /** The parts of the window whose files are missing, for a check. */
  let missing = /** @type {string[]} */ ([]);
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    const path = normalize(pathname);
    try {
      if (path === "/unguarded") {
        // For a check that what is held back elsewhere would be seen.
        response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<!doctype html><script>fakeDone = true</script>${searchParams.get("body")}`);
        return;
      }
      if (path === "/missing") {
        missing = searchParams.getAll("part");
        response.writeHead(204).end();
        return;
      }
      if (missing.some((part) => path.startsWith(`/assets/${part}-`))) throw new Error(path);
      const fake = path.startsWith("/fake/");
      /** @type {Buffer | string} */
      let body = await readFile(path === "/fake/axe.js" ? AXE : fake ? join(HERE, path.slice(6)) : join(DIST, path === "/" ? "index.html" : path));
      if (path === "/" || (path.endsWith(".html") && path !== "/diagram.html")) {
        const scripts = [...SCRIPTS, ...(searchParams.has("axe") ? ["axe"] : [])].map((name) => `<script src="/fake/${name}.js"></script>`).join("");
        body = body.toString().replace("<head>", `<head>${scripts}`);
      }
      const type = TYPES[extname(path)] ?? "text/html";
      // As Tauri does.
      let policy = POLICY;
      if (type === "text/html" && body.includes(NONCE)) {
        const nonce = randomBytes(8).toString("hex");
        const inside = searchParams.get("inside");
        const script = inside ? `<script nonce="${nonce}">Promise.resolve(${inside}).then((value) => parent.postMessage(value, "*"))</script>` : "";
        body = body.toString().replace(NONCE, nonce).replace("</head>", `${script}</head>`);
        policy = POLICY.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`);
      }
      response.writeHead(200, { "content-type": `${type}; charset=utf-8`, "content-security-policy": policy, "cache-control": keep && KEPT.test(path) ? "max-age=31536000, immutable" : "no-store" });
      response.end(body);
    } catch {
      response.writeHead(404, { "cache-control": "no-store" }).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { server, address: `http://127.0.0.1:${port}` };
}
