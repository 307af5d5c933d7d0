import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** `vite build --mode test` builds a page for looking at every state and at hostile text; the product has the one page only. */
const LOOKED_AT = { outDir: "dist-test", rollupOptions: { input: "hostile.html" } };

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  // The engine of the oldest system that the window runs on.
  build: { target: "safari16", chunkSizeWarningLimit: 900, ...(mode === "test" ? LOOKED_AT : {}) },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : undefined,
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts"],
    // A machine that also compiles is slow.
    testTimeout: 20_000,
  },
}));
