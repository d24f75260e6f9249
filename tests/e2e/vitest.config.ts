import { defineConfig } from "vitest/config";
import { NODE_COMPILE_CACHE } from "../../server/src/testing/program.ts";

/**
 * In a real browser, against the built `dist/`. Three files at a time, each process with a browser that its files share:
 * while one test waits for a server or a clock, the others have the machine.
 */
export default defineConfig({
  test: {
    // For the threads that read messages, which do not go through vitest.
    env: { NODE_COMPILE_CACHE },
    include: ["tests/e2e/**/*.test.ts"],
    globalSetup: ["server/src/testing/global-setup.ts"],
    // The server's modules, and the browser, are the same for all files of a process.
    isolate: false,
    maxWorkers: 3,
    maxConcurrency: 30,
    // Far more than anything takes: a machine at twenty times its load shows the same, later.
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
