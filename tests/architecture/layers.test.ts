import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importsOf, packageName, ROOT, sourceFiles, target, workspaces } from "./imports.ts";

const all = workspaces();
/** Tests, and what they are made of. */
const isTest = (file: string) =>
  /\.(test|fixture)\.tsx?$|\/testing\//.test(file) || file.startsWith("tests/");
/** Programs that a shell starts: they find a newer Node first, with the scripts' own code. */
const isLauncher = (file: string) => /^server\/bin\/.*\.mjs$/.test(file);
const files = [...all.flatMap(({ folder }) => sourceFiles(folder)), ...sourceFiles("scripts")];
const imports = files.flatMap(importsOf);
const reached = imports.flatMap((from) => {
  const to = target(from, all);
  return to === undefined ? [] : [{ ...from, to }];
});

/** Which top-level folders each may import from, besides itself. */
const BELOW: Record<string, readonly string[]> = {
  contract: [],
  formats: ["contract"],
  kits: ["contract", "formats"],
  features: ["kits", "formats", "contract"],
  apps: ["features", "kits", "contract"],
  server: ["formats", "contract"],
};

/** The layers inside the server, from the top. A file may import from its own layer and those below. */
const SERVER_LAYERS = ["main.ts", "wiring", "protocols", "features", "engine", "platform"];
/** Beside the wiring: the command line and the test bench start the same things. */
const BESIDE_WIRING = new Set(["cli", "cli.ts", "testing"]);

/** Messages as octets: threads load these modules without the rest of mail. */
const MESSAGE_FORMAT = "server/src/features/mail/message/";
const serverFeature = (file: string) => /^server\/src\/features\/([^/]+)\//.exec(file)?.[1];

const top = (file: string) => file.split("/")[0]!;
const second = (file: string) => file.split("/").slice(0, 2).join("/");
const serverLayer = (file: string) => {
  const name = file.split("/")[2]!;
  return BESIDE_WIRING.has(name) ? 0 : SERVER_LAYERS.indexOf(name);
};

describe("the layers", () => {
  test("imports were found", () => {
    expect(files.length).toBeGreaterThan(20);
    expect(reached.length).toBeGreaterThan(files.length / 2);
  });

  test("every arrow points down", () => {
    const upward = reached
      .filter(({ file, to }) => top(file) in BELOW && top(file) !== top(to))
      .filter(({ file }) => !isTest(file) && !isLauncher(file))
      .filter(({ file, to }) => !BELOW[top(file)]!.includes(top(to)))
      .map(({ file, to }) => `${file} → ${to}`);
    expect(upward).toEqual([]);
  });

  test("inside the server: main → wiring → protocols → features → engine → platform", () => {
    const upward = reached
      .filter(({ file, to }) => file.startsWith("server/src/") && to.startsWith("server/src/"))
      .filter(({ file }) => !isTest(file))
      .filter(({ file, to }) => serverLayer(to) < serverLayer(file))
      .map(({ file, to }) => `${file} → ${to}`);
    expect(upward).toEqual([]);
  });

  test("the server's features import each other by their index, in one direction", () => {
    const between = reached
      .filter(({ file, to }) => serverFeature(file) && serverFeature(to) && !isTest(file))
      .filter(({ file, to }) => serverFeature(file) !== serverFeature(to));
    expect(between.length).toBeGreaterThan(50);
    const around = between
      .filter(({ to }) => to !== `server/src/features/${serverFeature(to)}/index.ts`)
      .filter(({ to }) => !to.startsWith(MESSAGE_FORMAT))
      .map(({ file, to }) => `${file} → ${to}`);
    expect(around).toEqual([]);
    const edges = between.map(({ file, to }) => ({
      file: serverFeature(file)!,
      to: serverFeature(to)!,
    }));
    expect(circles(edges)).toEqual([]);
  });

  test("the engine names no product", () => {
    const naming = sourceFiles("server/src/engine")
      .filter((file) => !isTest(file))
      .filter((file) =>
        /mailbox|passkey|secondFactor|vacation|FileNode|tnef/i.test(
          readFileSync(join(ROOT, file), "utf8"),
        ),
      );
    expect(naming).toEqual([]);
  });

  test("every file of the server belongs to a layer", () => {
    const outside = sourceFiles("server/src").filter((file) => serverLayer(file) < 0);
    expect(outside).toEqual([]);
  });

  test("apps never import apps; only the entry loads them, and only by a dynamic import", () => {
    const sideways = reached
      .filter(({ file, to }) => top(file) === "apps" && top(to) === "apps")
      .filter(({ file, to }) => second(file) !== second(to) && second(file) !== "apps/entry")
      .map(({ file, to }) => `${file} → ${to}`);
    expect(sideways).toEqual([]);
    const entry = files
      .filter((file) => file.startsWith("apps/entry/src/"))
      .map((file) => readFileSync(join(ROOT, file), "utf8"))
      .join("\n");
    expect(entry).not.toMatch(/from\s+["']@atrium\/app-/);
  });

  test("features embed each other only through their parts", () => {
    const back = imports
      .filter(
        ({ file, specifier }) =>
          top(file) === "features" && specifier.startsWith("@atrium/feature-"),
      )
      .filter(({ specifier }) => !specifier.endsWith("/parts"))
      .map(({ file, specifier }) => `${file} → ${specifier}`);
    expect(back).toEqual([]);
  });

  test("a package is imported by its exports only", () => {
    const broken = imports
      .filter((from) => from.specifier.startsWith("@atrium/") && target(from, all) === undefined)
      .map(({ file, specifier }) => `${file} → ${specifier}`);
    const through = reached
      .filter(
        ({ file, specifier, to }) =>
          specifier.startsWith(".") &&
          top(file) !== "scripts" &&
          !isLauncher(file) &&
          !isTest(file) &&
          home(file) !== home(to),
      )
      .map(({ file, to }) => `${file} → ${to}`);
    expect([...broken, ...through]).toEqual([]);
  });

  test("there is no circle", () => {
    expect(circles(reached.filter(({ typeOnly }) => !typeOnly))).toEqual([]);
  });

  test("there is no circle between packages", () => {
    const edges = reached
      .filter(({ file }) => !isTest(file))
      .flatMap(({ file, to }) => {
        const [from, into] = [home(file), home(to)];
        return from && into && from !== into ? [{ file: from, to: into }] : [];
      });
    expect(edges.length).toBeGreaterThan(100);
    expect(circles(edges)).toEqual([]);
  });

  test("there is no circle between the folders of a package", () => {
    const edges = reached
      .filter(({ file, typeOnly }) => !isTest(file) && !typeOnly)
      .flatMap(({ file, to }) => siblings(file, to));
    expect(edges.length).toBeGreaterThan(100);
    expect(circles(edges)).toEqual([]);
  });

  test("every path that a package names is there", () => {
    const missing = all.flatMap(({ folder }) => {
      const { exports = {}, sideEffects = [] } = JSON.parse(
        readFileSync(join(ROOT, folder, "package.json"), "utf8"),
      ) as { exports?: Record<string, string>; sideEffects?: boolean | string[] };
      const named = [...Object.values(exports), ...(Array.isArray(sideEffects) ? sideEffects : [])];
      return named
        .filter((path) => !path.includes("*") && !existsSync(join(ROOT, folder, path)))
        .map((path) => `${folder}: ${path}`);
    });
    expect(missing).toEqual([]);
  });

  test("every package is declared where it is used", () => {
    const root: Record<string, Record<string, string>> = JSON.parse(
      readFileSync(join(ROOT, "package.json"), "utf8"),
    );
    const tools = new Set(Object.keys(root.devDependencies ?? {}));
    const undeclared = imports
      .filter(
        ({ specifier }) => !/^(\.|node:)/.test(specifier) && !builtinModules.includes(specifier),
      )
      .filter(({ file, specifier }) => {
        const workspace = all.find(({ folder }) => file.startsWith(`${folder}/`));
        const name = packageName(specifier);
        const development = isTest(file) || file.endsWith(".config.ts") || !workspace;
        if (development && (tools.has(name) || name.startsWith("@atrium/"))) return false;
        return !workspace?.declared.has(name) && workspace?.name !== name;
      })
      .map(({ file, specifier }) => `${file} → ${specifier}`);
    expect(undeclared).toEqual([]);
  });

  /** Libraries that one kit stands in front of. */
  const GUARDED: readonly (readonly [library: RegExp, home: string])[] = [
    [/^react-aria-components|^lucide-react|^@tanstack\/|^@fontsource/, "kits/ui/"],
    [/^@atlaskit\/pragmatic/, "kits/dnd/"],
    [/^@module-federation\/runtime/, "kits/shell/"],
    [/^dompurify/, "kits/mail-html/"],
    [/^squire-rte/, "kits/rich-text/"],
    [/^(pg|kysely|graphile-worker)(\/|$)/, "server/"],
    [/^zod/, "server/"],
  ];

  test.each(GUARDED)("%s is imported only below %s", (library, home) => {
    const elsewhere = imports
      .filter(
        ({ file, specifier }) => library.test(specifier) && !file.startsWith(home) && !isTest(file),
      )
      .map(({ file, specifier }) => `${file} → ${specifier}`);
    expect(elsewhere).toEqual([]);
  });
});

function home(file: string): string | undefined {
  return all.find(({ folder }) => file.startsWith(`${folder}/`))?.folder;
}

/** The folders beside each other in which two files of one package lie; none where one lies above the other. */
function siblings(file: string, to: string): { file: string; to: string }[] {
  if (home(file) === undefined || home(file) !== home(to)) return [];
  const [from, into] = [file.split("/"), to.split("/")];
  const fork = from.findIndex((part, at) => part !== into[at]);
  const areFolders = fork < from.length - 1 && fork < into.length - 1;
  const upTo = (path: readonly string[]): string => path.slice(0, fork + 1).join("/");
  return areFolders ? [{ file: upTo(from), to: upTo(into) }] : [];
}

/** Each circle once, as the files or folders along it. */
function circles(edges: readonly { file: string; to: string }[]): string[] {
  const next = Map.groupBy(edges, ({ file }) => file);
  const done = new Set<string>();
  const found = new Set<string>();
  const walk = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      found.add([...path.slice(at), file].join(" → "));
      return;
    }
    if (done.has(file)) return;
    for (const { to } of next.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return [...found];
}
