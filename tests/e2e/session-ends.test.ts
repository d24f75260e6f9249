// Features: accounts, jmap, suite
import type { BrowserContext, Page } from "playwright-core";
import { expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import { storedMail } from "./device.ts";
import { contextOf, signIn, useHost } from "./host.ts";
import { countRecords, kept } from "./kept-records.ts";
import { row, star } from "./mail-page.ts";
import { postPlain } from "./mail-post.ts";

/** What becomes of what a browser keeps, and of what waits in it, when a session ends. */

const { browser, host } = useHost();

const away = (page: Page) => page.getByText("No connection.");

const signedIn = (who: SeedKey): Promise<BrowserContext> => contextOf(browser, host, who);

/** As the server has it. */
async function keywordsOf(who: SeedKey, subject: string): Promise<unknown> {
  return (await storedMail(host, who, { subject }))[0]?.keywords;
}

async function archive(page: Page, subject: string): Promise<void> {
  await row(page, subject).hover();
  await row(page, subject).getByRole("button", { name: "Archive", exact: true }).click();
}

test("signing out wipes what was kept, and another person never sees the first one's mail", async () => {
  await postPlain(host, "dave", "Dave's secret");
  const context = await signedIn("dave");
  const { page } = await browser.open(host.url, { context });
  await row(page, "Dave's secret").waitFor();
  await kept(page, "Dave's secret");
  const second = await browser.open(host.url, { context });
  await row(second.page, "Dave's secret").waitFor();
  await page.getByRole("button", { name: "Dave Dyer" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByLabel("Password", { exact: true }).waitFor();
  await second.page.getByLabel("Password", { exact: true }).waitFor();
  await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem("atrium.kept"))).toBeNull();
  await context.close();

  // The session is revoked, and another user signs in in the same browser.
  const other = await signedIn("dave");
  const before = await browser.open(host.url, { context: other });
  await row(before.page, "Dave's secret").waitFor();
  await kept(before.page, "Dave's secret");
  await before.close();
  await other.clearCookies();
  await signIn(other, host, "jimin");
  await other.route(/\/jmap\//, (route) => route.abort("internetdisconnected"));
  const theirs = await browser.open(host.url, { context: other });
  await away(theirs.page).waitFor();
  expect(await row(theirs.page, "Dave's secret").count()).toBe(0);
  expect(await countRecords(theirs.page, "")).toBe(0);
  await other.close();
});

testWhole.concurrent(
  "signing out asks when something has not reached the server, and goes on by itself when it has",
  async ({ expect }) => {
    await postPlain(host, "alice", "Unsaid one", "Unsaid two");
    const context = await signedIn("alice");
    const { page } = await browser.open(host.url, { context });
    await row(page, "Unsaid two").waitFor();
    const cut = () => context.route(/\/jmap\//, (route) => route.abort("internetdisconnected"));
    const signOut = async (): Promise<void> => {
      await page.getByRole("button", { name: "Alice Archer" }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
    };
    const dialog = page.getByRole("dialog", { name: "1 change has not reached the server yet" });
    await cut();
    await star(page, "Unsaid one", "Add star").click();
    await away(page).waitFor();
    // From a window that knows nothing of mail too.
    const settings = await browser.open(`${host.url}/setting/appearance`, { context });
    await settings.page.getByRole("button", { name: "Alice Archer" }).click();
    await settings.page.getByRole("menuitem", { name: "Sign out" }).click();
    await settings.page
      .getByRole("dialog", { name: "1 change has not reached the server yet" })
      .waitFor();
    expect(await axeFaults(settings.page)).toEqual([]);
    await settings.close();
    await signOut();
    await dialog.getByRole("button", { name: "Stay signed in" }).click();
    await dialog.waitFor({ state: "detached" });
    await star(page, "Unsaid one", "Remove star").waitFor();
    await signOut();
    await dialog.waitFor();
    await context.unroute(/\/jmap\//);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.getByLabel("Password", { exact: true }).waitFor();
    expect(await keywordsOf("alice", "Unsaid one")).toEqual({ $flagged: true });
    await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([]);

    await signIn(context, host, "alice");
    await page.goto(host.url);
    await row(page, "Unsaid two").waitFor();
    await cut();
    await archive(page, "Unsaid two");
    await away(page).waitFor();
    await signOut();
    await dialog.getByRole("button", { name: "Sign out anyway" }).click();
    await page.getByLabel("Password", { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => indexedDB.databases())).toEqual([]);
    await context.unroute(/\/jmap\//);
    await signIn(context, host, "alice");
    await page.goto(host.url);
    await row(page, "Unsaid two").waitFor();
    await context.close();
  },
);

testWhole.concurrent(
  "a session that expired keeps what waits for the same person, shows it to nobody, and gives it to no other",
  async ({ expect }) => {
    await postPlain(host, "dave", "Patient", "Beside it");
    const context = await signedIn("dave");
    const { page } = await browser.open(host.url, { context });
    await row(page, "Beside it").waitFor();
    await kept(page, "Beside it", expect);
    const expire = () =>
      host.suite.platform.pool.query(
        "update sign_in_session set last_seen_at = last_seen_at - interval '15 days' where person_id = $1",
        [host.people.dave.personId],
      );
    const signInHere = async (who: SeedKey): Promise<void> => {
      await page
        .getByLabel("Email address", { exact: false })
        .first()
        .fill(host.people[who].address);
      await page.getByLabel("Password", { exact: true }).fill(host.people[who].password);
      await page.getByRole("button", { name: "Sign in" }).click();
    };
    await context.route(/\/jmap\//, (route) => route.abort("internetdisconnected"));
    await star(page, "Patient", "Add star").click();
    await away(page).waitFor();
    await expire();
    await page.reload();
    await page.getByLabel("Password", { exact: true }).waitFor();
    expect(await page.getByText("Patient").count()).toBe(0);
    await context.unroute(/\/jmap\//);
    await signInHere("dave");
    await star(page, "Patient", "Remove star").waitFor();
    await expect.poll(() => keywordsOf("dave", "Patient")).toEqual({ $flagged: true });

    await kept(page, "Patient", expect);
    await expire();
    await page.reload();
    await signInHere("jimin");
    await page.getByText("받은메일함").or(page.getByText("Your inbox is empty")).first().waitFor();
    expect(await page.getByText("Patient").count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("atrium.kept")))
      .toBe(host.people.jimin.personId);
    expect(await countRecords(page, "Patient")).toBe(0);
    await context.close();
  },
);
