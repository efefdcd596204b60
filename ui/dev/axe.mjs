// Looks at every state of the pages with axe-core, in both themes. Usage: node dev/axe.mjs [NAME…]

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { open } from "./browser.mjs";
import { SCENES } from "./scenes.mjs";
import { serve } from "./serve.mjs";

const names = process.argv.slice(2);
const axe = await readFile(fileURLToPath(new URL("../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");
// Everything that axe counts as an offence, good practice included.
const RUN = `axe.run(document, { resultTypes: ["violations"] }).then(({ violations, passes }) => ({
  passes: passes.length,
  violations: violations.flatMap((v) => v.nodes.map((n) => v.id + ": " + n.target.join(" ") + "\\n    " + n.failureSummary.replaceAll("\\n", "\\n    "))),
}))`;
const { server, address } = await serve();
const page = await open();
let looked = 0;
let wrong = 0;
try {
  // Nothing moves: what is half faded in has half its contrast.
  for (const [name, path, query, size] of SCENES.map(([n, p, q, s]) => [n, p, `${q}&motion=reduce`, s])) {
    if (names.length && !names.includes(name)) continue;
    for (const theme of ["light", "dark"]) {
      await page.go(`${address}/${path}?${query}&theme=${theme}`, ...size);
      await page.load(axe);
      const { violations, passes } = await page.run(RUN);
      const said = [...violations, ...(await page.errors()), ...(passes < 10 ? ["axe looked at nothing"] : [])];
      for (const line of said) console.log(`${name} ${theme}: ${line}`);
      looked += 1;
      wrong += said.length;
    }
  }
} finally {
  await page.close();
  server.close();
}
console.log(`${looked} states looked at, ${wrong} things wrong`);
process.exitCode = wrong || !looked ? 1 : 0;
