import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** The repository's root. */
export const ROOT = resolve(import.meta.dirname, "../..");

const SOURCE = /\.(ts|tsx|mts|mjs)$/;
const SKIPPED = new Set(["node_modules", "dist", "data", ".git", ".cache"]);

/** One import statement: the file that has it, and what it names. Paths are relative to the root, with `/`. */
export interface Import {
  readonly file: string;
  readonly specifier: string;
  /** Only types are taken, so nothing is left of it at run time. */
  readonly typeOnly: boolean;
}

/** A workspace: its folder, and what its package.json says. */
export interface Workspace {
  readonly folder: string;
  readonly name: string;
  readonly declared: ReadonlySet<string>;
  readonly exports: Readonly<Record<string, string>>;
}

/** All source files below a folder, relative to the root. */
export function sourceFiles(folder: string): string[] {
  const full = join(ROOT, folder);
  if (!existsSync(full)) return [];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourceFiles(path);
    return SOURCE.test(entry.name) && !entry.name.endsWith(".d.ts") ? [path] : [];
  });
}

/** The workspaces that the root package.json names. */
export function workspaces(): Workspace[] {
  const patterns: string[] = JSON.parse(
    readFileSync(join(ROOT, "package.json"), "utf8"),
  ).workspaces;
  const folders = patterns.flatMap((pattern) =>
    pattern.endsWith("/*")
      ? readdirSync(join(ROOT, pattern.slice(0, -2))).map(
          (name) => `${pattern.slice(0, -2)}/${name}`,
        )
      : [pattern],
  );
  return folders
    .filter((folder) => existsSync(join(ROOT, folder, "package.json")))
    .map((folder) => {
      const manifest = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
      const declared = [
        "dependencies",
        "devDependencies",
        "optionalDependencies",
        "peerDependencies",
      ].flatMap((field) => Object.keys(manifest[field] ?? {}));
      return {
        folder,
        name: manifest.name,
        declared: new Set(declared),
        exports: manifest.exports ?? {},
      };
    });
}

/** The workspaces that export something under a name, such as `./settings`. */
export const bringing = (kind: string): Workspace[] =>
  workspaces().filter(({ exports }) => kind in exports);

/** What they export there. */
export const brought = <T>(kind: string): Promise<T[]> =>
  Promise.all(
    bringing(kind).map(
      ({ folder, exports }) => import(join(ROOT, folder, exports[kind]!)) as Promise<T>,
    ),
  );

/** Every static and dynamic import of a file. Comments are taken out first; strings that spell an import do not occur here. */
export function importsOf(file: string): Import[] {
  const code = readFileSync(join(ROOT, file), "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|[^:"'`])\/\/.*$/gm, "$1");
  const found: Import[] = [];
  const statement =
    /(?:^|[\n;])\s*(import|export)\s+(type\s+)?(?:[\w$*{}\s,]+?\s+from\s+)?["']([^"']+)["']/g;
  for (const match of code.matchAll(statement)) {
    if (match[1] === "export" && !/from\s+["']/.test(match[0])) continue;
    found.push({ file, specifier: match[3]!, typeOnly: match[2] !== undefined });
  }
  for (const match of code.matchAll(/\bimport\(\s*(?:\/\*.*?\*\/)?\s*["']([^"']+)["']\s*,?\s*\)/g))
    found.push({ file, specifier: match[1]!, typeOnly: false });
  return found;
}

/** The package name of a bare specifier (`@scope/name/x` → `@scope/name`). */
export function packageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** The file of this repository that an import reaches, or undefined for packages and built-ins. */
export function target(from: Import, all: readonly Workspace[]): string | undefined {
  if (from.specifier.startsWith(".")) {
    const path = resolve(ROOT, dirname(from.file), from.specifier.replace(/\?.*$/, ""));
    return existsSync(path) && statSync(path).isFile() ? relative(ROOT, path) : undefined;
  }
  const workspace = all.find(({ name }) => name === packageName(from.specifier));
  if (!workspace) return undefined;
  const subpath = `.${from.specifier.slice(workspace.name.length)}`;
  for (const [pattern, file] of Object.entries(workspace.exports)) {
    if (pattern === subpath) return `${workspace.folder}/${file.replace(/^\.\//, "")}`;
    const [before, after] = pattern.split("*");
    if (after !== undefined && subpath.startsWith(before!) && subpath.endsWith(after)) {
      const star = subpath.slice(before!.length, subpath.length - after.length);
      return `${workspace.folder}/${file.replace("*", star).replace(/^\.\//, "")}`;
    }
  }
  return undefined;
}
