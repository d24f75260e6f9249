// Features: mail
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { useHost } from "./host.ts";
import { reader, row } from "./mail-page.ts";
import { post, postPlain } from "./mail-post.ts";

const { host, open } = useHost();

const LONG = "Maximiliana Featherstonehaugh-Cholmondeley of the Harbour Museum";
const from = `"${LONG}" <maximiliana.featherstonehaugh-cholmondeley@harbour-museum.example>`;

/** Where things start, in pixels from the left: `text` by its first letter, the others by their box. */
const edges = (page: Page) =>
  reader(page)
    .locator(".mail-reader-scroll:visible")
    .evaluate((pane) => {
      const start = (element: Element) => {
        const range = element.ownerDocument.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().left;
      };
      const box = (selector: string) => pane.querySelector(selector)!.getBoundingClientRect().left;
      const frame = pane.querySelector<HTMLIFrameElement>("iframe[data-ready]")!;
      return {
        avatar: box(".mail-head > .a-avatar"),
        name: start(pane.querySelector(".mail-head-from")!),
        others: {
          subject: start(pane.querySelector(".mail-reader-title > h2")!),
          notice: box(".mail-body > :first-child"),
          text:
            frame.getBoundingClientRect().left + start(frame.contentDocument!.querySelector("p")!),
          files: box(".mail-attachment"),
          answer: box(".mail-answer > button"),
        },
      };
    });

/** Whether the time or the actions beside it cover a part of the head. */
const isCovered = (page: Page, part: string) =>
  reader(page).evaluate((pane, selector) => {
    const boxOf = (one: string) => pane.querySelector(one)!.getBoundingClientRect();
    const [end, other] = [boxOf(".mail-head-end"), boxOf(selector)];
    return (
      end.left < other.right &&
      other.left < end.right &&
      end.top < other.bottom &&
      other.top < end.bottom
    );
  }, part);

/** What starts elsewhere than the rest, or lies below the time. Where there is room the sender's picture hangs before the edge. */
async function faults(page: Page, hangs: boolean): Promise<string[]> {
  const { avatar, name, others } = await edges(page);
  const edge = hangs ? name : avatar;
  const off = Object.entries(others)
    .filter(([, left]) => Math.abs(left - edge) > 1)
    .map(([part, left]) => `${part} starts at ${left}, not ${edge}`);
  const covered: string[] = [];
  for (const part of [".mail-head-from", ".mail-head-address"])
    if (await isCovered(page, part)) covered.push(`${part} is covered`);
  return [...off, ...covered, ...(avatar < edge === hangs ? [] : ["the picture is misplaced"])];
}

test("what stands in the reader starts at one edge, and the time never covers the sender", async () => {
  await post(host, [
    {
      from,
      to: host.people.alice.address,
      subject: "Plans",
      html: "<p>Here they are.</p>",
      attachments: [{ filename: "plan.txt", content: "A plan." }],
    },
  ]);
  const { page } = await open("alice");
  // What it is about goes on below the clip and the time.
  const reaches = await row(page, "Plans").evaluate((line) => {
    const box = (part: string) => line.querySelector(part)!.getBoundingClientRect();
    return box(".mail-row-what").right > box(".mail-row-clip").left;
  });
  expect(reaches).toBe(true);
  await row(page, "Plans").click();
  await reader(page).locator("iframe[data-ready]").waitFor();
  await reader(page).locator(".mail-attachment").waitFor();

  for (const [width, hangs] of [
    [1440, true],
    [768, false],
    [390, false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => faults(page, hangs), { message: `${width} px` }).toEqual([]);
  }
});

test("a folder that has yet to be made has the search and the way to the folders", async () => {
  const { page } = await open("bob", "/mail/folder/snoozed", { isPhone: true });
  await page.getByRole("heading", { level: 1, name: "Snoozed" }).waitFor();
  await page.getByText("Nothing is snoozed").waitFor();
  await page.getByRole("combobox", { name: "Search mail" }).waitFor();
  await page.getByRole("button", { name: "Show folders" }).tap();
  await page
    .getByRole("treeitem", { name: /^Inbox/ })
    .first()
    .tap();
  await page.waitForURL(/\/mail\/folder\/inbox$|\/$/);
});

testWhole(
  "outlines stand where the rows will, and only when these take longer than a moment",
  async () => {
    await postPlain(host, "carol", "A row to measure");
    const { page } = await open("carol");
    const first = row(page, "A row to measure");
    await first.waitFor();
    const real = await first.boundingBox();
    // Whatever is asked from here on is not answered.
    await page.route("**/jmap/api", () => undefined);

    await page.getByRole("treeitem", { name: /^Sent/ }).first().click();
    const loading = page.getByRole("status", { name: "Loading conversations" });
    await loading.waitFor();
    const style = await loading.evaluate((one) => {
      const { animationName, animationDelay } = getComputedStyle(one);
      return { animationName, animationDelay };
    });
    expect(style).toEqual({ animationName: "a-late", animationDelay: "0.15s" });
    await expect.poll(() => loading.evaluate((one) => getComputedStyle(one).opacity)).toBe("1");
    const outline = await loading.locator("> div").first().boundingBox();
    expect([outline?.x, outline?.y, outline?.height]).toEqual([real?.x, real?.y, real?.height]);

    // The text alone is missing.
    await page.unroute("**/jmap/api");
    await page.route("**/jmap/api", async (route) => {
      if (!route.request().postData()?.includes("BodyValues")) await route.fallback();
    });
    await page.goto(host.url);
    await first.click();
    const text = reader(page).locator(".mail-message .mail-body[aria-busy]");
    await text.waitFor();
    expect(await text.evaluate((one) => getComputedStyle(one).animation)).toContain("a-late");

    await page.goto(`${host.url}/setting/rules`);
    await page.getByRole("heading", { name: "Rules" }).waitFor();
    await page.locator("[aria-busy=true] .a-skeleton").first().waitFor();
  },
);
