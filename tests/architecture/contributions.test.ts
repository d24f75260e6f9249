import { join } from "node:path";
import type { SettingsSection } from "@atrium/settings-page";
import { describe, expect, test } from "vitest";
import { importsOf, ROOT, workspaces } from "./imports.ts";

/** The features that bring pages of the settings. */
const features = workspaces().filter(({ exports }) => "./settings" in exports);
const namesIn = (file: string) => importsOf(file).map(({ specifier }) => specifier);

describe("pages of the settings", () => {
  test("several features bring some", () => {
    expect(features.length).toBeGreaterThan(2);
  });

  test("what a feature brings is shown by the settings and found by the palette", () => {
    const [shown, found] = [
      namesIn("apps/settings/src/frame.tsx"),
      namesIn("apps/main/src/settings-verbs.tsx"),
    ];
    expect(
      features.filter(
        ({ name }) =>
          !shown.includes(`${name}/settings`) || !found.includes(`${name}/settings-sections`),
      ),
    ).toEqual([]);
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
