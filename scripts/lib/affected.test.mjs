import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aboutLeft, chooseBrowserTests, featureOf, namedFeatures } from "./affected.mjs";
import { ROOT } from "./install.mjs";

test("a file belongs to the feature, kit or application whose folder it is in", () => {
  expect(
    [
      "features/mail/src/list/list.tsx",
      "server/src/features/junk/index.ts",
      "kits/ui/src/index.ts",
      "apps/main/src/index.ts",
      "server/src/platform/db/index.ts",
      "README.md",
    ].map(featureOf),
  ).toEqual(["mail", "junk", "ui", "main", null, null]);
});

test("a browser test names what it is about in its first line", () => {
  expect(namedFeatures("// Features: mail, junk\nimport …")).toEqual(["mail", "junk"]);
  expect(namedFeatures("import …\n// Features: mail")).toEqual([]);
});

test("each browser test does so, and names nothing that is not there", () => {
  const files = globSync("tests/e2e/*.test.ts", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(50);
  const isThere = (name) =>
    ["features", "server/src/features", "kits", "apps"].some((folder) =>
      existsSync(join(ROOT, folder, name)),
    );
  const wrong = files.filter((file) => {
    const names = namedFeatures(readFileSync(join(ROOT, file), "utf8"));
    return names.length === 0 || !names.every(isThere);
  });
  expect(wrong).toEqual([]);
});

test("the shortest of those that a change is about are run, and the rest is said", () => {
  const files = [
    { path: "long", features: ["mail"], seconds: 80 },
    { path: "short", features: ["mail", "ui"], seconds: 5 },
    { path: "other", features: ["drive"], seconds: 1 },
    { path: "unknown", features: ["ui"] },
  ];
  const mail = ["features/mail/src/a.ts", "package.json"];
  expect(chooseBrowserTests(files, mail)).toEqual({ run: ["short", "long"], left: [] });
  expect(chooseBrowserTests(files, [...mail, "kits/ui/src/b.ts"])).toEqual({
    run: ["short", "unknown"],
    left: ["long"],
  });
  expect(chooseBrowserTests(files, ["other"])).toEqual({ run: ["other"], left: [] });
  expect(chooseBrowserTests(files, ["README.md"])).toEqual({ run: [], left: [] });
});

test("one that alone takes too long is run all the same", () => {
  const files = [{ path: "long", features: ["mail"], seconds: 500 }];
  expect(chooseBrowserTests(files, ["features/mail/src/a.ts"]).run).toEqual(["long"]);
});

test("of what is left out it says how to run it whole, as npm test runs a sample", () => {
  const said = aboutLeft(["tests/e2e/a.test.ts", "tests/e2e/b.test.ts"]);
  expect(said).toMatch(/^Not run: 2 more .* npm test runs no more than its sample/);
  expect(said).toMatch(/npm run e2e -- tests\/e2e\/a\.test\.ts tests\/e2e\/b\.test\.ts$/);
});
