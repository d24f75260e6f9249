// Features: mail, compose, shell
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { field, reader, row } from "./mail-page.ts";
import { postPlain } from "./mail-post.ts";

const { host, open } = useHost();

/** Controls of the bars above list and reader that are cut, or stand out of the window, by their names. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>(".mail-bar button, .mail-list-head button")]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const { left, right } = one.getBoundingClientRect();
        const pane = one.closest(".mail-pane, .mail-beside")!.getBoundingClientRect();
        return left < pane.left - 1 || right > pane.right + 1 || right > innerWidth + 1;
      })
      .map((one) => one.ariaLabel ?? one.textContent),
  );

testWhole("a new message can be begun at every width, and no action is cut", async () => {
  await postPlain(host, "alice", "Something narrow");
  const opened = await open("alice");
  const { page } = opened;
  await row(page, "Something narrow").click();
  await reader(page).getByText("About Something narrow.").waitFor();
  // The middle ones are a laptop and a desktop at 200 %.
  for (const [width, height] of [
    [960, 700],
    [768, 1024],
    [720, 450],
    [683, 384],
    [641, 480],
  ] as const) {
    await page.setViewportSize({ width, height });
    const begin = page.getByRole("button", { name: "New message" });
    await begin.waitFor();
    await expect.poll(() => cut(page)).toEqual([]);
  }
  const more = reader(page).getByRole("button", { name: "More", exact: true });
  await more.click();
  await page.getByRole("menuitem", { name: "Report junk" }).waitFor();
  await page.keyboard.press("Escape");
  expect(await axeFaults(page)).toEqual([]);
  await row(page, "Something narrow").getByRole("checkbox").check({ force: true });
  await expect.poll(() => cut(page)).toEqual([]);
  await page
    .getByRole("toolbar", { name: "Actions for the selected conversations" })
    .getByRole("button", { name: "More" })
    .click();
  await page.getByRole("menuitem", { name: "Label as" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New message" }).click();
  await field(page, "To").waitFor();
  await opened.close();
});

testWhole("on a phone the bar above a conversation leads on to the next one", async () => {
  await postPlain(host, "bob", "Older one", "Newer one");
  const opened = await open("bob", "/", { isPhone: true });
  const { page } = opened;
  await row(page, "Newer one").click();
  await page.getByRole("button", { name: "Older conversation", exact: true }).click();
  await reader(page).getByText("About Older one.").waitFor();
  await opened.close();
});

const SIZES = [
  [1440, 900],
  [1024, 768],
  [768, 1024],
] as const;
testWhole.each(SIZES)(
  "at %i × %i the search is as wide as list and reader, and nothing moves when a message is opened",
  async (width, height) => {
    await postPlain(host, "jimin", `Wide at ${width}`);
    const opened = await open("jimin", "/", { viewport: { width, height } });
    const { page } = opened;
    const first = row(page, `Wide at ${width}`);
    await first.waitFor();
    const boxOf = (selector: string) => page.locator(selector).first().boundingBox();
    const bar = await boxOf(".mail-beside > .mail-bar");
    const [list, place] = [await boxOf(".mail-pane"), await first.boundingBox()];
    expect(bar!.x).toBe(list!.x);
    expect(bar!.x + bar!.width).toBe(width);
    expect(list!.y).toBe(bar!.y + bar!.height);
    await first.click();
    await page.getByRole("heading", { level: 2, name: `Wide at ${width}` }).waitFor();
    expect(await boxOf(".mail-beside > .mail-bar")).toEqual(bar);
    expect(await first.boundingBox()).toEqual(place);
    expect(await axeFaults(page)).toEqual([]);
    await opened.expectQuiet();
    await opened.close();
  },
);
