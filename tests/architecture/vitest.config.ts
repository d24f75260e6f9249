import { defineConfig } from "vitest/config";

/** The tests of the house itself need no database. */
export default defineConfig({
  test: {
    include: ["tests/architecture/**/*.test.ts"],
    // They are short but for one, and read the same modules.
    isolate: false,
    maxWorkers: 1,
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
