import { APPLICATIONS, type Application } from "@atrium/contract/applications";
import { navigationFor } from "@atrium/contract/navigation";
import { selectApp } from "@atrium/contract/routes";
import type { HelpArticles } from "@atrium/i18n";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { brought, ROOT } from "./imports.ts";

/** No windows of their own: the script that loads them, and the remote, which is a part of main. */
const OTHERS = ["entry", "drive"];
const rows: readonly (readonly [string, Application])[] = Object.entries(APPLICATIONS);

describe("the table of applications", () => {
  test("has a row for each folder of an application", () => {
    const folders = readdirSync(join(ROOT, "apps")).filter((name) => !OTHERS.includes(name));
    expect(rows.map(([app]) => app).toSorted()).toEqual(folders.toSorted());
  });

  test.each(rows)("%s owns its pages and places", (app, { pages, navigation = [], prefixes }) => {
    for (const path of [...pages, ...navigation.map((place) => place.path)])
      expect([path, selectApp(path)]).toEqual([path, app]);
    expect(prefixes.length > 0).toBe(app !== "main");
  });

  test("names articles that are there", async () => {
    const all = await brought<{ helpArticles: HelpArticles }>("./help");
    const slugs = all.flatMap(({ helpArticles }) => helpArticles.en.map(({ slug }) => slug));
    for (const [, { help }] of rows) if (help !== undefined) expect(slugs).toContain(help);
  });

  test("has places in an order, each once", () => {
    const places = navigationFor(["administrator"]);
    const orders = places.map(({ order }) => order);
    expect(orders).toEqual([...new Set(orders)].toSorted((a, b) => a - b));
    expect(new Set(places.map(({ id }) => id)).size).toBe(places.length);
  });
});
