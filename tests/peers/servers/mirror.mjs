// The registries of npm and PyPI on this machine, in front of the real ones: packages come from there, unchanged.
//
// `mirror.mjs NEWEST KEPT NPM PYPI PACKAGE…`: it prints its port on one line. NPM and PYPI are the addresses of the real registries, which
// end with a slash. Of each PACKAGE, the newest version is hidden until the file NEWEST exists. The folder KEPT outlives it: see kept.mjs.
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { Kept } from "./kept.mjs";

const [newest, keptIn, npm, pypi, ...held] = process.argv.slice(2);
const SIMPLE = "application/vnd.pypi.simple.v1+json";
/** What of a package's description npm, uv and pip read at most, in bytes. */
const MAX_BYTES = 64 * 1024 * 1024;
const TRIES = 3;

/** What was fetched, by address and form: many servers need the same packages. */
const known = new Map();
/** Descriptions as they are given out, by name and by whether newest versions are hidden: some are megabytes, and many ask for them. */
const given = new Map();
/** The files of packages, of which a description said the digest. */
const kept = new Kept(keptIn);

async function fetched(url, accept) {
  for (let left = TRIES; ; left--) {
    try {
      const response = await fetch(url, { headers: accept ? { accept } : {} });
      if (response.status < 500 || left === 1) {
        const body = Buffer.from(await response.arrayBuffer());
        if (body.length > MAX_BYTES) throw new Error(`${url} is too large`);
        return { status: response.status, type: response.headers.get("content-type") ?? "", body };
      }
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

function once(url, accept) {
  const key = `${accept} ${url}`;
  if (!known.has(key)) known.set(key, fetched(url, accept));
  return known.get(key);
}

const isStable = (version) => /^\d+(\.\d+)*$/.test(version);

/** Whether a version is later than another. */
function isLater(one, other) {
  const [a, b] = [one, other].map((version) => version.split(".").map(Number));
  const at = a.findIndex((part, i) => part !== (b[i] ?? 0));
  return at >= 0 && a[at] > (b[at] ?? 0);
}

/** The latest of the stable ones. */
function latestOf(versions) {
  return versions.filter(isStable).reduce((latest, version) => (isLater(version, latest) ? version : latest), "0");
}

/** A packument whose files are here, without the newest version if that is hidden. */
function packument(origin, name, document) {
  if (held.includes(name) && !existsSync(newest)) {
    const { latest } = document["dist-tags"];
    const earlier = Object.keys(document.versions).filter((version) => isStable(version) && isLater(latest, version));
    document.versions = Object.fromEntries(earlier.map((version) => [version, document.versions[version]]));
    document["dist-tags"] = { latest: latestOf(earlier) };
  }
  for (const { dist } of Object.values(document.versions)) {
    kept.expect(dist.tarball, dist.integrity);
    dist.tarball = dist.tarball.replace(npm, `${origin}/npm/`);
  }
  return document;
}

/** A description in the form in which it is given out. */
function described(kind, name, make) {
  const key = `${kind} ${name} ${existsSync(newest)}`;
  if (!given.has(key)) given.set(key, Buffer.from(JSON.stringify(make())));
  return given.get(key);
}

/** The version in the name of a wheel or of a source archive. */
function versionOf(filename) {
  return filename.endsWith(".whl") ? filename.split("-")[1] : filename.replace(/\.(tar\.gz|zip)$/, "").split("-").at(-1);
}

/** A project of the simple index (PEP 691) whose files are here. */
function project(origin, name, document) {
  if (held.includes(name) && !existsSync(newest)) {
    const usable = document.files.filter((file) => !file.yanked);
    const latest = latestOf(usable.map((file) => versionOf(file.filename)));
    document.files = document.files.filter((file) => versionOf(file.filename) !== latest);
    document.versions = document.versions?.filter((version) => version !== latest);
  }
  for (const file of document.files) {
    const { href } = new URL(file.url, `${pypi}${name}/`);
    if (file.hashes?.sha256) kept.expect(href, `sha256-${Buffer.from(file.hashes.sha256, "hex").toString("base64")}`);
    file.url = `${origin}/files/${encodeURIComponent(href)}/${file.filename}`;
    // The metadata of a wheel is beside the wheel, under a name that is made of its address.
    delete file["core-metadata"];
    delete file["data-dist-info-metadata"];
  }
  return document;
}

/** A file of a package. One whose digest nobody said comes straight from its registry. */
async function file(url, response) {
  const here = await kept.open(url);
  const found = here ?? (await fetch(url));
  response.writeHead(here ? 200 : found.status, { "content-type": "application/octet-stream" });
  return (here ?? Readable.fromWeb(found.body)).pipe(response);
}

async function answer(request, response) {
  const origin = `http://127.0.0.1:${server.address().port}`;
  const path = request.url.slice(1);
  const [kind, ...rest] = path.split("/");
  const send = (type, body) => response.writeHead(200, { "content-type": type, "content-length": body.length }).end(body);
  const pass = ({ status, type, body }) => response.writeHead(status, { "content-type": type, "content-length": body.length }).end(body);
  if (kind === "npm" && rest.includes("-")) return file(`${npm}${rest.join("/")}`, response);
  if (kind === "npm") {
    const name = decodeURIComponent(rest.join("/"));
    const found = await once(`${npm}${name.replace("/", "%2f")}`, "application/json");
    if (found.status !== 200) return pass(found);
    return send("application/json", described(kind, name, () => packument(origin, name, JSON.parse(found.body))));
  }
  if (kind === "simple") {
    const found = await once(`${pypi}${rest[0]}/`, SIMPLE);
    if (found.status !== 200) return pass(found);
    return send(SIMPLE, described(kind, rest[0], () => project(origin, rest[0], JSON.parse(found.body))));
  }
  if (kind === "files") return file(decodeURIComponent(rest[0]), response);
  return response.writeHead(404).end();
}

const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    if (!response.headersSent) response.writeHead(502);
    response.end(String(error));
  });
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
