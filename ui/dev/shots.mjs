// Takes pictures of the built pages in both themes. Usage: node dev/shots.mjs [--language=de|pseudo] [OUT] [NAME…]

import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { open } from "./browser.mjs";
import { SCENES } from "./scenes.mjs";
import { serve } from "./serve.mjs";

const args = process.argv.slice(2);
const language = args[0]?.startsWith("--language=") ? `&${args.shift()?.slice(2)}` : "";
const [out = join(tmpdir(), "innkeeper-shots"), ...names] = args;
await mkdir(out, { recursive: true });
const { server, address } = await serve();
const page = await open();
try {
  for (const [name, path, query, size] of SCENES) {
    if (names.length && !names.includes(name)) continue;
    for (const theme of ["light", "dark"]) {
      await page.go(`${address}/${path}?${query}&theme=${theme}${language}`, ...size);
      await writeFile(join(out, `${name}-${theme}.png`), await page.picture());
      for (const line of await page.errors()) console.log(name, theme, line);
    }
  }
} finally {
  await page.close();
  server.close();
}
console.log(out);
