import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Three pages: the chat window's two, and the consent window's. Nothing is inlined: the windows run under a strict content security policy.
export default defineConfig({
  plugins: [svelte()],
  clearScreen: false,
  server: { port: 5173, strictPort: true },
  build: {
    target: "safari16",
    outDir: "dist",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { input: { main: "index.html", consent: "consent.html", recovery: "recovery.html" } },
  },
  test: { include: ["tests/**/*.test.ts"], environment: "node", testTimeout: 120_000, css: { include: /tokens\.css/ } },
});
