// How long the main thread of a browser's page was on a processor: what other programs do at the same time does not count.

import { readdir, readFile } from "node:fs/promises";

const PAGE = /WebKitWebProcess|--type=renderer/;

/** Milliseconds of the page's main thread so far, among the descendants of `root`; `null` where that cannot be read. */
export async function mainThread(root) {
  try {
    const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
    const parents = new Map();
    for (const pid of pids) {
      const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
      if (stat) parents.set(pid, Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
    }
    const under = (pid) => {
      for (let at = pid; at > 1; at = parents.get(at) ?? 0) if (at === root) return true;
      return false;
    };
    let most = null;
    for (const pid of parents.keys()) {
      if (!under(pid)) continue;
      const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      if (!PAGE.test(command)) continue;
      const nanoseconds = Number((await readFile(`/proc/${pid}/task/${pid}/schedstat`, "utf8")).split(" ")[0]);
      most = Math.max(most ?? 0, nanoseconds / 1e6);
    }
    return most;
  } catch {
    return null;
  }
}
