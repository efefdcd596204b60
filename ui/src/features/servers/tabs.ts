// Owns the names of the tabs of a server's page.

/** A tab of a server's page. */
export type ServerTab = "overview" | "tools" | "resources" | "prompts" | "log" | "traffic" | "account";
