// The English messages for every window, without those that only Rust uses.
export default import.meta.glob<string>(["../../../locales/en/*.ftl", "!../../../locales/en/{terminal,host,desktop,consent,recovery}*.ftl"], { query: "?raw", import: "default", eager: true });
