import { defineConfig } from "vitest/config";

/** Unit and integration tests; those in a browser have `tests/e2e/vitest.config.ts`. */
export default defineConfig({
  test: {
    include: ["**/src/**/*.test.{ts,tsx}", "tests/{conformance,durability}/**/*.test.ts"],
    exclude: ["**/node_modules/**", "dist/**", "data/**"],
    globalSetup: ["server/src/testing/global-setup.ts"],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
