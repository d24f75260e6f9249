import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { importsOf, ROOT, sourceFiles, target, workspaces } from "./imports.ts";

/** The box of ARCHITECTURE.md's picture that a file belongs to; tests and their bench are not in it. */
function box(file: string): string | undefined {
  if (/\.(test|fixture)\.tsx?$|\/testing\/|\.config\.ts$/.test(file)) return undefined;
  const [layer, , inside] = file.split("/");
  if (layer === "tests") return undefined;
  if (layer !== "server") return layer;
  if (!file.startsWith("server/src/") || inside!.startsWith("cli")) return undefined;
  return inside === "features" ? "serverfeatures" : inside!.replace(/\.ts$/, "");
}

const all = workspaces();
const drawn = [
  ...readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8").matchAll(/^\s+(\w+) --> (\w+)$/gm),
].map(([, from, to]) => `${from} → ${to}`);

const real = new Set(
  all
    .flatMap(({ folder }) => sourceFiles(folder))
    .flatMap(importsOf)
    .flatMap((from) => {
      const to = target(from, all);
      const ends = to === undefined ? [] : [box(from.file), box(to)];
      return ends[0] && ends[1] && ends[0] !== ends[1] ? [`${ends[0]} → ${ends[1]}`] : [];
    }),
);

describe("the picture in ARCHITECTURE.md", () => {
  test("has every arrow that the code has", () => {
    expect([...real].filter((arrow) => !drawn.includes(arrow))).toEqual([]);
  });
  test("has no arrow that the code does not have", () => {
    expect(drawn.filter((arrow) => !real.has(arrow))).toEqual([]);
  });
});
