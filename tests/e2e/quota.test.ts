// Features: administration, quota
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { contextOf, useHost } from "./host.ts";
import { post } from "./mail-post.ts";

const { browser, host, open } = useHost();

const main = (page: Page) => page.getByRole("main");
const storage = (page: Page) => main(page).getByLabel("Storage limit");
const messages = (page: Page) => main(page).getByLabel("Message limit");
const save = (page: Page) => main(page).getByRole("button", { name: "Save limits" });
const said = (page: Page) => page.getByRole("region", { name: "Notifications" });

testWhole(
  "an administrator gives a person their own limits, sees what they keep, and takes it back",
  async () => {
    const { bob } = host.people;
    await post(host, [{ to: bob.address, subject: "One", text: "x".repeat(10_000) }]);
    const opened = await open("alice", `/setting/people/${bob.personId}`);
    const { page } = opened;
    await main(page)
      .getByText("1", { exact: true })
      .or(main(page).getByText(/^1 of /))
      .first()
      .waitFor();
    expect(await save(page).isDisabled()).toBe(true);
    expect(await axeFaults(page)).toEqual([]);

    await storage(page).fill("many");
    await main(page).getByText("Enter a number, or leave this empty").waitFor();
    expect(await save(page).isDisabled()).toBe(true);
    expect(await axeFaults(page)).toEqual([]);
    await storage(page).fill("0.000001");
    await main(page).getByText("Nothing is deleted, but nothing new will fit").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await storage(page).fill("2,5");
    await messages(page).fill("1000");
    await page.keyboard.press("Enter");
    await said(page).getByText("Saved").waitFor();
    const kept = async () => {
      const { rows } = await host.suite.platform.pool.query<{ octets: string; emails: string }>(
        `select quota_octets octets, quota_emails emails from account where account_id = $1`,
        [bob.accountId],
      );
      return rows.map(({ octets, emails }) => [octets, emails].map((one) => one && Number(one)))[0];
    };
    await expect.poll(kept).toEqual([2_500_000_000, 1000]);

    // Bob sees the limit that holds for him.
    const own = await open("bob", "/setting/storage");
    await own.page.getByText(/of 2\.5 GB/).waitFor();
    await own.close();

    await said(page).getByRole("button", { name: "Undo" }).click();
    await expect.poll(kept).toEqual([null, null]);
    await expect.poll(() => storage(page).inputValue()).toBe("");
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("a shared account has limits of its own too", async () => {
  const { accountId } = host.shared.support;
  const opened = await open("alice", "/setting/shared-accounts");
  const { page } = opened;
  await page.getByRole("row").filter({ hasText: "Support" }).click();
  await messages(page).fill("50");
  await save(page).click();
  await said(page).getByText("Saved").waitFor();
  await main(page).getByText("of 50").first().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const { rows } = await host.suite.platform.pool.query(
    "select quota_emails::int emails from account where account_id = $1",
    [accountId],
  );
  expect(rows).toEqual([{ emails: 50 }]);
  await opened.expectQuiet();
  await opened.close();
});

testWhole("in Korean, in the dark, on a phone", async () => {
  const context = await contextOf(browser, host, "alice", {
    locale: "ko-KR",
    colorScheme: "dark",
    viewport: { width: 390, height: 844 },
  });
  const { page, close } = await browser.open(
    `${host.url}/setting/people/${host.people.jimin.personId}`,
    { context },
  );
  await page.getByRole("heading", { name: "김지민" }).waitFor();
  await page.getByRole("main").getByRole("button", { name: "한도 저장" }).waitFor();
  // Nothing of the page is beside the screen.
  for (const button of await page.getByRole("main").getByRole("button").all()) {
    const box = (await button.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(390);
  }
  expect(await axeFaults(page)).toEqual([]);
  await close();
  await context.close();
});
