/**
 * `npm run build`: the browser side, into `dist/host` (every application behind one document) and `dist/drive`
 * (the remote). What is up to date is left alone; `--force` builds all of it.
 */
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
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

const ROOT = resolve(import.meta.dirname, "..");
const COMPRESSED = new Set([".js", ".css", ".html", ".json", ".svg", ".txt"]);

interface Target {
  readonly name: "host" | "drive";
  readonly config: RsbuildConfig;
  /** What is built into the same folder afterwards. */
  readonly beside?: RsbuildConfig;
  /** What it is made of, as globs from the root. */
  readonly inputs: readonly string[];
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
    config: hostConfig,
    beside: workerConfig,
    inputs: [
      ...SHARED_INPUTS,
      "features/*/{src/**/*,package.json}",
      "apps/*/{src/**/*,package.json,rsbuild*.config.ts}",
    ],
  },
  {
    name: "drive",
    config: driveConfig,
    inputs: [
      ...SHARED_INPUTS,
      "features/{drive,sharing}/{src/**/*,package.json}",
      "apps/drive/{src/**/*,package.json,rsbuild.config.ts}",
    ],
  },
];

/** Builds what is stale. Throws when a build fails; what was built before stays as it was then. */
export async function build(options: { readonly force?: boolean } = {}): Promise<void> {
  for (const target of TARGETS) {
    const stamp = join(ROOT, "dist", `.${target.name}`);
    const inputs = hashOf(target.inputs);
    const folder = join(ROOT, "dist", target.name);
    if (
      !options.force &&
      existsSync(folder) &&
      existsSync(stamp) &&
      readFileSync(stamp, "utf8") === inputs
    ) {
      console.log(`${target.name}: up to date`);
      continue;
    }
    const started = performance.now();
    console.log(`${target.name}: building …`);
    // Beside the old build, which a running server serves until the new one takes its place whole.
    const fresh = join(ROOT, "dist", `.${target.name}-${process.pid}`);
    const old = `${fresh}-old`;
    const { files, bytes } = await bundle(target, fresh)
      .then(() => noteRelease(target, fresh, folder))
      .then(() => compress(fresh))
      .catch((error: unknown) => {
        rmSync(fresh, { recursive: true, force: true });
        throw error;
      });
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(fresh, folder);
    rmSync(old, { recursive: true, force: true });
    writeFileSync(stamp, inputs);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(
      `${target.name}: ${files} files, ${Math.round(bytes / 1024)} kB compressed, ${seconds} s`,
    );
  }
}

async function bundle({ name, config, beside }: Target, folder: string): Promise<void> {
  process.env.NODE_ENV = "production";
  await bundleOne(name, config, folder);
  if (beside) await bundleOne(name, beside, folder);
}

async function bundleOne(name: string, config: RsbuildConfig, folder: string): Promise<void> {
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
  if (stats?.hasErrors()) throw new Error(`${name}: the build failed`);
}

/**
 * Writes down what the release consists of, and takes over the files of the release before: windows that were opened
 * then may still ask for a part of it. Of the one before that nothing is left.
 */
function noteRelease({ name }: Target, fresh: string, before: string): void {
  if (name !== "host") return;
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
async function compress(folder: string): Promise<{ files: number; bytes: number }> {
  const names = globSync("**/*", { cwd: folder }).filter((name) => COMPRESSED.has(extname(name)));
  const sizes = await Promise.all(
    names.map(async (name) => {
      const plain = await readFile(join(folder, name));
      const small = await promisify(brotliCompress)(plain, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
        },
      });
      await writeFile(join(folder, `${name}.br`), small);
      return small.length;
    }),
  );
  return { files: names.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
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
