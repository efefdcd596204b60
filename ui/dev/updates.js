// What the fake host says of updates of the program (?updates=none|ask|found|long|down|ready|calls|failed|blocked), hostile notes among them.
window.fakeUpdates = (query, { now, click, find }) => {
  const state = query.get("updates") ?? "set";
  const setting = { answered: state !== "ask", every: state === "set" ? "week" : "never", channel: "stable" };
  const notes = `# 0.2.0\n\n- Approvals of a step can be given at once.\n- <b>No markup</b>, no [links](https://evil.example) and no hidden ⟨U+202E⟩ characters.\n${"- Faster search.\n".repeat(state === "long" ? 60 : 1)}${state === "long" ? "A".repeat(400) : ""}`;
  const found = !["none", "ask", "set", "newest"].includes(state);
  const view = {
    host: state === "none" ? null : "updates.example.org",
    blocked: state === "blocked" ? "This copy was not installed from a package, so it cannot replace itself. Install the new version as you installed this one." : null,
    setting,
    phase: state === "down" ? "downloading" : ["ready", "calls"].includes(state) ? "ready" : "idle",
    last: state === "ask" ? null : { at_ms: now - 3 * 3_600_000, failed: state === "failed", result: found ? "Version 0.2.0 is available." : "You have the newest version." },
    offer: found ? { version: "0.2.0", notes, cut: state === "long" } : null,
    done: 31_457_280,
    total: state === "down" ? 96_468_992 : null,
    failure: state === "failed" ? "The file is not signed by the publisher of this program: The signature verification failed. It was discarded." : null,
    calls: state === "calls" ? 2 : 0,
  };
  return {
    setting,
    commands: {
      updates_state: () => view,
      updates_set: (args) => args.setting,
      updates_check: () => view,
      updates_download: () => view,
      updates_cancel: null,
      updates_install: () => view,
    },
    actions: {
      updates: click("tab-updates"),
      updatesDown: () => find("updates-offer")?.scrollIntoView(),
    },
  };
};
