// Serves the built pages with the fake host put before their own script. For pictures only.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
const DIST = join(HERE, "..", "dist");
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".woff2": "font/woff2" };
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "media-src data:",
  "font-src 'self'",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/** Starts the server of a build on a free port; yields it and its address. */
export async function serve(dist = DIST) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, "http://localhost").pathname);
    try {
      const fake = path.startsWith("/fake/");
      /** @type {Buffer | string} */
      let body = await readFile(fake ? join(HERE, path.slice(6)) : join(dist, path === "/" ? "index.html" : path));
      if (path === "/" || path.endsWith(".html")) {
        const scripts = ["server", "account", "sampling", "attach", "prompts", "compact", "usage", "projects", "context", "reading", "views", "host"].map((name) => `<script src="/fake/${name}.js"></script>`).join("");
        body = body.toString().replace("<head>", `<head>${scripts}`);
      }
      const type = TYPES[extname(path)] ?? "text/html";
      response.writeHead(200, { "content-type": `${type}; charset=utf-8`, "content-security-policy": POLICY });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { server, address: `http://127.0.0.1:${port}` };
}
