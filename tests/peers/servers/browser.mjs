// A person at a real browser, without a screen: opens an address, signs in on whatever page asks, says yes to whatever is asked,
// and stays until the page of the program that asked is there.
//
//   node browser.mjs [--deny] [--elsewhere] [--picture FILE] URL
//
// --deny       says no where there is a way to
// --elsewhere  is a browser on another machine: what the address leads back to cannot be reached, and is printed
//
// Prints one line of JSON: {"landed": the last address, "seen": titles on the way, "text": words of the last page}.

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";

const STEPS = 8;
const LIMIT = 30_000;

const flags = process.argv.slice(2);
const taken = (name) => {
  const at = flags.indexOf(name);
  return at >= 0 && flags.splice(at, 1).length > 0;
};
const deny = taken("--deny");
const elsewhere = taken("--elsewhere");
const pictured = flags.indexOf("--picture");
const picture = pictured >= 0 ? flags.splice(pictured, 2)[1] : null;
const [address] = flags;
const back = new URL(new URL(address).searchParams.get("redirect_uri"));

function program() {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const files = (process.env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return files.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

const browser = await chromium.launch({
  executablePath: program(),
  timeout: LIMIT,
  args: ["--no-sandbox", "--disable-quic", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
try {
  const tab = await browser.newPage();
  tab.setDefaultTimeout(LIMIT);
  let landed = null;
  const isBack = (url) => url.origin === back.origin && url.pathname === back.pathname;
  if (elsewhere) {
    // By the browser's own protocol: what a redirect leads to passes by every other way to catch it.
    const wire = await tab.context().newCDPSession(tab);
    wire.on("Fetch.requestPaused", ({ requestId, request }) => {
      landed = request.url;
      const body = Buffer.from("This site can't be reached.").toString("base64");
      void wire.send("Fetch.fulfillRequest", { requestId, responseCode: 200, body });
    });
    await wire.send("Fetch.enable", { patterns: [{ urlPattern: `${back.origin}${back.pathname}*` }] });
  }
  const seen = [];
  await tab.goto(address);
  for (let step = 0; step < STEPS && !isBack(new URL(tab.url())); step++) {
    seen.push(await tab.title());
    for (const [field, value] of [["username", "demo_user"], ["password", "demo_password"]]) {
      const input = tab.locator(`input[name=${field}]`);
      if (await input.count()) await input.fill(value);
    }
    const no = tab.locator("#deny");
    const button = deny && (await no.count()) ? no : tab.locator("button[type=submit]").first();
    const before = tab.url();
    await button.click();
    await tab.waitForURL((url) => url.href !== before);
  }
  await tab.waitForLoadState();
  if (picture) await tab.screenshot({ path: picture });
  console.log(JSON.stringify({ landed: landed ?? tab.url(), seen, text: await tab.locator("body").innerText() }));
} finally {
  await browser.close();
}
