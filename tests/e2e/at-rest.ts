import type { Page } from "playwright-core";

/** Waits for what moves or changes its colour on a page to be where it shall stay; what turns for ever is left alone. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const changes = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(changes.map(({ finished }) => finished));
  });
}
