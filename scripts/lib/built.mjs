// Where the server is that `scripts/build.ts` built. Plain JavaScript for any Node from 20 on, with nothing installed.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./install.mjs";

/** What the server is made of, from the root. */
export const SERVER_FOLDERS = ["contract/src", "formats/src", "server/src"];
export const SERVER_FILES = [
  "package-lock.json",
  "tsconfig.base.json",
  "tsconfig.server.json",
  "scripts/build.ts",
  "contract/package.json",
  "formats/package.json",
  "server/package.json",
  "server/rsbuild.config.ts",
];

const SOURCES = { main: "server/src/main.ts", cli: "server/src/cli/main.ts" };

/** Where it is noted what a build was made of, in which checkout. As old as the newest of what it was made of may be. */
export const stampOf = (name, root = ROOT) => join(root, "dist", `.${name}`);

/** Of the built server, from the root: what starts it (`main`) or the command line (`cli`). */
export const builtFile = (name) => `dist/server/${name}.mjs`;

/** The same, or the source where that is newer. */
export const serverFile = (name, root = ROOT) => (isFresh(root) ? builtFile(name) : SOURCES[name]);

function isFresh(root) {
  try {
    const stamp = stampOf("server", root);
    const [, checkout] = readFileSync(stamp, "utf8").split("\n");
    const { mtimeMs } = statSync(stamp);
    const isOlder = (path) => statSync(path).mtimeMs <= mtimeMs;
    return (
      checkout === root &&
      SERVER_FILES.every((file) => isOlder(join(root, file))) &&
      SERVER_FOLDERS.every((folder) => isFolderOlder(join(root, folder), isOlder))
    );
  } catch {
    return false;
  }
}

/** A folder is newer, too, where a file came or went. */
function isFolderOlder(folder, isOlder) {
  return (
    isOlder(folder) &&
    readdirSync(folder, { withFileTypes: true }).every((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return isFolderOlder(path, isOlder);
      return entry.name.endsWith(".test.ts") || isOlder(path);
    })
  );
}
