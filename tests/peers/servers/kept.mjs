// Files of packages that a folder keeps from one run to the next, each under its digest. What is read from there is checked first.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, mkdirSync, readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** How long a file is kept after its last use: 30 days, in milliseconds. */
const LONGEST = 30 * 24 * 60 * 60 * 1000;
/** Bytes of one file. */
const MAX_BYTES = 1024 * 1024 * 1024;
const TRIES = 3;
/** A digest as npm writes it. The stronger ones only. */
const DIGEST = /^(sha256|sha512)-([A-Za-z0-9+/]+=*)$/;

/** Passes bytes on, not more of them than a file may have, and into the hash. */
async function* through(hash, stream) {
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new Error("the file is too large");
    hash.update(piece);
    yield piece;
  }
}

export class Kept {
  #folder;
  /** Digests by address. */
  #expected = new Map();
  /** What is being looked for or fetched, by digest. */
  #coming = new Map();

  constructor(folder) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      // Another run may have removed it.
      const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
      if (Date.now() - mtimeMs > LONGEST) rmSync(path, { force: true });
    }
  }

  /** From now on the file at this address has this digest. One in another form says nothing. */
  expect(url, digest) {
    if (DIGEST.test(digest ?? "")) this.#expected.set(url, digest);
  }

  /** The file at an address, fetched if it is not here; nothing where no digest is expected. */
  async open(url) {
    const digest = this.#expected.get(url);
    if (!digest) return null;
    const [, algorithm, value] = DIGEST.exec(digest);
    const path = join(this.#folder, `${algorithm}-${Buffer.from(value, "base64").toString("hex")}`);
    if (!this.#coming.has(path)) this.#coming.set(path, this.#bring(url, path, algorithm, value));
    await this.#coming.get(path).finally(() => this.#coming.delete(path));
    return createReadStream(path);
  }

  async #bring(url, path, algorithm, value) {
    if (await this.#holds(path, algorithm, value)) return utimesSync(path, new Date(), new Date());
    const own = `${path}.${process.pid}`;
    for (let left = TRIES; ; left--) {
      try {
        const response = await fetch(url);
        if (!response.ok) throw new Error(`${url}: ${response.status}`);
        const hash = createHash(algorithm);
        await pipeline(through(hash, Readable.fromWeb(response.body)), createWriteStream(own));
        if (hash.digest("base64") !== value) throw new Error(`${url} is not what its registry says`);
        return await rename(own, path);
      } catch (error) {
        await rm(own, { force: true });
        if (left === 1) throw error;
      }
    }
  }

  async #holds(path, algorithm, value) {
    const hash = createHash(algorithm);
    try {
      for await (const piece of createReadStream(path)) hash.update(piece);
    } catch {
      return false;
    }
    return hash.digest("base64") === value;
  }
}
