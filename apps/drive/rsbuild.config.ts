import { DRIVE_REMOTE } from "@atrium/contract/remotes";
import { CHUNK_LOAD_TIMEOUT } from "@atrium/contract/constants";
import { pluginModuleFederation } from "@module-federation/rsbuild-plugin";
import localesPlugin from "@react-aria/optimize-locales-plugin";
import { defineConfig } from "@rsbuild/core";
import { pluginReact } from "@rsbuild/plugin-react";

/** A library of which a window holds one copy: the host's. The remote brings its own only where no host offers one. */
const shared = (requiredVersion: string) => ({ singleton: true, requiredVersion });

/** The drive remote: built and served on its own, found by its manifest. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    pluginReact({ splitChunks: false }),
    pluginModuleFederation({
      name: DRIVE_REMOTE.name,
      filename: "remoteEntry.js",
      exposes: { [DRIVE_REMOTE.expose]: "./src/app.ts" },
      shareStrategy: "version-first",
      shared: {
        react: shared("^19.3.1"),
        "react-dom": shared("^19.3.1"),
        "react-dom/client": shared("^19.3.1"),
        "react/jsx-runtime": shared("^19.3.1"),
        zustand: shared("^5.1.0"),
        "@atrium/ui": shared("^1.0.0"),
        "@atrium/dnd": shared("^1.0.0"),
      },
      dts: false,
      dev: false,
    }),
  ],
  source: { entry: { index: "./src/index.ts" } },
  output: {
    distPath: { root: "../../dist/drive" },
    assetPrefix: "auto",
    cleanDistPath: true,
    legalComments: "linked",
    polyfill: "off",
    dataUriLimit: 0,
  },
  dev: { lazyCompilation: false },
  performance: { printFileSize: false },
  tools: {
    htmlPlugin: false,
    rspack: (config, { appendPlugins }) => {
      config.output ??= {};
      config.output.chunkLoadTimeout = CHUNK_LOAD_TIMEOUT;
      appendPlugins(localesPlugin.rspack({ locales: ["en-US", "ko-KR"] }));
    },
  },
});
