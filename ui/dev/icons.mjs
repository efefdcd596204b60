// Draws icons/icon.svg in every size that a system asks for: PNG files, and the ICNS of macOS. icon.ico has 16 to 256
// already and is left as it is.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { open } from "./browser.mjs";
import { serve } from "./serve.mjs";

const ICONS = fileURLToPath(new URL("../../icons/", import.meta.url));
const FILES = { "16x16": 16, "32x32": 32, "48x48": 48, "64x64": 64, "128x128": 128, "128x128@2x": 256, icon: 512 };
/** The types of an ICNS file that hold PNG, with their size. */
const ICNS = { icp4: 16, icp5: 32, ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 };

const { server, address } = await serve();
const page = await open();
const svg = await readFile(`${ICONS}icon.svg`, "utf8");
async function draw(size) {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg.replace("<svg ", `<svg width="${size}" height="${size}" `)).toString("base64")}`;
  const url = await page.run(`new Promise((done, fail) => {
    const image = new Image();
    image.onerror = () => fail(new Error("the drawing does not load"));
    image.onload = () => {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = ${size};
      canvas.getContext("2d").drawImage(image, 0, 0, ${size}, ${size});
      done(canvas.toDataURL("image/png"));
    };
    image.src = ${JSON.stringify(source)};
  })`);
  return Buffer.from(url.split(",")[1], "base64");
}
try {
  await page.go(`${address}/`, 800, 600);
  for (const [name, size] of Object.entries(FILES)) await writeFile(`${ICONS}${name}.png`, await draw(size));
  const entries = [];
  for (const [type, size] of Object.entries(ICNS)) {
    const data = await draw(size);
    const head = Buffer.alloc(8);
    head.write(type, 0, "latin1");
    head.writeUInt32BE(data.length + 8, 4);
    entries.push(head, data);
  }
  const body = Buffer.concat(entries);
  const head = Buffer.alloc(8);
  head.write("icns", 0, "latin1");
  head.writeUInt32BE(body.length + 8, 4);
  await writeFile(`${ICONS}icon.icns`, Buffer.concat([head, body]));
} finally {
  await page.close();
  server.close();
}
