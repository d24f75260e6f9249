import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { SHARED_VERSIONS } from "./versions.ts";

const require = createRequire(import.meta.url);

/** `react-dom/client` → `react-dom`, `@atrium/ui` → `@atrium/ui`. */
const packageOf = (name: string) =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");

test.each(Object.entries(SHARED_VERSIONS))(
  "%s is shared at the version that is installed",
  (name, version) => {
    const file = require.resolve
      .paths(name)!
      .map((folder) => `${folder}/${packageOf(name)}/package.json`);
    const manifest = file.flatMap((path) => {
      try {
        return [JSON.parse(readFileSync(path, "utf8")) as { version: string }];
      } catch {
        return [];
      }
    })[0];
    expect(manifest?.version).toBe(version);
  },
);

test("the federation runtime is the pinned one", () => {
  const manifest = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  ) as { dependencies: Record<string, string> };
  expect(manifest.dependencies["@module-federation/runtime"]).toBe("0.14.3");
});
