import { defineConfig } from "vitest/config";

/** The tests of the house itself need no database. */
export default defineConfig({
  test: {
    include: ["tests/architecture/**/*.test.ts"],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
