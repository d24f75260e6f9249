import { defineConfig } from "vitest/config";

/** In a real browser, against the built `dist/`. Files one after another: the machine's cores belong to the browser. */
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    globalSetup: ["server/src/testing/global-setup.ts"],
    fileParallelism: false,
    maxConcurrency: 30,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
