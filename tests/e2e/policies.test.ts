// Features: administration, settings, state
import type { BrowserContext, Page } from "playwright-core";
import { afterEach, expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { contextOf, signIn, useHost } from "./host.ts";
import { kept } from "./kept-records.ts";
import { post } from "./mail-post.ts";

const { browser, host } = useHost();

afterEach(() =>
  host.suite.accounts.policies.change("system", {
    sessionIdle: null,
    sessionMax: null,
    mayKeepOnDevice: true,
  }),
);

const decide = (patch: object) => host.suite.accounts.policies.change("system", patch);
const security = async (context: BrowserContext) => {
  const opened = await browser.open(`${host.url}/setting/security`, { context });
  await opened.page.getByRole("switch", { name: "Keep email on this device" }).waitFor();
  return opened;
};
/** What a browser has of its person's mail and name. */
const onDevice = (page: Page) =>
  page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    keys: Object.keys(localStorage),
  }));
const CLEAN = {
  databases: expect.not.arrayContaining(["atrium-kept"]) as string[],
  keys: expect.not.arrayContaining(["atrium.session", "atrium.kept", "atrium.look"]) as string[],
};

testWhole(
  "an administrator decides, other windows follow, members see it locked with the reason, and it is written down",
  async () => {
    const office = await browser.context();
    await signIn(office, host, "alice");
    const one = await browser.open(`${host.url}/setting/policies`, { context: office });
    const two = await browser.open(`${host.url}/setting/policies`, { context: office });
    const { page } = one;
    const save = page.getByRole("button", { name: "Save" });
    await two.page.getByRole("button", { name: /Sign out after no activity for/ }).waitFor();
    const home = await contextOf(browser, host, "bob");
    const member = await security(home);
    await member.page.getByText("signed out after 14 days without activity").waitFor();

    await page.getByRole("button", { name: /Sign out after no activity for/ }).click();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("option", { name: "8 hours" }).click();
    await page.getByLabel("Reason").fill("Desks are shared at night.\nAsk Alice.");
    await page.getByRole("switch", { name: "Allow browsers to keep email" }).click();
    await page.getByLabel("Reason").last().fill("Laptops get lost.");
    expect(await axeFaults(page)).toEqual([]);
    await save.click();
    await page.getByText("Policies saved").first().waitFor();
    expect(await save.isDisabled()).toBe(true);
    // What was pressed keeps the focus, although there is nothing more to save.
    expect(await save.evaluate((button) => button === document.activeElement)).toBe(true);

    await expect
      .poll(() =>
        two.page.getByRole("button", { name: /Sign out after no activity for/ }).textContent(),
      )
      .toContain("8 hours");
    expect(await two.page.getByLabel("Reason").first().inputValue()).toBe(
      "Desks are shared at night. Ask Alice.",
    );

    const keeps = member.page.getByRole("switch", { name: "Keep email on this device" });
    await member.page.getByText("signed out after 8 hours without activity").waitFor();
    await member.page.getByText("Reason: Desks are shared at night. Ask Alice.").waitFor();
    await member.page.getByText("Reason: Laptops get lost.").waitFor();
    expect([await keeps.isDisabled(), await keeps.isChecked()]).toEqual([true, false]);
    expect(await axeFaults(member.page)).toEqual([]);

    await page.getByRole("link", { name: "Activity" }).click();
    await page.getByText("changed how long people stay signed in").first().waitFor();
    await page.getByText("changed whether browsers may keep email").first().waitFor();

    await decide({ mayKeepOnDevice: true, sessionIdle: null });
    await expect.poll(() => keeps.isDisabled()).toBe(false);
    await member.page.getByText("signed out after 14 days without activity").waitFor();
    for (const opened of [one, two, member]) await opened.expectQuiet();
    for (const context of [office, home]) await context.close();
  },
);

testWhole(
  "when mail may not be kept, what a browser has of it goes at once, and nothing is kept from then on",
  async () => {
    const { carol } = host.people;
    await post(host, [{ to: carol.address, subject: "Kept for now", text: "…" }]);
    const context = await contextOf(browser, host, "carol");
    const opened = await browser.open(`${host.url}/`, { context });
    const { page } = opened;
    await page.getByText("Kept for now").first().waitFor();
    await kept(page, "Kept for now");
    await decide({ mayKeepOnDevice: false });
    await expect.poll(() => onDevice(page)).toMatchObject(CLEAN);
    // The window goes on, and so does the next one.
    await post(host, [{ to: carol.address, subject: "Not kept at all", text: "…" }]);
    await page.getByText("Not kept at all").first().waitFor();
    await page.reload();
    await page.getByText("Not kept at all").first().waitFor();
    expect(await onDevice(page)).toMatchObject(CLEAN);
    await opened.expectQuiet();
    await context.close();
    // Nor in a browser that signs in for the first time.
    const fresh = await contextOf(browser, host, "carol");
    const other = await browser.open(`${host.url}/`, { context: fresh });
    await other.page.getByText("Not kept at all").first().waitFor();
    expect(await onDevice(other.page)).toMatchObject(CLEAN);
    await fresh.close();
  },
);

testWhole(
  "what is being written stays on the device until it reaches the server, whatever the policy",
  async () => {
    await decide({ mayKeepOnDevice: false });
    const context = await contextOf(browser, host, "jimin");
    const opened = await browser.open(`${host.url}/mail/write/`, { context });
    const { page } = opened;
    await page.locator("[contenteditable=true]").waitFor();
    await context.setOffline(true);
    await page.getByLabel("Subject").fill("Written in the tunnel");
    await expect
      .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
      .toContain("atrium.compose");
    await context.setOffline(false);
    await context.close();
  },
);

testWhole(
  "sessions that a shorter length ends ask for the password in their open windows",
  async () => {
    const context = await browser.context();
    await signIn(context, host, "dave");
    const opened = await browser.open(`${host.url}/`, { context });
    await opened.page.getByRole("navigation", { name: "Applications" }).waitFor();
    await host.suite.platform.pool.query(
      "update sign_in_session set created_at = created_at - interval '2 days' where person_id = $1",
      [host.people.dave.personId],
    );
    await decide({ sessionMax: 86_400 });
    await opened.page.getByRole("dialog", { name: "Sign in again" }).waitFor();
    await decide({ sessionMax: null });
    expect((await context.request.get(`${host.url}/api/session`)).status()).toBe(401);
    await context.close();
  },
);

testWhole("in Korean, too", async () => {
  await decide({ mayKeepOnDevice: false, deviceReason: "노트북을 잃어버릴 수 있습니다." });
  const context = await browser.context({ locale: "ko-KR" });
  await signIn(context, host, "alice");
  const opened = await browser.open(`${host.url}/setting/security`, { context });
  const { page } = opened;
  await page.getByText("조직에서 관리하는 설정입니다").waitFor();
  await page.getByText("이유: 노트북을 잃어버릴 수 있습니다.").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("link", { name: "정책" }).click();
  await page.getByRole("button", { name: /활동이 없으면 로그아웃/ }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await opened.expectQuiet();
  await context.close();
});
