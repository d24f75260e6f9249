/**
 * `npm run build`: the browser side, into `dist/host` (every application behind one document) and `dist/drive`
 * (the remote), and the server, into `dist/server`. What is up to date is left alone; `--force` builds all of it.
 */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { createRsbuild, mergeRsbuildConfig, type RsbuildConfig } from "@rsbuild/core";
import { RELEASE_FILE, type Release } from "@atrium/contract/service-worker";
import driveConfig from "../apps/drive/rsbuild.config.ts";
import hostConfig from "../apps/entry/rsbuild.config.ts";
import workerConfig from "../apps/entry/rsbuild.worker.config.ts";
import { serverConfig } from "../server/rsbuild.config.ts";
import { SERVER_FILES, SERVER_FOLDERS, stampOf } from "./lib/built.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const COMPRESSED = new Set([".js", ".css", ".html", ".json", ".svg", ".txt"]);

interface Target {
  readonly name: "host" | "drive" | "server";
  /** What it is made of, as globs from the root. */
  readonly inputs: readonly string[];
  /**
   * Fills an empty folder.
   * @param inputs hash of what it is made of
   * @param before the folder that it will replace; there may be none
   */
  readonly make: (folder: string, inputs: string, before: string) => Promise<void>;
}

const SHARED_INPUTS = [
  "package-lock.json",
  "scripts/build.ts",
  "contract/src/**/*",
  "formats/src/**/*",
  "kits/*/{src/**/*,package.json}",
];
const TARGETS: readonly Target[] = [
  {
    name: "host",
    async make(folder, _, before) {
      await bundle(hostConfig, folder);
      await bundle(workerConfig, folder);
      noteRelease(folder, before);
      await compress(folder);
    },
    inputs: [
      ...SHARED_INPUTS,
      "features/*/{src/**/*,package.json}",
      "apps/*/{src/**/*,package.json,rsbuild*.config.ts}",
    ],
  },
  {
    name: "drive",
    async make(folder) {
      await bundle(driveConfig, folder);
      await compress(folder);
    },
    inputs: [
      ...SHARED_INPUTS,
      "features/{drive,sharing}/{src/**/*,package.json}",
      "apps/drive/{src/**/*,package.json,rsbuild.config.ts}",
    ],
  },
  {
    name: "server",
    inputs: [...SERVER_FILES, ...SERVER_FOLDERS.map((folder) => `${folder}/**/*`)],
    make: makeServer,
  },
];

/** Builds what is stale. Throws when a build fails; what was built before stays as it was then. */
export async function build(options: { readonly force?: boolean } = {}): Promise<void> {
  for (const target of TARGETS) {
    const stamp = stampOf(target.name);
    const began = new Date();
    const inputs = hashOf(target.inputs);
    const noted = `${inputs}\n${ROOT}`;
    const folder = join(ROOT, "dist", target.name);
    if (
      !options.force &&
      existsSync(folder) &&
      existsSync(stamp) &&
      readFileSync(stamp, "utf8") === noted
    ) {
      utimesSync(stamp, began, began);
      console.log(`${target.name}: up to date`);
      continue;
    }
    const started = performance.now();
    console.log(`${target.name}: building …`);
    // Beside the old build, which a running server serves until the new one takes its place whole.
    const fresh = join(ROOT, "dist", `.${target.name}-${process.pid}`);
    const old = `${fresh}-old`;
    try {
      await target.make(fresh, inputs, folder);
    } catch (error) {
      rmSync(fresh, { recursive: true, force: true });
      throw new Error(`${target.name}: the build failed`, { cause: error });
    }
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(fresh, folder);
    rmSync(old, { recursive: true, force: true });
    writeFileSync(stamp, noted);
    utimesSync(stamp, began, began);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${target.name}: built in ${seconds} s`);
  }
}

async function bundle(config: RsbuildConfig, folder: string): Promise<void> {
  process.env.NODE_ENV = "production";
  const rsbuild = await createRsbuild({
    cwd: config.root ?? ROOT,
    config: mergeRsbuildConfig(config, {
      mode: "production",
      logLevel: "warn",
      output: { distPath: { root: folder } },
    }),
  });
  const { stats, close } = await rsbuild.build();
  await close();
  if (stats?.hasErrors()) throw new Error("it has errors");
}

/**
 * Each build of the server has a folder of its own, named in the two files that start it. The one before stays: a server that
 * runs from it loads some of its files only when it needs them.
 */
async function makeServer(fresh: string, inputs: string, before: string): Promise<void> {
  const build = inputs.slice(0, 16);
  await bundle(serverConfig(join(before, build)), join(fresh, build));
  for (const name of ["main", "cli"])
    writeFileSync(join(fresh, `${name}.mjs`), `import "./${build}/${name}.mjs";\n`);
  const start = join(before, "main.mjs");
  const [, last] = existsSync(start) ? /\/(\w+)\//.exec(readFileSync(start, "utf8"))! : [];
  if (last !== undefined && last !== build)
    cpSync(join(before, last), join(fresh, last), { recursive: true, preserveTimestamps: true });
}

/**
 * Writes down what the release consists of, and takes over the files of the release before: windows that were opened
 * then may still ask for a part of it. Of the one before that nothing is left.
 */
function noteRelease(fresh: string, before: string): void {
  const files = readdirSync(fresh).filter(
    (file) => /\.[\w-]{8,}\.(js|css|woff2)$/.test(file) && !file.endsWith(".LICENSE.txt"),
  );
  const entry = files.find((file) => /^index\.[^.]+\.js$/.test(file))!;
  const release: Release = { build: entry, files };
  writeFileSync(join(fresh, RELEASE_FILE), JSON.stringify(release));
  const old = join(before, RELEASE_FILE);
  if (!existsSync(old)) return;
  for (const file of (JSON.parse(readFileSync(old, "utf8")) as Release).files)
    if (!existsSync(join(fresh, file))) copyFileSync(join(before, file), join(fresh, file));
}

/** Puts a `.br` beside every text file, so that no server compresses at answer time. */
async function compress(folder: string): Promise<void> {
  const names = globSync("**/*", { cwd: folder }).filter((name) => COMPRESSED.has(extname(name)));
  await Promise.all(
    names.map(async (name) => {
      const plain = await readFile(join(folder, name));
      const small = await promisify(brotliCompress)(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      });
      await writeFile(join(folder, `${name}.br`), small);
    }),
  );
}

/** One hash over the names and contents of everything that goes into a build. */
function hashOf(globs: readonly string[]): string {
  const hash = createHash("sha256").update(process.version);
  const files = globs
    .flatMap((glob) => globSync(glob, { cwd: ROOT, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of [...new Set(files)].sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

if (import.meta.main) await build({ force: process.argv.includes("--force") });
