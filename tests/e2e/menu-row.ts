import type { Page } from "playwright-core";

/** What the rows say that are tinted because a menu is open about them. */
export const menuRows = (page: Page): Promise<string[]> =>
  page
    .locator("[data-menu-open]")
    .evaluateAll((rows) =>
      rows
        .filter((row) => getComputedStyle(row).backgroundColor !== "rgba(0, 0, 0, 0)")
        .map((row) => row.textContent),
    );
