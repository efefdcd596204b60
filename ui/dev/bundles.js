// Bundles of the fake host: one that is whole, one with everything long, and one that is refused.

/** What is opened, as `bundle` of the query says. */
window.fakeBundle = (query) => {
  const many = (count, make) => Array.from({ length: count }, (_, i) => make(i));
  const which = query.get("bundle") ?? "plain";
  const long = which === "long";
  const signatures = {
    plain: { state: "trusted", name: "Nordkaj Data AB", issuer: "SSL.com Code Signing Intermediate CA RSA R1" },
    long: { state: "self_signed", name: "Claude Desktop (Anthropic, PBC) — official", issuer: "Claude Desktop (Anthropic, PBC) — official" },
    update: { state: "expired", name: "Nordkaj Data AB", issuer: "SSL.com Code Signing Intermediate CA RSA R1" },
    broken: { state: "broken", name: null, issuer: null, problem: "the bundle was changed after it was signed" },
    uv: { state: "unsigned", name: null, issuer: null },
  };
  const signature = { fingerprint: "9f".repeat(32), until_ms: 1_760_000_000_000, problem: null, ...signatures[which] };
  const option = (key, kind, title, change = {}) => ({
    key, kind, title, description: "", required: false, multiple: false, sensitive: false, values: [], min: null, max: null, ...change,
  });
  const bundle = {
    digest: "ab".repeat(32),
    name: "ledger-files",
    display_name: long ? "The Ledger Files Server With A Name That Goes On And On Until It Meets The Limit" : "Ledger files",
    version: which === "update" ? "2.5.0" : "2.4.1",
    description: long ? "Reads ".concat("every kind of statement and ".repeat(12), "more.") : "Reads statements and invoices from folders that you choose.",
    author: "Nordkaj Data AB",
    homepage: "https://nordkaj.example/ledger-files",
    license: "MIT",
    signature,
    kind: which === "uv" ? "uv" : "node",
    platforms: ["linux", "darwin"],
    runtimes: ["node >=18.0.0"],
    command: ["node", "${__dirname}/server/index.js", ...(long ? [`--${"very-long-option".repeat(12)}`] : []), "${user_config.folders}"],
    variables: ["LEDGER_TOKEN", "NODE_PATH"],
    tools: long
      ? many(23, (i) => ({ name: `read_statement_of_a_kind_${i}`, description: "Reads a statement and returns each line with its date, text and amount." }))
      : [{ name: "read_statement", description: "Reads a bank statement" }, { name: "find_invoice", description: "Finds an invoice by number" }, { name: "total", description: null }],
    more_tools: long,
    prompts: 0,
    files: 1_284,
    bytes: 18_400_000,
    options: [
      option("folders", "folder", "Folders with statements", { description: "The server reads these folders.", required: true, multiple: true, values: ["/home/maja/Documents/Statements", ...(long ? [`/home/maja/${"deep/".repeat(30)}end`] : [])] }),
      option("token", "text", "API token", { description: "For fetching exchange rates.", required: true, sensitive: true }),
      option("proxy", "text", "Proxy password", { sensitive: true }),
      option("rows", "number", "Most rows", { values: ["500"], min: 1, max: 10_000 }),
      option("currency", "text", "Currency", { values: ["SEK"] }),
      option("rules", "file", "Rules", { description: "A file with bookkeeping rules." }),
      option("strict", "boolean", "Refuse statements with gaps", { values: ["true"] }),
    ],
  };
  const changes = ["Version 2.4.1 → 2.5.0", "1,284 files → 1,301", "New tools: delete_statement, send_statement", "New variables: LEDGER_URL", "Another signature, or another signer"];
  return {
    bundle,
    obstacle: which === "uv" ? "Bundles of the type “uv” are not supported: they fetch their packages from a registry at each start. If its package is published, add the server with the command uvx." : null,
    updates: which === "update" ? [{ server: "s1", name: "Ledger files", version: "2.4.1", changes, values: { folders: ["/home/maja/Ledger"], rows: ["200"] } }] : [],
  };
};
