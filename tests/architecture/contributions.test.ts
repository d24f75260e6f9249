import { join } from "node:path";
import type { SettingsSection } from "@atrium/settings-page";
import { describe, expect, test } from "vitest";
import { importsOf, ROOT, workspaces } from "./imports.ts";

/** What features may bring, and the files of the applications that name each feature which does. */
const NAMED_IN: readonly (readonly [kind: string, ...files: string[]])[] = [
  ["./settings", "apps/settings/src/frame.tsx"],
  ["./settings-sections", "apps/main/src/settings-verbs.tsx"],
  [
    "./notifications",
    "apps/main/src/main-frame.tsx",
    "apps/settings/src/frame.tsx",
    "apps/entry/src/service-worker/pushed.ts",
  ],
];
const bringing = (kind: string) => workspaces().filter(({ exports }) => kind in exports);

describe("contributions", () => {
  test.each(NAMED_IN)("every feature's %s is named by the applications", (kind, ...files) => {
    const brought = bringing(kind).map(({ name }) => name + kind.slice(1));
    expect(brought).not.toEqual([]);
    for (const file of files)
      expect(importsOf(file).map(({ specifier }) => specifier)).toEqual(
        expect.arrayContaining(brought),
      );
  });
});

describe("pages of the settings", () => {
  const features = bringing("./settings");

  test("have their sections apart, for the palette", () => {
    expect(features.length).toBeGreaterThan(2);
    expect(bringing("./settings-sections")).toEqual(features);
  });

  test("each has an address and a place of its own", async () => {
    const brought = await Promise.all(
      features.map(
        ({ folder, exports }) =>
          import(join(ROOT, folder, exports["./settings-sections"]!)) as Promise<{
            settingsSections: () => readonly SettingsSection[];
          }>,
      ),
    );
    const sections = brought.flatMap(({ settingsSections }) => settingsSections());
    expect(new Set(sections.map(({ slug }) => slug)).size).toBe(sections.length);
    expect(new Set(sections.map(({ order }) => order)).size).toBe(sections.length);
  });

  test("the settings know no feature but the window's frame", () => {
    const { declared } = workspaces().find(({ folder }) => folder === "features/settings")!;
    const known = [...declared].filter((name) => name.startsWith("@atrium/feature-"));
    expect(known).toEqual(["@atrium/feature-suite"]);
  });
});
