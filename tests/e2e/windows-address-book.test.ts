// Features: contacts
import type { BrowserContext, Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { IS_WHOLE, testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { contextOf, useHost } from "./host.ts";

const { browser, host } = useHost();
/** Far more than are in sight, besides the five of every host and what they share. */
const PEOPLE = IS_WHOLE ? 300 : 100;
const ENTRIES = `${PEOPLE + 7} contacts`;
let context: BrowserContext;
beforeAll(async () => {
  const { persons, groups } = host.suite.accounts;
  for (let number = 1; number <= PEOPLE; number += 1)
    await persons.create("system", {
      name: `Person ${String(number).padStart(3, "0")}`,
      address: `person-${number}@demo.test`,
      password: null,
    });
  const { bob, carol } = host.people;
  await groups.create("system", {
    name: "Workshop",
    address: "workshop@demo.test",
    members: [bob.personId, carol.personId],
  });
  context = await contextOf(browser, host, "alice");
});

test("everyone is listed, only what is in sight is drawn, and search finds by name and address", async () => {
  const opened = await browser.open(`${host.url}/address-book`, { context });
  const { page } = opened;
  await page.getByText(ENTRIES, { exact: true }).waitFor();
  const rows = page.getByRole("row");
  await rows.filter({ hasText: "Alice Archer" }).waitFor();
  expect(await rows.count()).toBeLessThan(60);
  const search = page.getByRole("searchbox", { name: "Search names and addresses" });
  await search.fill("지민");
  await page.getByText("1 contact", { exact: true }).waitFor();
  await rows.filter({ hasText: "김지민" }).waitFor();
  await search.fill(`person-${PEOPLE}`);
  await rows.filter({ hasText: `Person ${PEOPLE}` }).waitFor();
  await search.fill("nobody of that name");
  await page.getByText("No people match “nobody of that name”").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText(ENTRIES, { exact: true }).waitFor();
  await opened.expectQuiet();
  await opened.close();
});

test("a card has its address in the window's, shows what there is, and its mail address is copied", async () => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: host.url });
  const opened = await browser.open(`${host.url}/address-book`, { context });
  const { page } = opened;
  await page.getByText("Select a contact to see details").waitFor();
  const row = page.getByRole("row").filter({ hasText: "Bob Baker" });
  await row.click();
  const card = page.getByRole("article", { name: "Card of Bob Baker" });
  await card.getByText("bob@demo.test").waitFor();
  await expect.poll(() => page.title()).toBe("Bob Baker – Address book");
  const initials = (where: Locator) =>
    where.locator(".a-avatar").evaluate((avatar) => getComputedStyle(avatar).color);
  expect(await initials(row)).toBe(await initials(card));
  expect(await axeFaults(page)).toEqual([]);
  await card.getByRole("button", { name: "Copy address" }).click();
  await page.getByText("Address copied").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("bob@demo.test");

  const link = page.url();
  await page.getByRole("searchbox").fill("workshop");
  const group = page.getByRole("row").filter({ hasText: "Workshop" });
  await group.click();
  await page.getByRole("article").getByText("Group", { exact: true }).waitFor();
  // A group is not taken for a person.
  for (const where of [group, page.getByRole("article")])
    expect(await where.locator(".a-avatar > [data-initials]").count()).toBe(0);
  await page.goBack();
  await card.waitFor();
  expect(page.url()).toBe(link);
  await page.reload();
  await card.getByText("bob@demo.test").waitFor();
  await page.goBack();
  await page.getByText("Select a contact to see details").waitFor();
  await expect.poll(() => page.title()).toBe("Address book – Demo");
  await opened.expectQuiet();
  await opened.close();
});

testWhole("the list is walked and opened by keys alone", async () => {
  const opened = await browser.open(`${host.url}/address-book`, { context });
  const { page } = opened;
  await page.getByRole("row").filter({ hasText: "Bob Baker" }).waitFor();
  await page.getByRole("searchbox").focus();
  await page.keyboard.press("Tab");
  await page.locator("[role=row]:focus").waitFor();
  await page.keyboard.press("End");
  await page
    .locator("[role=row]:focus")
    .filter({ hasText: "Workshop" })
    .or(page.locator("[role=row]:focus").filter({ hasText: "김지민" }))
    .waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await page.getByRole("article").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole("an address of nobody says so in the card's place and leaves the list", async () => {
  const opened = await browser.open(`${host.url}/address-book/people/nobody`, { context });
  const { page } = opened;
  await page.getByText("This person doesn’t exist").waitFor();
  await page.getByRole("row").filter({ hasText: "Alice Archer" }).waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "a directory that cannot be reached shows a card, and comes when tried again",
  async () => {
    const opened = await browser.open(`${host.url}/help/`, { context });
    const { page } = opened;
    await page.route("**/jmap/session", (route) => route.abort());
    await page.goto(`${host.url}/address-book`);
    await page.getByText("Could not load the directory").waitFor();
    await page.unroute("**/jmap/session");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText(ENTRIES, { exact: true }).waitFor();
    await opened.expectQuiet({ allow: [/ERR_FAILED/] });
    await opened.close();
  },
);

testWhole("on a phone the list and the card are one after the other", async () => {
  const phone = await contextOf(browser, host, "bob", { viewport: { width: 390, height: 844 } });
  const opened = await browser.open(`${host.url}/address-book`, { context: phone });
  const { page } = opened;
  await page.getByRole("row").filter({ hasText: "Alice Archer" }).click();
  await page.getByRole("article", { name: "Card of Alice Archer" }).waitFor();
  expect(await page.getByRole("searchbox").isVisible()).toBe(false);
  await page.getByRole("link", { name: "Back to the directory" }).click();
  await page.getByRole("row").filter({ hasText: "Alice Archer" }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await opened.expectQuiet();
  await phone.close();
});
