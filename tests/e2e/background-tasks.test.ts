// Features: mail, background-tasks, shell
import type { Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { importMessages } from "../../server/src/features/mail/index.ts";
import { mailbox } from "../bench/mailbox.ts";
import { axeFaults } from "./axe.ts";
import { useBrowser } from "./browser.ts";
import { contextOf, useHost } from "./host.ts";
import { menuItem, row } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { host, open } = useHost();
const browser = useBrowser();
/** In conversations of three. */
const COUNT = 3000;
const CONVERSATIONS = (COUNT / 3).toLocaleString("en");
beforeAll(async () => {
  const { accountId, address } = host.people.bob;
  await importMessages(host.suite.engine, accountId, mailbox(address, COUNT));
});

const tasks = (page: Page) => page.getByRole("region", { name: "Background tasks" });
/** The card of a task. */
const task = (page: Page, name: string) =>
  page.locator(".suite-task").filter({ has: page.getByText(name, { exact: true }) });
const isDone = (page: Page, name: string) =>
  task(page, name)
    .getByText(/^Done: [\d,]+$/)
    .waitFor();

testWhole(
  "what is done with a whole list shows in every window, goes on without the one it began in, and is undone from another",
  async () => {
    const context = await contextOf(browser, host, "bob");
    const opened = await browser.open(`${host.url}/`, { context });
    const other = await browser.open(`${host.url}/setting`, { context });
    const { page } = opened;
    await row(page, "project").first().waitFor();
    await page.getByRole("checkbox", { name: "Select all" }).click();
    await page.getByText(`All ${CONVERSATIONS} in this list are selected`).waitFor();
    await page.keyboard.press("Shift+I");
    await task(page, "Marking as read").waitFor();
    await page.close();
    await isDone(other.page, "Marking as read");
    expect(await axeFaults(other.page)).toEqual([]);
    await tasks(other.page).getByRole("button", { name: "Undo" }).click();
    await isDone(other.page, "Undoing: Marking as read");
    await tasks(other.page).getByRole("button", { name: "Close" }).click();
    await tasks(other.page).waitFor({ state: "hidden" });
    await context.close();
  },
);

testWhole(
  "the key that undoes takes back what this window began, and what cannot be started is said",
  async () => {
    const opened = await open("bob");
    const { page } = opened;
    await row(page, "project").first().waitFor();
    const selectAll = async (): Promise<void> => {
      await page.getByRole("checkbox", { name: "Select all" }).click();
      await page.getByText(`All ${CONVERSATIONS} in this list are selected`).waitFor();
    };
    await selectAll();
    await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).click();
    await isDone(page, "Moving to Archive");
    await page.keyboard.press("z");
    await isDone(page, "Undoing: Moving to Archive");
    await row(page, "project").first().waitFor();
    await page.context().setOffline(true);
    await selectAll();
    await page.getByRole("toolbar").getByRole("button", { name: "Archive" }).click();
    await page.getByText("The server can’t be reached.").first().waitFor();
    await page.context().setOffline(false);
    await opened.close();
  },
);

testWhole(
  "the key takes back also what was over before this window had the answer to its beginning",
  async () => {
    const opened = await open("carol");
    const { page } = opened;
    await post(
      host,
      ["Shelf one", "Shelf two"].map((subject) => ({
        from: "Pinfold Books <news@pinfold.example>",
        to: host.people.carol.address,
        subject,
        text: "Books.",
      })),
    );
    await row(page, "Shelf two").waitFor();
    let isOver = false;
    await page.route(/\/jmap\/api/, async (route) => {
      if (!route.request().postData()!.includes("BackgroundTask/set")) return route.continue();
      const response = await route.fetch();
      await expect.poll(() => isOver).toBe(true);
      await route.fulfill({ response });
    });
    await row(page, "Shelf two").click({ button: "right" });
    await menuItem(page, "Delete all messages from Pinfold Books").click();
    await page.getByText("Done: 2", { exact: true }).waitFor();
    isOver = true;
    await expect.poll(() => row(page, "Shelf").count()).toBe(0);
    await tasks(page).getByRole("button", { name: "Undo" }).waitFor();
    await page.keyboard.press("z");
    await expect.poll(() => row(page, "Shelf").count()).toBe(2);
    await opened.close();
  },
);
