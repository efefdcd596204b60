// What the fake host says of a registry of servers (?registry=on|empty|failed|slow|denied), hostile and long entries among them.
window.fakeRegistry = (query, { click, type, find }) => {
  const state = query.get("registry") ?? "";
  const official = "https://registry.modelcontextprotocol.io";
  const setting = { on: !["", "denied"].includes(state), address: official, official };
  const long = "io.github.lindqvist-und-bergstroem-wirtschaftspruefungsgesellschaft/accounting-archive-with-a-very-long-name-that-does-not-fit-into-one-row";
  const row = (name, title, description, more = {}) => ({ name, title, publisher: name.split("/")[0], description, version: "1.0.2", status: "active", kinds: ["npm"], warnings: [], ...more });
  const rows = [
    row("io.github.someone/weather", "Weather", "Forecasts and observations of the national weather services, with warnings."),
    row("io.github.evil/filesystem", "Filesystem", "Fast access to your files", {
      warnings: ["Its name is like that of Filesystem, and its namespace is not the one of that server's publisher.", "Its namespace is that of evil, and its repository belongs to modelcontextprotocol."],
    }),
    row("com.example/notes", "Notes", "Reads and writes notes at example.com", { kinds: ["streamable-http", "sse"], version: "2.1.0" }),
    row(long, "Accounting archive of Lindqvist & Bergström, Wirtschaftsprüfungsgesellschaft, for the whole group", "Searches the archive. ".repeat(14), { kinds: ["oci", "nuget", "pypi", "npm"] }),
    row("io.github.someone/old-weather", "Old weather", "Forecasts", { status: "deprecated" }),
    row("io.github.someone/gone", "Gone", "Was here", { status: "deleted" }),
  ];
  const input = (key, more = {}) => ({ key, description: "", required: false, secret: false, path: false, default: null, placeholder: "", choices: [], ...more });
  const name = (name, required, more = {}) => ({ name, description: "", required, secret: false, ...more });
  const npm = {
    kind: "npm",
    source: "@someone/weather@1.0.2",
    words: ["npx", "--yes", "@someone/weather@1.0.2", "--units={units}", "{cache}"],
    problem: null,
    download: null,
    inputs: [
      input("units", { description: "The units of measurement", choices: ["metric", "imperial"], default: "metric" }),
      input("cache", { description: "The folder for what was downloaded", required: true, path: true, placeholder: "/home/you/.cache/weather" }),
    ],
    settings: [name("WEATHER_API_KEY", true, { secret: true }), name("LOG_LEVEL", false)],
    notes: ["The entry names node to run the package. Innkeeper uses npx."],
  };
  const remote = { kind: "streamable-http", source: "https://{tenant}.example.com/mcp", words: [], problem: null, download: null, inputs: [input("tenant", { required: true, description: "The name of your workspace" })], settings: [name("Authorization", true)], notes: [] };
  const bad = { ...npm, source: "fast-files@0.0.1", words: [], inputs: [], settings: [], notes: [], problem: "The entry sets the option --eval x of the program that runs the package. Such an option can choose what runs." };
  const entry = ({ name: wanted, version }) => {
    const of = rows.find((one) => one.name === wanted) ?? rows[0];
    const deleted = of.status === "deleted";
    return {
      row: { ...of, version: version ?? of.version },
      status_message: of.status === "active" ? null : "Use io.github.someone/weather instead.",
      repository: of.name.includes("evil") ? "https://github.com/modelcontextprotocol/servers" : `https://github.com/someone/${of.title.toLowerCase().replaceAll(" ", "-")}`,
      website: of.name === long ? `https://example.com/${"a-long-path/".repeat(16)}` : null,
      published: "2026-03-01T10:00:00Z",
      updated: "2026-10-03T10:00:00Z",
      versions: [{ version: of.version, status: of.status }, { version: "1.0.1", status: "deprecated" }, { version: "0.9.0", status: "deleted" }],
      ways: of.name.includes("evil") ? [bad] : of.name.startsWith("com.example") ? [remote] : deleted ? [{ ...npm, problem: "The registry says that this version was deleted. It cannot be added." }] : [npm, remote],
    };
  };
  const failed = () => Promise.reject({ code: "timeout", message: "registry.modelcontextprotocol.io did not answer in time.", hint: null });
  const linkServer = {
    id: "linked", name: "Weather", command: "npx", args: ["--yes", "@someone/weather", "--city=Göteborg"], cwd: null, url: null, names: ["WEATHER_API_KEY"], kept: [], from_host: [], expands: [],
    notes: ["A page or another program opened this link. Innkeeper cannot tell which.", "From a link for Innkeeper. Anyone can write such a link: check it before you add the server."],
  };
  let links = { state: query.get("links") ?? "off", other: query.get("links") === "off" ? "another-client.desktop" : null };
  return {
    setting,
    link: query.get("link") !== null,
    commands: {
      link_take: () => (query.get("link") === null ? null : query.get("link") === "bad" ? { kind: "unclear", reason: "The link is damaged: its percent-encoding or Base64 is not valid." } : { kind: "server", server: linkServer }),
      links_state: () => links,
      links_set: ({ on }) => (links = { state: on ? "on" : "off", other: null }),
      registry_use: ({ address }) => {
        if (state === "denied") return Promise.reject({ code: "denied", message: "It was not confirmed.", hint: null });
        if (!/^https:/.test(address)) return Promise.reject({ code: "invalid", message: "The address must begin with `https://`. Only a registry on this computer may use `http://`.", hint: "Nothing was changed." });
        return { ...setting, on: true, address };
      },
      registry_stop: () => ({ ...setting, on: false }),
      registry_search: ({ search, page }) => {
        if (state === "failed" || search === "fail") return failed();
        if (state === "slow") return new Promise(() => {});
        const found = state === "empty" ? [] : rows.filter((one) => one.name.includes(search.toLowerCase()));
        return { host: "registry.modelcontextprotocol.io", rows: page === 0 ? found : [row("io.github.someone/more", "More", "From the second page")], refused: page === 0 && found.length ? 1 : 0, more: page === 0 && found.length > 0 };
      },
      registry_entry: entry,
      registry_fill: ({ choice: { name: wanted, way, values } }) => {
        const of = entry({ name: wanted, version: null });
        const at = of.ways[way];
        const value = (key) => values.find((given) => given.name === key)?.value ?? "";
        const url = at.kind === "npm" ? null : `https://${value("tenant")}.example.com/mcp`;
        return {
          id: "filled",
          name: of.row.title,
          command: url ? "" : "npx",
          args: url ? [] : ["--yes", "@someone/weather@1.0.2", `--units=${value("units")}`, value("cache")],
          cwd: null,
          url,
          names: at.settings.filter((one) => one.required).map((one) => one.name),
          kept: [],
          from_host: [],
          expands: [],
          notes: [`Filled in from the registry: ${of.row.name}, version 1.0.2. Anyone can publish an entry: check it before you add the server.`, "LOG_LEVEL is optional. Add its name if you need it."],
        };
      },
    },
    actions: {
      registry: click("tab-registry"),
      registryOn: click("registry-on"),
      registryBad: async () => {
        type("registry-address", "http://registry.example")();
        await new Promise((done) => setTimeout(done, 50));
        click("registry-on")();
        await new Promise((done) => setTimeout(done, 100));
      },
      registryRow: async (at = 0) => {
        await new Promise((done) => setTimeout(done, 150));
        document.querySelectorAll("[data-testid=registry-row]")[at].click();
        await new Promise((done) => setTimeout(done, 150));
      },
      registryEvil: () => document.querySelectorAll("[data-testid=registry-row]")[1].click(),
      registryLong: () => document.querySelectorAll("[data-testid=registry-row]")[3].click(),
      registryGone: () => document.querySelectorAll("[data-testid=registry-row]")[5].click(),
      registryMore: click("registry-more"),
      registryFill: click("registry-fill"),
      registryValues: async () => {
        const field = [...document.querySelectorAll("[data-testid=registry-input]")].find((one) => one.tagName === "INPUT");
        field.value = "/home/maja/weather";
        field.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((done) => setTimeout(done, 50));
        find("registry-fill").click();
        await new Promise((done) => setTimeout(done, 100));
      },
    },
  };
};
