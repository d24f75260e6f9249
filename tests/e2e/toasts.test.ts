// Features: ui, mail
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { useHost } from "./host.ts";
import { reader, row, text } from "./mail-page.ts";
import { postPlain } from "./mail-post.ts";

const { host, open } = useHost();

const toast = (page: Page): Locator => page.locator(".a-toast");
const archive = async (page: Page, subject: string): Promise<void> => {
  await row(page, subject).click();
  await reader(page).getByText(`About ${subject}.`).waitFor();
  await page.keyboard.press("e");
  await toast(page).filter({ hasText: "Archived" }).last().waitFor();
};
/** A person's seconds, without waiting for them. */
const pass = (page: Page, seconds: number): Promise<void> => page.clock.runFor(seconds * 1000);

testWhole(
  "a toast leaves after its time, whatever was done with the one before, and waits while it is looked at",
  async () => {
    await postPlain(host, "alice", "First", "Second", "Third", "Fourth");
    const opened = await open("alice");
    const { page } = opened;
    await row(page, "Fourth").waitFor();
    await page.clock.install();
    await archive(page, "First");
    // Taken away with the focus and the mouse on it.
    await toast(page).getByRole("button", { name: "Dismiss" }).click();
    await toast(page).waitFor({ state: "detached" });
    await archive(page, "Second");
    await pass(page, 8);
    expect(await toast(page).count()).toBe(0);

    await archive(page, "Third");
    await toast(page).getByText("Archived").hover();
    await pass(page, 4);
    await page.mouse.move(300, 300);
    await pass(page, 6);
    expect(await toast(page).count()).toBe(1);
    await pass(page, 2);
    expect(await toast(page).count()).toBe(0);

    await archive(page, "Fourth");
    await toast(page).getByRole("button", { name: "Undo" }).focus();
    await pass(page, 60);
    expect(await toast(page).count()).toBe(1);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await pass(page, 8);
    expect(await toast(page).count()).toBe(0);
    await opened.close();
  },
);

testWhole("a toast that was touched, or on which the mouse was left, leaves too", async () => {
  await postPlain(host, "bob", "Touched", "Left alone");
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "Left alone").waitFor();
  await page.clock.install();
  await archive(page, "Left alone");
  await toast(page).getByText("Archived").hover();
  await pass(page, 15);
  expect(await toast(page).count()).toBe(0);
  await opened.close();
});

testWhole(
  "toasts stand at the foot on the left, and cover neither the folders nor what is written nor its button, at any width",
  async () => {
    await postPlain(host, "carol", ...Array.from({ length: 5 }, (_, at) => `Written ${at}`));
    const opened = await open("carol");
    const { page } = opened;
    await row(page, "Written 4").waitFor();
    const inline = [
      [1440, 900],
      [1024, 768],
      [768, 1024],
      [683, 400],
    ] as const;
    for (const [at, [width, height]] of inline.entries()) {
      await page.setViewportSize({ width, height });
      await archive(page, `Written ${at}`);
      await page.keyboard.press("r");
      await text(page).first().waitFor();
      await page.getByRole("button", { name: "New message" }).click();
      await page.locator(".compose-dock .compose-panel[data-shape=normal]").waitFor();
      await expect.poll(() => covered(page)).toEqual([]);
      const box = (await toast(page).first().boundingBox())!;
      expect(box.x).toBeLessThan(width / 3);
      // The one at the foot of the window first, which may cover the other.
      const close = page.getByRole("button", { name: "Save and close" });
      for (let left = await close.count(); left > 0; left -= 1) await close.last().click();
      await page.locator(".compose-panel").first().waitFor({ state: "detached" });
    }
    await opened.close();
  },
);

/** What lies under a toast that must not. */
const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll(".a-toast")].map((one) =>
      one.getBoundingClientRect(),
    );
    if (toasts.length === 0) return ["no toast"];
    return [
      ...document.querySelectorAll(
        ".compose-send-bar, .compose-dock .compose-panel, .mail-sidebar, .a-rail",
      ),
    ]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        return toasts.some(
          (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
        );
      })
      .map((one) => one.className);
  });
