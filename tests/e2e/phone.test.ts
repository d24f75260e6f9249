// Features: mail, compose, shell
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import type { PageOptions, WatchedPage } from "./browser.ts";
import { fingerOn, pointOf } from "./finger.ts";
import { openAs, useHost } from "./host.ts";
import { nothingAbove, reader, row } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { browser, host } = useHost();

/** A browser beside other work takes its time. */

const open = (who: SeedKey, path?: string, options?: PageOptions): Promise<WatchedPage> =>
  openAs(browser, host, who, path, { isPhone: true, ...options });

const shown = (page: Page): Promise<string[]> => page.locator(".mail-row-subject").allInnerTexts();
const plain = (subject: string) => ({ subject, text: `About ${subject}.` });
/** Of one's own account: others' folders stand below. */
const archive = (page: Page): Locator => page.getByRole("treeitem", { name: /^Archive/ }).first();
const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** What a finger would miss: controls in sight that are smaller than 44 px, by their names. */
const small = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, a[href], [role=treeitem], [role=menuitem]")]
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((one) => !one.closest(".a-skip, .mail-row, .a-hidden"))
      // Only for screen readers.
      .filter((one) => one.parentElement!.offsetWidth > 1)
      .flatMap((one) => {
        const { width, height } = one.getBoundingClientRect();
        const name = one.ariaLabel ?? one.textContent.trim();
        return width > 0 && Math.min(width, height) < 43.5 ? [`${name} ${width}×${height}`] : [];
      }),
  );

testWhole(
  "rows are swiped: each side does what the person chose, and nothing that was not meant",
  async () => {
    const to = host.people.alice.address;
    await post(
      host,
      Array.from({ length: 30 }, (_, index) => ({ to, ...plain(`Older ${index}`) })),
    );
    for (const name of ["Third", "Second", "First"]) await post(host, [{ to, ...plain(name) }]);
    const opened = await open("alice");
    const { page } = opened;
    const finger = await fingerOn(page);
    await expect
      .poll(async () => (await shown(page)).slice(0, 3))
      .toEqual(["First", "Second", "Third"]);

    // Said before it is done, in words; undone as always.
    await finger.drag(await pointOf(row(page, "Second"), 0.2), [
      260,
      (await pointOf(row(page, "Second")))[1],
    ]);
    await page.locator(".a-grid-swipe[data-armed]").getByText("Archive").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await finger.lift();
    await row(page, "Second").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo" }).tap();
    await row(page, "Second").waitFor();

    // A little way is no swipe, and who turns back has thought better of it.
    const [, y] = await pointOf(row(page, "First"));
    await finger.drag([300, y], [250, y]);
    await page.locator(".a-grid-swipe").getByText("Delete").waitFor();
    await finger.lift();
    await page.locator(".a-grid-swipe").waitFor({ state: "detached" });
    await finger.drag([300, y], [100, y]);
    await page.locator(".a-grid-swipe[data-armed]").waitFor();
    await finger.on([295, y]);
    await finger.lift();
    await page.locator(".a-grid-swipe").waitFor({ state: "detached" });
    expect((await shown(page)).slice(0, 2)).toEqual(["First", "Second"]);
    expect(pathOf(page)).toBe("/");

    // Up and down scrolls, however crooked.
    await finger.drag([200, 600], [150, 300]);
    await finger.lift();
    await expect
      .poll(() => page.getByRole("grid").evaluate((one) => one.scrollTop))
      .toBeGreaterThan(100);
    await page.getByRole("grid").evaluate((one) => one.scrollTo(0, 0));
    await row(page, "First").waitFor();

    await page.goto(`${host.url}/setting/appearance`);
    await page.getByRole("button", { name: /Swipe left/ }).tap();
    await page.getByRole("option", { name: "Mark as read or unread" }).tap();
    await page.goto(host.url);
    await row(page, "First").and(page.locator(":has([data-unread])")).waitFor();
    await finger.drag([300, y], [100, y]);
    await page.locator(".a-grid-swipe[data-armed]").getByText("Mark as read").waitFor();
    await finger.lift();
    await row(page, "First").and(page.locator(":not(:has([data-unread]))")).waitFor();
    await opened.expectQuiet();
    await page.context().close();
  },
);

testWhole(
  "a finger that rests selects, the acts lie under the thumb, and the way back closes one thing after another",
  async () => {
    const to = host.people.bob.address;
    for (const name of ["Three", "Two", "One"]) await post(host, [{ to, ...plain(name) }]);
    const opened = await open("bob");
    const { page } = opened;
    const finger = await fingerOn(page);
    await expect.poll(() => shown(page)).toEqual(["One", "Two", "Three"]);
    expect(await row(page, "One").getAttribute("aria-labelledby")).toBeTruthy();
    await page.getByRole("row", { name: /^Unread Olga Other One \d/ }).waitFor();
    expect(await small(page)).toEqual([]);

    const bar = page.locator(".mail-foot");
    await finger.hold(await pointOf(row(page, "One")), () =>
      page.getByText("1 selected").waitFor(),
    );
    await row(page, "Three").tap();
    await page.getByText("2 selected").waitFor();
    expect(pathOf(page)).toBe("/");
    const foot = (await bar.boundingBox())!;
    expect(foot.y + foot.height).toBeGreaterThan(800);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "More", exact: true }).tap();
    const sheet = page.getByRole("menu");
    await sheet.waitFor();
    await expect
      .poll(async () => {
        const box = (await sheet.boundingBox())!;
        return [box.width >= 388, Math.round(box.y + box.height) >= 843];
      })
      .toEqual([true, true]);
    expect(await axeFaults(page)).toEqual([]);
    expect(await small(page)).toEqual([]);
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    await page.getByText("2 selected").waitFor();
    await page.goBack();
    await page.getByText("2 selected").waitFor({ state: "detached" });

    // What is closed by hand is no step of the way back.
    await finger.hold(await pointOf(row(page, "Two")), () =>
      page.getByText("1 selected").waitFor(),
    );
    await page.locator(".mail-foot").getByRole("button", { name: "Archive" }).tap();
    await row(page, "Two").waitFor({ state: "detached" });
    await row(page, "One").tap();
    await reader(page).getByText("About One.").waitFor();
    expect(await small(page)).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);
    await page.goBack();
    await row(page, "One").waitFor();
    expect(await row(page, "One").evaluate((one) => one === document.activeElement)).toBe(true);
    await page.goForward();
    await reader(page).getByText("About One.").waitFor();
    await page.getByRole("button", { name: "Back to the list" }).tap();
    await row(page, "One").waitFor();

    await page.getByRole("button", { name: "Show folders" }).tap();
    await archive(page).waitFor();
    expect(await small(page)).toEqual([]);
    await page.goBack();
    await archive(page).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Show folders" }).tap();
    await archive(page).tap();
    await row(page, "Two").waitFor();
    await page.goBack();
    await row(page, "One").waitFor();
    expect(await archive(page).count()).toBe(0);

    // What is written is kept when one leaves it.
    await page.getByRole("button", { name: "Show folders" }).tap();
    await page.getByRole("dialog", { name: "Folders" }).getByText("New message").tap();
    await page.getByRole("textbox", { name: "Subject" }).fill("Half a thought");
    await page.goBack();
    await page.getByText("Saved in Drafts").waitFor();
    await row(page, "One").waitFor();

    // Opened by its address there is a list behind it too.
    await row(page, "One").tap();
    await reader(page).getByText("About One.").waitFor();
    const address = page.url();
    await page.goto("about:blank");
    await page.goto(address);
    await reader(page).getByText("About One.").waitFor();
    await page.goBack();
    await row(page, "One").waitFor();
    await opened.expectQuiet();
    await page.context().close();
  },
);

testWhole(
  "wide mail fits, in the dark and in Korean, and a turned phone keeps its place",
  async () => {
    const cells = Array.from(
      { length: 12 },
      (_, at) => `<td style="white-space: nowrap">${at} 000.00 EUR</td>`,
    );
    const words = "<p>words before and after, to be read at their size</p>".repeat(30);
    await post(host, [
      {
        to: host.people.carol.address,
        subject: "Letter",
        html: `<table width="700"><tr><td width="350">left</td><td width="350">right</td></tr></table>`,
      },
      {
        to: host.people.carol.address,
        subject: "Figures",
        html: `${words}<table border="1"><tr>${cells.join("")}</tr></table>${words}`,
      },
    ]);
    const opened = await open("carol", "/", { locale: "ko-KR", colorScheme: "dark" });
    const { page } = opened;
    const frame = page.frameLocator("iframe[data-ready]");
    const excess = () =>
      frame.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
    await row(page, "Letter").tap();
    await frame.getByText("right").waitFor();
    await expect.poll(excess).toBeLessThanOrEqual(0);
    await page.goBack();

    await row(page, "Figures").tap();
    await frame.getByText("11 000.00 EUR").waitFor();
    await expect.poll(excess).toBeLessThanOrEqual(0);
    // The figures scroll, and the words keep their size.
    expect(await frame.locator("body").evaluate((body) => body.style.zoom)).toBe("1");
    expect(
      await frame.locator("table").evaluate((table) => table.scrollWidth - table.clientWidth),
    ).toBeGreaterThan(100);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    expect(await axeFaults(page)).toEqual([]);

    const pane = page.locator(".mail-reader-scroll:visible");
    await pane.evaluate((one) => one.scrollTo(0, 400));
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(844);
    expect(await pane.evaluate((one) => one.scrollTop)).toBeGreaterThan(200);
    expect(await page.getByRole("grid").count()).toBe(0);
    await page.goBack();
    await row(page, "Figures").waitFor();
    await opened.expectQuiet();
    await page.context().close();
  },
);

testWhole(
  "a link that is held shows where it leads before it opens, and stays when the finger is lifted",
  async () => {
    await post(host, [
      {
        to: host.people.carol.address,
        subject: "Held link",
        html: '<p><a href="https://shop.example/far/away">Our offers</a></p>',
      },
      {
        to: host.people.carol.address,
        subject: "Plain link",
        text: "See https://shop.example/near",
      },
    ]);
    const opened = await open("carol", undefined, { isPhone: true });
    const { page } = opened;
    const finger = await fingerOn(page);
    const held = page.getByRole("dialog", { name: "This link opens" });
    const rest = async (link: Locator, target: string): Promise<void> => {
      await link.waitFor();
      await finger.hold(await pointOf(link), () => held.waitFor());
      await held.getByText(target).waitFor();
      await held.getByRole("button", { name: "Open" }).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await held.getByRole("button", { name: "Close" }).click();
      await held.waitFor({ state: "detached" });
      await nothingAbove(page);
      expect(page.context().pages()).toHaveLength(1);
    };
    await row(page, "Held link").tap();
    await rest(
      page.frameLocator("iframe[data-ready]").getByText("Our offers"),
      "https://shop.example/far/away",
    );
    await page.goBack();
    await row(page, "Plain link").tap();
    await rest(
      page.locator(".mail-body:visible").getByRole("link", { name: "https://shop.example/near" }),
      "https://shop.example/near",
    );
    // Finding the link, the test looks into the mail's frame.
    await opened.expectQuiet({ allow: [/document's frame is sandboxed/] });
    await opened.close();
  },
);
