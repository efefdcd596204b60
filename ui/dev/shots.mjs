// Takes pictures of the built pages in both themes. Usage: node dev/shots.mjs [OUT] [NAME…]

import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "./serve.mjs";

const { open } = await import(process.env.ENGINE === "webkit" ? "./webkit.mjs" : "./browser.mjs");

const BIG = [1280, 800];
const SMALL = [900, 600];
const ASK = [820, 640];
const SHOTS = [
  ["welcome", "", "scene=empty", BIG],
  ["welcome-small", "", "scene=empty&keychain=locked", SMALL],
  ["welcome-none", "", "scene=empty&found=none", BIG],
  ["welcome-narrow", "", "scene=empty", [700, 700]],
  ["tour", "", "tour=chat&calm=1", BIG],
  ["tour-small", "", "tour=audit&calm=1&do=chat", SMALL],
  ["audit", "", "do=audit,auditVerify&calm=1", BIG],
  ["audit-row", "", "do=audit,auditVerify,auditRow&calm=1", BIG],
  ["audit-small", "", "do=audit,auditRow&calm=1", SMALL],
  ["audit-empty", "", "scene=empty&tour=done&do=audit", SMALL],
  ["new", "", "calm=1", BIG],
  ["chat", "", "do=chat", BIG],
  ["chat-top", "", "do=chat,unfold,top", [1280, 1500]],
  ["chat-small", "", "do=chat", SMALL],
  ["paused", "", "do=chat&turn=paused", BIG],
  ["failed", "", "do=chat&turn=idle&scene=failed&calm=1", BIG],
  ["streaming", "", "do=chat,picker&scene=streaming", BIG],
  ["rich", "", "do=chat,top&scene=rich&turn=idle&calm=1", [1280, 1700]],
  ["rich-small", "", "do=chat&scene=rich&turn=idle&calm=1", SMALL],
  ["kinds", "", "do=chat,unfoldAll,tree,top&scene=kinds&turn=idle&calm=1", [1280, 2100]],
  ["kinds-small", "", "do=chat,unfoldAll,tree&scene=kinds&turn=idle&calm=1", SMALL],
  ["error", "", "do=chat,write,send&turn=idle&keychain=missing&calm=1", SMALL],
  ["toast", "", "do=chat,delete&turn=idle", SMALL],
  ["server", "", "do=ready,log&calm=1", BIG],
  ["server-failed", "", "do=failed,remove", SMALL],
  ["add-server", "", "do=addServer,fill,save&calm=1", BIG],
  ["settings", "", "do=settings&keychain=locked&calm=1", BIG],
  ["model", "", "do=settings,addModel", BIG],
  ["ask-tool", "consent.html", "do=arm", ASK],
  ["ask-plain", "consent.html", "queue=plain", ASK],
  ["ask-edit", "consent.html", "do=edit,apply", ASK],
  ["ask-edited", "consent.html", "revision=1&do=arm", ASK],
  ["ask-note", "consent.html", "queue=plain&unchecked=1&do=note,json", ASK],
  ["ask-launch", "consent.html", "queue=launch", ASK],
  ["ask-changed", "consent.html", "queue=launch&changed=1", ASK],
  ["ask-endpoint", "consent.html", "queue=endpoint&do=arm", ASK],
  ["ask-small", "consent.html", "do=arm", [680, 520]],
  ["ask-none", "consent.html", "queue=none", ASK],
];

const [out = join(tmpdir(), "innkeeper-shots"), ...names] = process.argv.slice(2);
await mkdir(out, { recursive: true });
const { server, address } = await serve();
const page = await open();
try {
  for (const [name, path, query, size] of SHOTS) {
    if (names.length && !names.includes(name)) continue;
    for (const theme of ["light", "dark"]) {
      await page.go(`${address}/${path}?${query}&theme=${theme}`, ...size);
      await writeFile(join(out, `${name}-${theme}.png`), await page.picture());
      for (const line of page.messages.splice(0)) console.log(name, theme, line);
    }
  }
} finally {
  await page.close();
  server.close();
}
console.log(out);
