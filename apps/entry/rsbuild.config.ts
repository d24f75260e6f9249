import { APPLICATIONS } from "@atrium/contract/applications";
import { CHUNK_LOAD_TIMEOUT, FEDERATION } from "@atrium/contract/constants";
import localesPlugin from "@react-aria/optimize-locales-plugin";
import { defineConfig, rspack, type RsbuildPlugin } from "@rsbuild/core";
import { pluginReact } from "@rsbuild/plugin-react";
import { TABLE_IN_BUILD } from "./table-in-build.ts";

/** What the server replaces by the asset base (`ATRIUM_ASSET_BASE`, or `/assets/`) when it answers the document. */
const ASSETS = "%ASSETS%";

const APPS = new Set<string>(["sign-in", ...Object.keys(APPLICATIONS)]);

/** `src/applications.d.ts`, of the table: a chunk for each, named after its application. */
const LOADERS = `export const LOAD = {${Object.keys(APPLICATIONS)
  .map((app) => {
    const [name, specifier] = [JSON.stringify(app), JSON.stringify(`@atrium/app-${app}`)];
    return `${name}: () => import(/* webpackChunkName: ${name} */ ${specifier})`;
  })
  .join()}};`;

/** Long lists: windows of one mail have none, and those that have carry them in a chunk of their own. */
const LISTS = /\/kits\/ui\/src\/(grid|tree)\/|\/@tanstack\//;

/** Puts the placeholder in front of every address in the document. */
const assetPlaceholder: RsbuildPlugin = {
  name: "atrium-asset-placeholder",
  setup(api) {
    api.modifyHTMLTags((tags) => {
      for (const { attrs } of [...tags.headTags, ...tags.bodyTags]) {
        for (const name of ["src", "href"]) {
          const address = attrs?.[name];
          if (attrs && typeof address === "string" && !/^(data:|https?:|%)/.test(address)) {
            attrs[name] = ASSETS + address.replace(/^(\.?\/)+/, "");
          }
        }
      }
      return tags;
    });
  },
};

/**
 * Whether a chunk is an application's own (`open.ts` names them). The chatbot stands apart: it is embedded in pages of
 * others, where it shares no cache with the suite, and must not pay for the kit.
 */
function startsWindow({ name }: { name?: string | undefined }): boolean {
  return name !== undefined && name !== "chatbot-embed" && APPS.has(name);
}

/** The browser side of every application but drive: one document, one entry script, a chunk per application. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [pluginReact({ splitChunks: false }), assetPlaceholder],
  source: {
    entry: { index: "./src/index.ts" },
    define: {
      ...TABLE_IN_BUILD,
      FEDERATION_BUILD_IDENTIFIER: JSON.stringify(FEDERATION.id),
      ENV_TARGET: JSON.stringify("web"),
    },
  },
  html: {
    template: "./src/index.html",

    scriptLoading: "defer",
    inject: "head",
  },
  splitChunks: {
    preset: "none",
    cacheGroups: {
      default: false,
      defaultVendors: false,
      // What most windows start with: React, the UI kit, the frame. One request instead of a dozen small ones.
      // Large, and the same in many a release: so it has a hash of its own.
      kit: {
        name: "kit",
        filename: "kit.[contenthash:8].js",
        chunks: startsWindow,
        test: (module) => !LISTS.test(module.nameForCondition() ?? ""),
        minChunks: 3,
        enforce: true,
      },
      // Parts that are loaded later share what they have in common.
      later: { chunks: (chunk) => !startsWindow(chunk), minChunks: 2, minSize: 10_000 },
    },
  },
  output: {
    distPath: {
      root: "../../dist/host",
      js: "",
      jsAsync: "",
      css: "",
      cssAsync: "",
      font: "",
      svg: "",
      image: "",
      assets: "",
      wasm: "",
    },
    filename: {
      js: "[name].[contenthash:8].js",
      css: "[id].[fullhash].css",
    },
    // Flat, so that a stylesheet finds its fonts beside itself; the entry script sets the loader's public path.
    assetPrefix: "",
    cleanDistPath: true,
    legalComments: "linked",
    polyfill: "off",
    dataUriLimit: 0,
  },
  performance: { printFileSize: false },
  tools: {
    rspack: (config, { appendPlugins }) => {
      config.output ??= {};
      config.output.chunkLoadTimeout = CHUNK_LOAD_TIMEOUT;
      // Without names, and without a hash of each: the loader in the entry script carries a table of them otherwise.
      config.output.chunkFilename = "[id].[fullhash].js";
      config.output.hashDigestLength = 8;
      // Numbers that count up: the loader lists every chunk that has a stylesheet, and short runs pack well.
      config.optimization ??= {};
      config.optimization.chunkIds = "size";
      config.output.uniqueName = FEDERATION.name;
      appendPlugins(
        new rspack.experiments.VirtualModulesPlugin({
          [`${import.meta.dirname}/src/applications.js`]: LOADERS,
        }),
      );
      appendPlugins(localesPlugin.rspack({ locales: ["en-US", "ko-KR"] }));
    },
  },
});
