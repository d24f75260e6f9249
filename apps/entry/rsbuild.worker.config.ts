import { WORKER_SCRIPT } from "@atrium/contract/service-worker";
import { defineConfig } from "@rsbuild/core";
import { TABLE_IN_BUILD } from "./table-in-build.ts";

/** The service worker: one script without a hash in its name, by which browsers find the next version of it. */
export default defineConfig({
  root: import.meta.dirname,
  source: { entry: { worker: "./src/service-worker/worker.ts" }, define: TABLE_IN_BUILD },
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
