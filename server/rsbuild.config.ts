import { globSync } from "node:fs";
import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import type { RsbuildConfig } from "@rsbuild/core";

/** What threads begin with, which they load by its address: each is an entry under the name of its file. */
const THREADS = [
  "src/platform/workers/thread.ts",
  ...globSync("src/**/*.task.ts", { cwd: import.meta.dirname }),
].map((file) => [basename(file, ".ts"), `./${file}`] as const);

/**
 * The server in a few files. Of its sources and packages Node would look for six thousand, and strip the types of a thousand,
 * at each start of a process and again of a thread. Native packages stay where they are.
 * @param folder where it will be in the end
 */
export function serverConfig(folder: string): RsbuildConfig {
  const entry = Object.fromEntries(THREADS);
  if (Object.keys(entry).length < THREADS.length)
    throw new Error("two tasks of the server have the same name");
  return {
    root: import.meta.dirname,
    source: {
      entry: { main: "./src/main.ts", cli: "./src/cli/main.ts", ...entry },
      define: { BUILD_FOLDER: JSON.stringify(`${pathToFileURL(folder).href}/`) },
      tsconfigPath: "../tsconfig.server.json",
    },
    output: {
      target: "node",
      module: true,
      cleanDistPath: false,
      filename: { js: "[name].mjs" },
      // So that the places in a stack trace can be read.
      minify: false,
      legalComments: "inline",
      externals: [/^@node-rs\//],
    },
    // pg asks for it where somebody wants it.
    resolve: { alias: { "pg-native": false } },
    tools: {
      rspack: {
        // Both would make ws faster, and it does without where they are not there.
        ignoreWarnings: [/Can't resolve '(?:bufferutil|utf-8-validate)'/],
        module: {
          parser: {
            javascript: {
              // `import.meta.url` stays where the source is: from there, migrations, icons and packages are found.
              importMeta: true,
              // What is beside a source is not copied.
              url: false,
              worker: false,
              // graphile-worker could read a configuration that is a program.
              exprContextCritical: false,
            },
          },
        },
      },
    },
    performance: { printFileSize: false },
  };
}
