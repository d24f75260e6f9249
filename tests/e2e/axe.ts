import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { IS_WHOLE } from "../../formats/src/testing/whole.ts";
import { atRest } from "./at-rest.ts";

const SOURCE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let source: Promise<string> | undefined;
const seen = new WeakSet<Page>();

/**
 * `lookWithAxe` on the way of a test that is about something else: the sample looks once at each page, since what such
 * a test opens is made of parts that the workbench's tests look at.
 */
export async function axeFaults(page: Page): Promise<string[]> {
  if (!IS_WHOLE && seen.has(page)) return [];
  seen.add(page);
  return await lookWithAxe(page);
}

/** What axe finds on a page against WCAG 2.2 A and AA, one line a rule. Works under the product's own policy too. */
export async function lookWithAxe(page: Page): Promise<string[]> {
  source ??= readFile(SOURCE, "utf8");
  // Through the debugger, not as a script element, which the page's policy would refuse.
  if (!(await page.evaluate(() => "axe" in globalThis)))
    await page.evaluate(`${await source}; undefined`);
  // A colour on its way to another is nobody's colour.
  await atRest(page);
  return page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: typeof import("axe-core") }).axe;
    const { violations } = await run({
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      // What is right is not asked for, and what its experimental rules would fetch is not needed.
      resultTypes: ["violations"],
      preload: false,
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(" | ")}`,
    );
  });
}
