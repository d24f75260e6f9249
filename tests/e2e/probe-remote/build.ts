import { createRsbuild, mergeRsbuildConfig } from "@rsbuild/core";
import { join } from "node:path";
import { remoteConfig } from "../../../apps/drive/rsbuild.config.ts";

/** Builds the probe exactly as drive is built, into a folder. */
export async function buildProbe(folder: string): Promise<void> {
  process.env["NODE_ENV"] = "production";
  const rsbuild = await createRsbuild({
    cwd: import.meta.dirname,
    config: mergeRsbuildConfig(remoteConfig(join(import.meta.dirname, "app.ts")), {
      mode: "production",
      logLevel: "error",
      output: { distPath: { root: folder } },
    }),
  });
  const { close } = await rsbuild.build();
  await close();
}
