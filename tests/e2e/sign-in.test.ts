// Features: accounts, suite
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { signIn, startHost, useHost } from "./host.ts";

const { browser, host } = useHost();

const REFUSED = [/status of 40[13]/];

async function fill(page: Page, address: string, password: string): Promise<void> {
  await page.getByLabel("Email address", { exact: true }).fill(address);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Set on the window, so that a page load in between shows. */
async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate("globalThis.unloaded = true");
  return () => page.evaluate<boolean>("globalThis.unloaded === true");
}

test("a wrong password says so in place; the right one goes on at the same address without a reload", async () => {
  const opened = await browser.open(`${host.url}/setting/security`);
  const { page } = opened;
  const { address, password } = host.people.alice;
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  const stays = await mark(page);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByText("Enter your email address.").waitFor();
  await fill(page, address, "not the password");
  await page.getByText("Wrong email address or password.").waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("password");
  await fill(page, address, password);
  await page.getByRole("heading", { name: "Security" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/setting/security");
  expect(await stays()).toBe(true);
  await opened.expectQuiet({ allow: REFUSED });
  await opened.close();
});

const archive = (page: Page) => page.getByRole("treeitem", { name: "Archive", selected: true });

testWhole("at the start page the mail follows the sign-in page in the same window", async () => {
  const opened = await browser.open(`${host.url}/mail/folder/archive`);
  const { page } = opened;
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  const stays = await mark(page);
  await fill(page, host.people.alice.address, host.people.alice.password);
  await archive(page).waitFor();
  expect(await page.getByLabel("Email address", { exact: true }).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe("/mail/folder/archive");
  expect(await stays()).toBe(true);
  await opened.expectQuiet({ allow: REFUSED });
  await opened.close();
});

testWhole(
  "at the start page mail that does not load after signing in is there with another try",
  async () => {
    const context = await browser.context();
    let wasThere = false;
    let isBroken = true;
    await context.route(/\.js$/, async (route) => {
      // What the page itself needs comes before it is there.
      const [page] = context.pages();
      wasThere ||= await page!.getByLabel("Email address", { exact: true }).isVisible();
      return wasThere && isBroken ? route.abort("connectionrefused") : route.continue();
    });
    const opened = await browser.open(`${host.url}/mail/folder/archive`, { context });
    const { page } = opened;
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    await fill(page, host.people.alice.address, host.people.alice.password);
    await page.getByRole("button", { name: "Try again" }).waitFor();
    isBroken = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await archive(page).waitFor();
    expect(new URL(page.url()).pathname).toBe("/mail/folder/archive");
    await opened.expectQuiet({ allow: [...REFUSED, /ERR_CONNECTION_REFUSED/] });
    await opened.close();
  },
);

test("a session that ends under a page is asked for again over it; nothing on the page is lost", async () => {
  const context = await browser.context();
  await signIn(context, host, "bob");
  const opened = await browser.open(`${host.url}/setting/security`, { context });
  const { page } = opened;
  const field = page.getByLabel("New password");
  await field.fill("half of a new password");
  await page.getByLabel("Current password").fill("anything");
  await context.clearCookies();
  // What else the page asks may notice sooner, and have the dialog lie above the button.
  await page.getByRole("button", { name: "Change password" }).dispatchEvent("click");
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByLabel("Password", { exact: true }).fill(host.people.bob.password);
  await dialog.getByRole("button", { name: "Sign in" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await field.inputValue()).toBe("half of a new password");
  await opened.expectQuiet({ allow: REFUSED });
  await context.close();
});

testWhole("signing out in one window leaves nothing of the person in the others", async () => {
  const context = await browser.context();
  await signIn(context, host, "carol");
  const first = await browser.open(`${host.url}/setting`, { context });
  const second = await browser.open(`${host.url}/setting`, { context });
  for (const { page } of [first, second])
    await page.getByRole("heading", { name: "Profile" }).waitFor();
  await first.page.getByRole("button", { name: /Carol Carter/ }).click();
  await first.page.getByRole("menuitem", { name: "Sign out" }).click();
  await second.page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await second.page.getByText("carol@demo.test").count()).toBe(0);
  await context.close();
});

testWhole("another language is chosen before signing in and stays", async () => {
  const opened = await browser.open(`${host.url}/setting`);
  const { page } = opened;
  await page.getByRole("button", { name: "한국어" }).click();
  await page.getByRole("heading", { name: "로그인" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "로그인" }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("ko");
  await opened.close();
});

test("the set-up link makes the organisation once and signs its administrator in", async () => {
  const empty = await startHost({}, false);
  try {
    const token = await empty.suite.accounts.setUp.token();
    const link = `${empty.url}/setting/set-up#${token}`;
    const early = await browser.open(empty.url);
    await early.page.getByText("This server is not set up yet").waitFor();
    expect(await axeFaults(early.page)).toEqual([]);
    await early.close();
    const opened = await browser.open(link);
    const { page } = opened;
    await page.getByRole("heading", { name: "Set up Atrium" }).waitFor();
    const create = page.getByRole("button", { name: "Create organisation" });
    await create.click();
    await page.getByText("Enter the organisation’s name.").waitFor();
    await page.getByLabel("Organisation name").fill("Lanternfield");
    await page.getByLabel("Email domain").fill("Lanternfield.example");
    await page.getByText("@lanternfield.example").waitFor();
    await page.getByLabel("Your name").fill("Alice Hartley");
    await page.getByLabel("Your address").fill("alice");
    const password = page.getByLabel("Password", { exact: true });
    await password.fill("lanternfield1");
    await create.click();
    await page.getByText("Too easy to guess").waitFor();
    await password.fill("violet tractor seldom");
    await create.click();
    await page.waitForURL(`${empty.url}/`);
    // It stood in the fragment, so no access log and no Referer of the page has it.
    const documents = opened.requests.filter(({ type }) => type === "Document");
    expect(documents.length).toBeGreaterThan(1);
    expect(documents.filter(({ url }) => url.includes(token!))).toEqual([]);
    const who = await page.evaluate(async () => (await fetch("/api/session")).json());
    expect(who).toMatchObject({
      address: "alice@lanternfield.example",
      organisation: "Lanternfield",
      roles: ["member", "administrator"],
    });
    await page.goto(link);
    await page.getByText("This link no longer works").waitFor();
    const late = await browser.open(empty.url);
    await late.page.getByRole("banner").getByText("Lanternfield").waitFor();
    await late.page.getByRole("heading", { name: "Sign in" }).waitFor();
    // The document says that there is an organisation.
    expect(late.requests.filter(({ url }) => url.endsWith("/api/set-up/state"))).toEqual([]);
    expect(await late.page.getByText("This server is not set up yet").count()).toBe(0);
    await late.close();
    await opened.close();
  } finally {
    await empty.close();
  }
});
