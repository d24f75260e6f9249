/**
 * `npm run dev`: a server with a small demo organisation in a store that is thrown away at the end, and a browser
 * side that is rebuilt on every save (reload the page to see it). `ATRIUM_PORT` chooses another port.
 */
import { join, resolve } from "node:path";
import { createRsbuild, mergeRsbuildConfig, type RsbuildConfig } from "@rsbuild/core";
import driveConfig from "../apps/drive/rsbuild.config.ts";
import hostConfig from "../apps/entry/rsbuild.config.ts";
import { createDemo, PEOPLE, type PersonKey } from "../server/src/features/demo/index.ts";
import { startSuite } from "../server/src/testing/suite.ts";

const DIST = resolve(import.meta.dirname, "../dist/dev");
const PASSWORD = "only for development";
const MESSAGES = 400;

process.env["NODE_ENV"] = "development";

/** Builds, and builds again on every save. Resolves when the first build is there. */
async function watch(name: string, config: RsbuildConfig): Promise<() => Promise<void>> {
  const rsbuild = await createRsbuild({
    ...(config.root !== undefined && { cwd: config.root }),
    config: mergeRsbuildConfig(config, {
      mode: "development",
      logLevel: "warn",
      dev: { assetPrefix: "auto" },
      // The server's policy allows no `eval`, by which the default source map works.
      output: { distPath: { root: join(DIST, name) }, sourceMap: { js: "source-map" } },
    }),
  });
  rsbuild.onAfterBuild(({ isFirstCompile, stats }) => {
    if (!stats?.hasErrors() && !isFirstCompile) console.log(`${name}: rebuilt`);
  });
  const { close } = await rsbuild.build({ watch: true });
  return close;
}

console.log("Building the web applications …");
const closers = await Promise.all([watch("host", hostConfig), watch("drive", driveConfig)]);

console.log("Starting the server …");
const server = await startSuite({
  seeds: false,
  dist: DIST,
  config: { port: Number(process.env["ATRIUM_PORT"] ?? 8080), dns: null },
});
const passwords = Object.fromEntries(Object.keys(PEOPLE).map((key) => [key, PASSWORD])) as Record<
  PersonKey,
  string
>;
const { engine, accounts, platform } = server.suite;
const { people } = await createDemo({
  engine,
  accounts,
  ...platform,
  passwords,
  count: MESSAGES,
});

console.log(`\nAtrium: ${server.url}\nSMTP:   127.0.0.1:${server.smtpPort}\n`);
for (const { address } of people) console.log(`  ${address.padEnd(20)} ${PASSWORD}`);
console.log("\nPress Ctrl+C to stop.");

async function end(): Promise<void> {
  for (const close of closers) await close();
  await server.close();
  process.exit(0);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void end());
