// Features: administration, accounts
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { codeAt } from "../../server/src/features/accounts/testing/authenticator.ts";
import { axeFaults } from "./axe.ts";
import type { PageOptions } from "./browser.ts";
import { contextOf, useHost } from "./host.ts";

const { browser, host } = useHost();
let office: BrowserContext;
beforeAll(async () => {
  office = await contextOf(browser, host, "alice");
});

/** What the server refuses shows in Chromium's console too. */
const REFUSED = [/status of 4\d\d/];
const NEW = "harbour lantern mosaic";

/** Adds somebody who has no password yet, or has one. Answers their id. */
async function add(name: string, password: string | null = null): Promise<string> {
  const address = `${name.toLowerCase().replaceAll(" ", ".")}@demo.test`;
  const { id } = await host.suite.accounts.persons.create("system", { name, address, password });
  return id;
}

async function call<T>(
  context: BrowserContext,
  name: string,
  args: object,
): Promise<T & { readonly accountId: string }> {
  const answer = await context.request.post(`${host.url}/jmap/api`, {
    headers: { origin: host.url },
    data: {
      using: ["urn:ietf:params:jmap:core", "urn:atrium:administration"],
      methodCalls: [[name, { accountId: "organisation", ...args }, "c"]],
    },
  });
  return (await answer.json()).methodResponses[0][1];
}

/** The link that an administrator makes. */
async function linkFor(id: string): Promise<string> {
  const { token } = await call<{ token: string }>(office, "Person/invite", { id });
  return `${host.url}/setting/invitation#${token}`;
}

const openLink = (link: string, options?: PageOptions) => browser.open(link, options);
const password = (page: Page) => page.getByLabel("Password", { exact: true });
const send = (page: Page) => page.getByRole("button", { name: "Set password and sign in" });
const isNoWiderThan = async (page: Page, width: number): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

testWhole(
  "an administrator makes a link, sees it once, and whoever opens it sets a password and is in",
  async () => {
    const id = await add("Erin Ellis");
    const opened = await browser.open(`${host.url}/setting/people/${id}`, { context: office });
    const { page } = opened;
    await page.getByRole("button", { name: "Create invitation link" }).click();
    const dialog = page.getByRole("dialog", { name: "Invitation link for Erin Ellis" });
    await dialog.getByText("it will not be emailed").waitFor();
    const link = await dialog.getByText("/setting/invitation#").innerText();
    await dialog.getByRole("button", { name: "Copy link" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByText("An invitation link is valid until").waitFor();
    expect(await page.getByText(link).count()).toBe(0);

    const stranger = await openLink(link);
    await stranger.page.getByRole("heading", { name: "Set your password" }).waitFor();
    await stranger.page.getByText("Choose a password for your account at Demo.").waitFor();
    expect(await stranger.page.getByLabel("Your address").inputValue()).toBe(
      "erin.ellis@demo.test",
    );
    await expect
      .poll(() => stranger.page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("password");
    expect(await axeFaults(stranger.page)).toEqual([]);
    await password(stranger.page).fill("short");
    await send(stranger.page).click();
    await stranger.page.getByText(/^Use at least \d+ characters\.$/).waitFor();
    await password(stranger.page).fill("erin.ellis.demo.test");
    await send(stranger.page).click();
    await stranger.page.getByText("Too easy to guess").waitFor();
    expect(await axeFaults(stranger.page)).toEqual([]);
    await password(stranger.page).fill(NEW);
    await stranger.page.keyboard.press("Enter");
    await stranger.page.getByRole("treeitem", { name: "Inbox", selected: true }).waitFor();
    expect(new URL(stranger.page.url()).hash).toBe("");
    await stranger.expectQuiet({ allow: REFUSED });
    // The page that made it follows.
    await page.getByText("An invitation link is valid until").waitFor({ state: "detached" });
    await opened.expectQuiet();
    await opened.close();
    await stranger.close();

    const again = await openLink(link);
    await again.page
      .getByRole("heading", { level: 1, name: "This link no longer works" })
      .waitFor();
    expect(await axeFaults(again.page)).toEqual([]);
    await again.page.getByRole("link", { name: "Go to sign-in" }).click();
    await again.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await again.close();
  },
);

testWhole(
  "a link that is wrong, was replaced or is too old says so, also when that happens while the page is open",
  async () => {
    const id = await add("Frank Field");
    const older = await linkFor(id);
    const opened = await openLink(older);
    await password(opened.page).fill(NEW);
    const newer = await linkFor(id);
    await send(opened.page).click();
    const closed = (page: Page) =>
      page.getByRole("heading", { level: 1, name: "This link no longer works" }).waitFor();
    await closed(opened.page);
    await opened.expectQuiet({ allow: REFUSED });
    await opened.close();
    await host.suite.platform.pool.query(
      "update invitation set expires_at = now() - interval '1s'",
    );
    for (const link of [newer, `${newer}x`, `${host.url}/setting/invitation`]) {
      const late = await openLink(link);
      await closed(late.page);
      expect(await late.page.getByLabel("Password", { exact: true }).count()).toBe(0);
      await late.close();
    }
  },
);

testWhole(
  "who has two-step sign-in is asked for the code, and the link alone opens nothing",
  async () => {
    const { bob } = host.people;
    const home = await contextOf(browser, host, "bob");
    const headers = { origin: host.url };
    const begun = await home.request.post(`${host.url}/api/second-factor`, {
      headers,
      data: { password: bob.password },
    });
    const { secret } = (await begun.json()) as { secret: string };
    const confirmed = await home.request.post(`${host.url}/api/second-factor/confirm`, {
      headers,
      data: { code: codeAt(secret, new Date()) },
    });
    const [recovery] = ((await confirmed.json()) as { codes: string[] }).codes;
    await home.close();

    const opened = await openLink(await linkFor(bob.personId));
    const { page } = opened;
    await password(page).fill(NEW);
    await send(page).click();
    const code = page.getByLabel("Code", { exact: true });
    await code.waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("name")))
      .toBe("code");
    expect(await axeFaults(page)).toEqual([]);
    await code.fill("000 000");
    await send(page).click();
    await page.getByText("Wrong code.").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await code.fill(recovery!);
    await send(page).click();
    await page.getByRole("treeitem", { name: "Inbox", selected: true }).waitFor();
    // Told of the link, and of its use.
    await page.getByRole("row").filter({ hasText: "Your password was changed" }).waitFor();
    await opened.expectQuiet({ allow: REFUSED });
    await opened.close();
  },
);

testWhole("who has to show a passkey is sent to the sign-in, where it is asked for", async () => {
  const id = await add("Grace Green", "a long enough passphrase");
  await host.suite.platform.pool.query(
    `insert into passkey (account_id, id, person_id, credential_id, public_key, counter, name, created_at)
     values ('organisation', 'k-grace', $1, 'grace', 'key', 0, 'Laptop', now())`,
    [id],
  );
  const link = await linkFor(id);
  const { policies } = host.suite.accounts;
  await policies.requireSecondFactor("system", { for: "everybody" });
  const opened = await openLink(link);
  const { page } = opened;
  await password(page).fill(NEW);
  await send(page).click();
  await page.getByText("Use your passkey to sign in.").waitFor();
  await page.getByText("ask your administrator to reset two-step sign-in").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await policies.change("system", { secondFactorFor: "nobody", secondFactorFrom: null });
  await page.getByRole("link", { name: "Go to sign-in" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await opened.expectQuiet({ allow: REFUSED });
  await opened.close();
});

testWhole("in Korean, in the dark, on a phone, with long names", async () => {
  const name = "Wolfeschlegelsteinhausenbergerdorff Hubert Blaine the Younger of the House";
  const { id } = await host.suite.accounts.persons.create("system", {
    name,
    address: `${"a".repeat(60)}@demo.test`,
    password: null,
  });
  const phone = { viewport: { width: 390, height: 844 } } as const;
  const dark = { ...phone, locale: "ko-KR", colorScheme: "dark" } as const;
  const opened = await openLink(await linkFor(id), dark);
  await opened.page.getByRole("heading", { name: "비밀번호 설정" }).waitFor();
  await opened.page.getByText("Demo 계정에서 사용할 비밀번호를 입력하세요.").waitFor();
  await isNoWiderThan(opened.page, 390);
  expect(await axeFaults(opened.page)).toEqual([]);
  await opened.close();

  const context = await contextOf(browser, host, "alice", dark);
  const page = await browser.open(`${host.url}/setting/people/${id}`, { context });
  await page.page.getByRole("button", { name: "초대 링크 만들기" }).click();
  await page.page.getByRole("dialog").getByText("/setting/invitation#").waitFor();
  await isNoWiderThan(page.page, 390);
  expect(await axeFaults(page.page)).toEqual([]);
  await page.page.getByRole("button", { name: "완료" }).click();
  await page.expectQuiet();
  await context.close();
});
