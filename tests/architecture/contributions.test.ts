import type { HelpArticles } from "@atrium/i18n";
import type { SettingsSection } from "@atrium/settings-page";
import { describe, expect, test } from "vitest";
import { bringing, brought, importsOf, workspaces } from "./imports.ts";

/** What features may bring, and the files of the applications that name each feature which does. */
const NAMED_IN: readonly (readonly [kind: string, ...files: string[]])[] = [
  ["./settings", "apps/settings/src/frame.tsx"],
  ["./help", "apps/pages/src/index.tsx"],
  ["./settings-sections", "apps/main/src/settings-verbs.tsx"],
  [
    "./notifications",
    "apps/main/src/main-frame.tsx",
    "apps/settings/src/frame.tsx",
    "apps/entry/src/service-worker/pushed.ts",
  ],
];
const expectEachOnce = (values: readonly unknown[]) => expect(values).toEqual([...new Set(values)]);

describe("contributions", () => {
  test.each(NAMED_IN)("every feature's %s is named by the applications", (kind, ...files) => {
    const names = bringing(kind).map(({ name }) => name + kind.slice(1));
    expect(names).not.toEqual([]);
    for (const file of files)
      expect(importsOf(file).map(({ specifier }) => specifier)).toEqual(
        expect.arrayContaining(names),
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
    const all = await brought<{ settingsSections: () => readonly SettingsSection[] }>(
      "./settings-sections",
    );
    const sections = all.flatMap(({ settingsSections }) => settingsSections());
    expectEachOnce(sections.map(({ slug }) => slug));
    expectEachOnce(sections.map(({ order }) => order));
  });

  test("the settings know no feature but the window's frame", () => {
    const { declared } = workspaces().find(({ folder }) => folder === "features/settings")!;
    const known = [...declared].filter((name) => name.startsWith("@atrium/feature-"));
    expect(known).toEqual(["@atrium/feature-suite"]);
  });
});

describe("articles of the help", async () => {
  const all = await brought<{ helpArticles: HelpArticles }>("./help");
  const [en, ko] = (["en", "ko"] as const).map((locale) =>
    all.flatMap(({ helpArticles }) => helpArticles[locale]),
  );

  test("each has an address and a place of its own", () => {
    expectEachOnce(en!.map(({ slug }) => slug));
    expectEachOnce(en!.map(({ order }) => order));
  });

  test("both languages hold the same ones in the same order, and explain as many keys", () => {
    const outline = (articles: typeof en) =>
      articles!.map(({ slug, order, body }) => [
        slug,
        order,
        body.flatMap((block) => (typeof block === "object" && "keys" in block ? block.keys : []))
          .length,
      ]);
    expect(outline(ko)).toEqual(outline(en));
  });
});
