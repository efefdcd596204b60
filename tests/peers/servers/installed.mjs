// A package registry on this machine that gives npm packages as they are installed beside this file, in all versions that are.
//
// `installed.mjs NEWER NAME=VERSION`: it prints its port on one line. The newest version of NAME is VERSION until the file NEWER exists.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const [newer, held = ""] = process.argv.slice(2);
const at = held.lastIndexOf("=");
const [heldName, heldVersion] = [held.slice(0, at), held.slice(at + 1)];
const BYTES = 64 << 20;

/** Folders by version, by name. */
const packages = new Map();

function index(modules) {
  if (!existsSync(modules)) return;
  for (const entry of readdirSync(modules)) {
    if (entry.startsWith(".")) continue;
    const folder = join(modules, entry);
    if (entry.startsWith("@")) index(folder);
    else if (existsSync(join(folder, "package.json"))) {
      const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      if (name && version) packages.set(name, (packages.get(name) ?? new Map()).set(version, folder));
      index(join(folder, "node_modules"));
    }
  }
}
index(fileURLToPath(new URL("../node_modules", import.meta.url)));

/** Archives that were made, by folder: their bytes are those that their metadata names. */
const archives = new Map();

function archive(folder) {
  if (!archives.has(folder)) {
    const words = ["--sort=name", "--mtime=@0", "--exclude=./node_modules", "--transform=s,^\\.,package,", "-cz", "-C", folder, "."];
    archives.set(folder, execFileSync("tar", words, { maxBuffer: BYTES }));
  }
  return archives.get(folder);
}

function newest(name, versions) {
  if (name === heldName && !existsSync(newer)) return heldVersion;
  const numbers = (version) => version.split(/[.-]/).map((part) => Number.parseInt(part, 10) || 0);
  const later = (a, b) => {
    const [left, right] = [numbers(a), numbers(b)];
    const place = left.findIndex((part, i) => part !== (right[i] ?? 0));
    return place < 0 ? 0 : left[place] - (right[place] ?? 0);
  };
  return versions.toSorted(later).at(-1);
}

function metadata(name, origin) {
  const all = packages.get(name);
  const latest = newest(name, [...all.keys()]);
  const versions = {};
  for (const [version, folder] of all) {
    // A package runner prefers the newest version: what is held back is not there yet.
    if (name === heldName && version !== latest) continue;
    const { scripts: _, devDependencies: __, ...manifest } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const integrity = `sha512-${createHash("sha512").update(archive(folder)).digest("base64")}`;
    versions[version] = { ...manifest, dist: { tarball: `${origin}/npm/${name}/-/${version}.tgz`, integrity } };
  }
  return JSON.stringify({ name, "dist-tags": { latest }, versions });
}

const server = createServer((request, response) => {
  const path = decodeURIComponent(request.url).replace(/^\/npm\//, "");
  const [name, file] = path.split("/-/");
  const all = packages.get(name);
  if (!all) return response.writeHead(404).end();
  const folder = file && all.get(file.replace(/\.tgz$/, ""));
  const body = file ? folder && archive(folder) : metadata(name, `http://127.0.0.1:${server.address().port}`);
  if (!body) return response.writeHead(404).end();
  return response.writeHead(200, { "content-type": file ? "application/octet-stream" : "application/json" }).end(body);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
