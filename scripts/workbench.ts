/**
 * `npm run workbench`: a page with every component of the kit in every state, in each theme, density and
 * language. Built again on every save; `serveWorkbench` builds it once for tests.
 */
import { join, resolve } from "node:path";
import localesPlugin from "@react-aria/optimize-locales-plugin";
import { createRsbuild, type RsbuildConfig } from "@rsbuild/core";
import { pluginReact } from "@rsbuild/plugin-react";

const ROOT = resolve(import.meta.dirname, "..");

function config(port: number): RsbuildConfig {
  return {
    root: join(ROOT, "kits/ui"),
    plugins: [pluginReact()],
    source: { entry: { index: "./src/workbench/index.tsx" } },
    html: { template: "./src/workbench/index.html" },
    server: { host: "127.0.0.1", port, printUrls: false },
    output: { distPath: { root: join(ROOT, "dist/workbench") }, polyfill: "off" },
    performance: { printFileSize: false },
    tools: {
      rspack: (_, { appendPlugins }) => {
        appendPlugins(localesPlugin.rspack({ locales: ["en-US", "ko-KR"] }));
      },
    },
  };
}

/** Builds the workbench as a release would be and serves it on loopback. */
export async function serveWorkbench(): Promise<{ url: string; close: () => Promise<void> }> {
  const rsbuild = await createRsbuild({
    cwd: ROOT,
    config: { ...config(0), mode: "production", logLevel: "error" },
  });
  await rsbuild.build();
  const { urls, server } = await rsbuild.preview();
  return { url: urls[0] ?? "", close: () => server.close() };
}

if (import.meta.main) {
  const rsbuild = await createRsbuild({ cwd: ROOT, config: config(8090) });
  const { urls } = await rsbuild.startDevServer();
  console.log(`Workbench: ${urls[0]}`);
}
