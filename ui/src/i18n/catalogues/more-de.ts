// The German messages that the main window does without.
export default import.meta.glob<string>("../../../locales/de/{consent,recovery}*.ftl", { query: "?raw", import: "default", eager: true });
