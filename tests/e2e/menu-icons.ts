import type { Page } from "playwright-core";

/** The entries of the open menu that have no icon; choices have a tick instead. */
export async function entriesWithoutIcon(page: Page): Promise<string[]> {
  const entries = page.getByRole("menuitem");
  await entries.first().waitFor();
  return await entries.filter({ hasNot: page.locator("svg") }).allTextContents();
}
