// The English messages that the main window does without.
export default import.meta.glob<string>("../../../locales/en/{consent,recovery}*.ftl", { query: "?raw", import: "default", eager: true });
