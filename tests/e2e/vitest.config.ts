import { defineConfig } from "vitest/config";

/**
 * In a real browser, against the built `dist/`. Two files at a time, each process with a browser that its files share:
 * while one test waits for a server or a clock, the other has the machine.
 */
export default defineConfig({
  test: {
    include: ["tests/e2e/**/*.test.ts"],
    globalSetup: ["server/src/testing/global-setup.ts"],
    // The server's modules, and the browser, are the same for all files of a process.
    isolate: false,
    maxWorkers: 2,
    maxConcurrency: 30,
    testTimeout: 60_000,
    // A machine that is half as fast, or has two files at work, shows the same, later.
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 120_000,
  },
});
