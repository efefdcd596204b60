// Takes pictures of the built pages. Usage: node dev/shots.mjs [--language=de|pseudo] [--theme=light|dark] [--size=WIDTHxHEIGHT] [OUT] [NAME…]

import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SCENES } from "./scenes.mjs";
import { serve } from "./serve.mjs";
import { lookAtEach } from "./states.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { language: { type: "string" }, theme: { type: "string" }, size: { type: "string" } },
});
const [out = join(tmpdir(), "innkeeper-shots"), ...names] = positionals;
const language = values.language ? `&language=${values.language}` : "";
const window = values.size?.split("x").map(Number);

await mkdir(out, { recursive: true });
const { server, address } = await serve({ keep: true });
const states = SCENES.filter(([name]) => !names.length || names.includes(name)).flatMap(([name, path, query, size]) =>
  (values.theme ? [values.theme] : ["light", "dark"]).map((theme) => ({
    name: `${name}-${theme}`,
    size: window ?? size,
    url: `${address}/${path}?${query}&theme=${theme}${language}`,
  })),
);
try {
  await lookAtEach(states, async (page, { name, size, url }) => {
    await page.go(url, ...size);
    await writeFile(join(out, `${name}.png`), await page.picture());
    return page.errors();
  });
} finally {
  server.close();
}
console.log(out);
