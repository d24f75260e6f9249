import { WORKER_SCRIPT } from "@atrium/contract/service-worker";
import { defineConfig } from "@rsbuild/core";

/** The service worker: one script without a hash in its name, by which browsers find the next version of it. */
export default defineConfig({
  root: import.meta.dirname,
  source: { entry: { worker: "./src/service-worker/worker.ts" } },
  splitChunks: false,
  output: {
    target: "web-worker",
    distPath: { root: "../../dist/host", js: "" },
    filename: { js: WORKER_SCRIPT.slice(1) },
    // The windows' files lie there already.
    cleanDistPath: false,
    legalComments: "none",
    polyfill: "off",
  },
  performance: { printFileSize: false },
});
