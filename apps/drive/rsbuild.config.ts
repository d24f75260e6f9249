import { DRIVE_REMOTE } from "@atrium/contract/remotes";
import { CHUNK_LOAD_TIMEOUT } from "@atrium/contract/constants";
import { pluginModuleFederation } from "@module-federation/rsbuild-plugin";
import localesPlugin from "@react-aria/optimize-locales-plugin";
import { defineConfig, type RsbuildConfig } from "@rsbuild/core";
import { pluginReact } from "@rsbuild/plugin-react";

/** A library of which a window holds one copy: the host's. The remote brings its own only where no host offers one. */
const shared = (requiredVersion: string) => ({ singleton: true, requiredVersion });

/** How drive is built: on its own, found by its manifest. Tests build a stand-in the same way. */
export function remoteConfig(app: string): RsbuildConfig {
  return {
    root: import.meta.dirname,
    plugins: [
      pluginReact({ splitChunks: false }),
      pluginModuleFederation({
        name: DRIVE_REMOTE.name,
        filename: "remoteEntry.js",
        // Not the bare name: an element with that id would stand in the container's place on `window`.
        library: { type: "var", name: "atrium_drive" },
        exposes: { [DRIVE_REMOTE.expose]: app },
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
    // The bundler wants an entry beside what the remote exposes; nobody opens a remote without a host.
    source: { entry: { index: app } },
    output: {
      distPath: { root: "../../dist/drive" },
      assetPrefix: "auto",
      cleanDistPath: true,
      legalComments: "linked",
      polyfill: "off",
      dataUriLimit: 0,
    },
    dev: { lazyCompilation: false },
    server: { cors: { origin: "*" } },
    performance: { printFileSize: false },
    tools: {
      htmlPlugin: false,
      rspack: (config, { appendPlugins }) => {
        config.output ??= {};
        config.output.chunkLoadTimeout = CHUNK_LOAD_TIMEOUT;
        appendPlugins(localesPlugin.rspack({ locales: ["en-US", "ko-KR"] }));
      },
    },
  };
}

export default defineConfig(remoteConfig("./src/app.ts"));
