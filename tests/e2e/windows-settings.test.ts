// Features: settings, accounts, state
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeWhole, IS_WHOLE, testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { eventually } from "./browser.ts";
import { contextOf, signIn, useHost } from "./host.ts";

const { browser, host, open } = useHost();

/** What the server refuses shows in Chromium's console too. */
const REFUSED = [/status of 4\d\d/];

async function look(page: Page): Promise<object> {
  return page.evaluate(() => {
    const { lang, dataset } = document.documentElement;
    return { lang, theme: dataset["theme"], density: dataset["density"] };
  });
}

const notice = (page: Page) => page.getByRole("region", { name: /^(Notifications|알림)$/ });

async function isSignedIn(context: BrowserContext): Promise<boolean> {
  return (await context.request.get(`${host.url}/api/session`)).ok();
}

async function canSignIn(address: string, password: string): Promise<boolean> {
  const context = await browser.context();
  const response = await context.request.post(`${host.url}/api/sign-in`, {
    headers: { origin: host.url },
    data: { address, password },
  });
  await context.close();
  return response.ok();
}

describe("appearance", () => {
  testWhole(
    "holds at once, after a reload, and in a browser that signs in for the first time",
    async () => {
      const opened = await open("carol", "/setting/appearance");
      const { page } = opened;
      await page.getByText("Changes are saved to your account automatically.").waitFor();
      await page.getByRole("radio", { name: "Dark" }).check();
      await page.getByRole("radio", { name: "Compact" }).check();
      await expect
        .poll(() => look(page))
        .toEqual({ lang: "en", theme: "dark", density: "compact" });
      // The language is about the person, and is found by its name.
      await page.getByRole("searchbox", { name: "Find a setting" }).fill("language");
      await page.getByRole("link", { name: "Profile" }).click();
      await page.getByRole("button", { name: /Language/ }).click();
      await page.getByRole("option", { name: "한국어" }).click();
      await page.getByRole("heading", { name: "프로필" }).waitFor();
      expect(await look(page)).toEqual({ lang: "ko", theme: "dark", density: "compact" });
      await page.reload();
      await page.getByRole("heading", { name: "프로필" }).waitFor();
      expect(await look(page)).toEqual({ lang: "ko", theme: "dark", density: "compact" });
      await opened.expectQuiet();

      const other = await browser.open(`${host.url}/setting`);
      await other.page.getByLabel("Email address", { exact: true }).fill(host.people.carol.address);
      await other.page.getByLabel("Password", { exact: true }).fill(host.people.carol.password);
      await other.page.getByRole("button", { name: "Sign in" }).click();
      await other.page.getByRole("heading", { level: 1, name: "설정" }).waitFor();
      expect(await look(other.page)).toEqual({ lang: "ko", theme: "dark", density: "compact" });
      await other.expectQuiet({ allow: [/401/] });
      await other.close();
      await opened.close();
    },
  );

  testWhole("the theme is chosen in the person's own menu too, and kept", async () => {
    const context = await contextOf(browser, host, "dave");
    const opened = await browser.open(`${host.url}/address-book`, { context });
    const { page } = opened;
    await page.getByRole("button", { name: /Dave Dyer/ }).click();
    expect(await axeFaults(page)).toEqual([]);
    const system = page.getByRole("menuitemradio", { name: "System" });
    expect(await system.getAttribute("aria-checked")).toBe("true");
    await page.getByRole("menuitemradio", { name: "High contrast" }).click();
    expect(await look(page)).toMatchObject({ theme: "contrast" });
    const session = async (): Promise<unknown> =>
      (await context.request.get(`${host.url}/api/session`)).json();
    await expect.poll(session).toMatchObject({ preferences: { theme: "contrast" } });
    await opened.expectQuiet();
    await context.close();
  });
});

describeWhole("security", () => {
  test("a new password wants the old one, refuses a weak one, and ends the other sessions", async () => {
    const context = await browser.context();
    const elsewhere = await browser.context();
    await signIn(context, host, "bob");
    await signIn(elsewhere, host, "bob");
    const opened = await browser.open(`${host.url}/setting/security`, { context });
    const { page } = opened;
    // Recent sign-ins name the browser, too.
    const rows = page.getByRole("listitem").filter({ hasText: /Chrome on[^]*Last used/ });
    await expect.poll(() => rows.count()).toBe(2);
    const current = page.getByLabel("Current password");
    const next = page.getByLabel("New password");
    const change = page.getByRole("button", { name: "Change password" });
    await current.fill("not the password");
    await next.fill("violet tractor seldom");
    await change.click();
    await page.getByText("Wrong password").waitFor();
    expect(await current.getAttribute("aria-invalid")).toBe("true");
    await current.fill(host.people.bob.password);
    await next.fill("bob@demo.test");
    await change.click();
    await page.getByText("Too easy to guess").waitFor();
    expect(await isSignedIn(elsewhere)).toBe(true);
    await next.fill("violet tractor seldom");
    await change.click();
    await notice(page).getByText("Your password was changed.").waitFor();
    expect(await current.inputValue()).toBe("");
    await expect.poll(() => rows.count()).toBe(1);
    expect(await isSignedIn(context)).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(false);
    const { address, password } = host.people.bob;
    expect(await canSignIn(address, "violet tractor seldom")).toBe(true);
    expect(await canSignIn(address, password)).toBe(false);
    await opened.expectQuiet({ allow: REFUSED });
    await context.close();
    await elsewhere.close();
  });

  test("another browser is signed out by ending its session, and its open mail says so at once", async () => {
    const context = await browser.context();
    const revoked = await browser.context();
    const third = await browser.context();
    await signIn(context, host, "jimin");
    await signIn(revoked, host, "jimin");
    const mail = await browser.open(`${host.url}/`, { context: revoked });
    await mail.page.getByRole("navigation", { name: "Applications" }).waitFor();
    await eventually(() => mail.requests.some(({ url }) => url.includes("/jmap/eventsource")));
    const opened = await browser.open(`${host.url}/setting/security`, { context });
    const { page } = opened;
    const others = page.getByRole("button", { name: "Sign out", exact: true });
    await others.click();
    await notice(page).getByText("The session was signed out").waitFor();
    await others.waitFor({ state: "detached" });
    expect(await isSignedIn(revoked)).toBe(false);
    await mail.page.getByRole("dialog", { name: "Sign in again" }).waitFor();

    await signIn(revoked, host, "jimin");
    await signIn(third, host, "jimin");
    await page.reload();
    await expect.poll(() => others.count()).toBe(2);
    await page.getByRole("button", { name: "Sign out everywhere else" }).click();
    await expect.poll(() => others.count()).toBe(0);
    expect([await isSignedIn(revoked), await isSignedIn(third)]).toEqual([false, false]);
    await page.getByText("This browser").waitFor();
    await opened.expectQuiet();
    for (const one of [context, revoked, third]) await one.close();
  });

  test("what cannot be loaded shows a card in place, and comes when tried again", async () => {
    const context = await contextOf(browser, host, "alice");
    const opened = await browser.open(`${host.url}/setting/profile`, { context });
    const { page } = opened;
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    await page.route("**/api/sign-ins", (route) => route.abort());
    await page.getByRole("link", { name: "Security" }).click();
    await page.getByText("Could not load this page").waitFor();
    await page.unroute("**/api/sign-ins");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Could not load this page").waitFor({ state: "detached" });
    await opened.expectQuiet({ allow: [/ERR_FAILED/] });
    await context.close();
  });
});

describe("administration", () => {
  let context: BrowserContext;
  beforeAll(async () => {
    context = await contextOf(browser, host, "alice");
  });
  afterAll(() => context?.close());

  const act = (page: Page, name: string): Promise<void> =>
    page.getByRole("main").getByRole("button", { name, exact: true }).click();
  const tag = (page: Page, words: string) =>
    page.getByRole("main").getByText(words, { exact: true });

  test("a person is added and can sign in, is disabled and cannot, and is enabled again", async () => {
    const opened = await browser.open(`${host.url}/setting/people`, { context });
    const { page } = opened;
    await page.getByRole("button", { name: "Add person" }).click();
    const dialog = page.getByRole("dialog", { name: "Add person" });
    await dialog.getByLabel("Name").fill("Erin Ellis");
    await dialog.getByLabel("Email address").fill("bob");
    await dialog.getByText("@demo.test").waitFor();
    await dialog.getByRole("radio", { name: "Password" }).check({ force: true });
    const password = dialog.getByLabel("First password");
    await password.fill("short");
    const add = dialog.getByRole("button", { name: "Add", exact: true });
    await add.click();
    await dialog.getByText("Use at least 12 characters.").waitFor();
    await password.fill("erin@demo.test");
    await add.click();
    await dialog.getByText(/exists already|too easy to guess/i).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByLabel("Email address").fill("erin");
    await password.fill("violet tractor seldom");
    await add.click();
    await notice(page).getByText("Erin Ellis can sign in now").waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Erin Ellis" }).waitFor();
    expect(await canSignIn("erin@demo.test", "violet tractor seldom")).toBe(true);

    await act(page, "Disable");
    await tag(page, "Disabled").waitFor();
    expect(await canSignIn("erin@demo.test", "violet tractor seldom")).toBe(false);
    await notice(page).getByRole("button", { name: "Undo" }).click();
    await tag(page, "Disabled").waitFor({ state: "detached" });
    expect(await canSignIn("erin@demo.test", "violet tractor seldom")).toBe(true);
    await opened.expectQuiet({ allow: REFUSED });
    // A new password, and all that becomes of who is removed, is left to the whole.
    if (!IS_WHOLE) return opened.close();

    await act(page, "Set new password");
    const other = page.getByRole("dialog", { name: "Set new password" });
    await other.getByLabel(/New password/).fill("seldom violet tractors");
    await other.getByRole("button", { name: "Set new password" }).click();
    await notice(page).getByText("Erin Ellis was signed out everywhere").waitFor();
    expect(await canSignIn("erin@demo.test", "seldom violet tractors")).toBe(true);
    expect(await canSignIn("erin@demo.test", "violet tractor seldom")).toBe(false);

    await act(page, "Remove person");
    const removing = page.getByRole("dialog", { name: "Remove Erin Ellis?" });
    await removing.getByRole("textbox").fill("Erin Ellis");
    // When it fails, the dialog says so and keeps what was typed.
    await page.route("**/jmap/api", (route) =>
      route.request().postData()?.includes("Person/set")
        ? route.fulfill({ status: 400, json: {} })
        : route.continue(),
    );
    await removing.getByRole("button", { name: "Remove person" }).click();
    await removing.getByRole("alert").waitFor();
    expect(await removing.getByRole("textbox").inputValue()).toBe("Erin Ellis");
    await page.unroute("**/jmap/api");
    await removing.getByRole("button", { name: "Remove person" }).click();
    await tag(page, "Removed").waitFor();
    expect(await canSignIn("erin@demo.test", "seldom violet tractors")).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("main").getByRole("link", { name: "People" }).click();
    const erin = page.getByRole("row").filter({ hasText: "Erin Ellis" });
    await erin.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /Show/ }).click();
    await page.getByRole("option", { name: "Removed" }).click();
    await erin.click();
    await act(page, "Restore");
    await tag(page, "Removed").waitFor({ state: "detached" });
    expect(await canSignIn("erin@demo.test", "seldom violet tractors")).toBe(true);

    await act(page, "Remove person");
    await removing
      .getByRole("group", { name: /Give their files to/ })
      .getByRole("combobox")
      .fill("bob");
    await page.getByRole("option", { name: /Bob Baker/ }).click();
    await removing.getByText("The files move to Bob Baker’s drive right away").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await removing.getByRole("textbox").fill("Erin Ellis");
    await removing.getByRole("button", { name: "Remove person" }).click();
    await notice(page).getByText("Erin Ellis was removed").last().waitFor();
    await tag(page, "Removed").waitFor();
    await opened.expectQuiet({ allow: REFUSED });
    await opened.close();
  });

  testWhole(
    "who is added without a password gets an invitation link, shown right there",
    async () => {
      const opened = await browser.open(`${host.url}/setting/people`, { context });
      const { page } = opened;
      await page.getByRole("button", { name: "Add person" }).click();
      const dialog = page.getByRole("dialog", { name: "Add person" });
      await dialog.getByLabel("Name").fill("Fay Fox");
      await dialog.getByLabel("Email address").fill("fay");
      await dialog.getByRole("button", { name: "Add", exact: true }).click();
      const link = page.getByRole("dialog", { name: "Invitation link for Fay Fox" });
      await link.getByText("/setting/invitation#").waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await link.getByRole("button", { name: "Done" }).click();
      await page.getByRole("heading", { name: "Fay Fox" }).waitFor();
      await page.getByText("An invitation link is valid until").waitFor();
      await opened.expectQuiet();
      await opened.close();
    },
  );

  testWhole(
    "administration is given and taken; the person filter finds by name and address",
    async () => {
      const opened = await browser.open(`${host.url}/setting/people`, { context });
      const { page } = opened;
      const found = page.getByRole("row");
      await found.filter({ hasText: "Dave Dyer" }).click();
      const role = page.getByRole("switch", { name: "Administrator" });
      for (const isGiven of [true, false]) {
        await role.click();
        await expect.poll(() => role.isChecked()).toBe(isGiven);
      }
      await page.getByRole("main").getByRole("link", { name: "People" }).click();
      const filter = page.getByRole("searchbox", { name: "Find people" });
      await filter.fill("JIMIN@");
      await expect.poll(() => found.count()).toBe(1);
      await filter.fill("nobody at all");
      await page.getByText("No people match “nobody at all”").waitFor();
      // Who administers cannot lock themselves out.
      await filter.fill("alice");
      await found.filter({ hasText: "Alice Archer" }).click();
      await page.getByRole("heading", { name: "Alice Archer" }).waitFor();
      expect(await page.getByRole("button", { name: "Disable", exact: true }).count()).toBe(0);
      await opened.expectQuiet();
      await opened.close();
    },
  );

  testWhole("what one administrator does, another's window shows at once", async () => {
    const list = await browser.open(`${host.url}/setting/people`, { context });
    await list.page.getByRole("row").filter({ hasText: "Dave Dyer" }).waitFor();
    const other = await browser.open(`${host.url}/setting/people`, { context });
    await other.page.getByRole("row").filter({ hasText: "Dave Dyer" }).click();
    const name = other.page.getByRole("main").getByLabel("Name");
    await name.fill("David Dyer");
    await act(other.page, "Save");
    await list.page.getByRole("row").filter({ hasText: "David Dyer" }).waitFor();
    await notice(other.page).getByRole("button", { name: "Undo" }).click();
    await list.page.getByRole("row").filter({ hasText: "Dave Dyer" }).waitFor();
    await expect.poll(() => name.inputValue()).toBe("Dave Dyer");
    await list.expectQuiet();
    await list.close();
    await other.close();
  });

  testWhole("a domain is added once, and mail for it is taken", async () => {
    const opened = await browser.open(`${host.url}/setting/domains`, { context });
    const { page } = opened;
    await page.getByRole("button", { name: "Add domain" }).click();
    const dialog = page.getByRole("dialog", { name: "Add domain" });
    const field = dialog.getByLabel("Domain");
    const add = dialog.getByRole("button", { name: "Add", exact: true });
    await field.fill("no domain");
    await add.click();
    await page.getByText("Check what you entered").waitFor();
    await field.fill("demo.test");
    await add.click();
    await page.getByText("This is already in use").waitFor();
    await field.fill("Second.Example");
    await add.click();
    await page.getByRole("heading", { level: 2, name: "second.example" }).waitFor();
    const { domains } = host.suite.accounts;
    expect(await domains.isOurs("second.example")).toBe(true);
    await page.getByRole("button", { name: "Remove domain" }).click();
    const confirm = page.getByRole("dialog", { name: "Remove second.example?" });
    await confirm.getByRole("textbox").fill("second.example");
    await confirm.getByRole("button", { name: "Remove domain" }).click();
    await page.getByRole("row").filter({ hasText: "demo.test" }).waitFor();
    await page
      .getByRole("row")
      .filter({ hasText: "second.example" })
      .waitFor({ state: "detached" });
    expect(await domains.isOurs("second.example")).toBe(false);
    await opened.expectQuiet({ allow: REFUSED });
    await opened.close();
  });

  test("a member sees none of it, and a link there says so", async () => {
    const member = await contextOf(browser, host, "dave");
    const opened = await browser.open(`${host.url}/setting/people`, { context: member });
    const { page } = opened;
    await page.getByText("Only administrators can see this").waitFor();
    expect(await page.getByRole("link", { name: /^(People|Domains)$/ }).count()).toBe(0);
    expect(opened.requests.filter(({ url }) => url.includes("/api/admin"))).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);
    await opened.expectQuiet();
    await member.close();
  });
});

testWhole(
  "everything in settings is done by keyboard alone, the focus always in sight",
  async () => {
    const opened = await open("alice", "/setting");
    const { page } = opened;
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { outlineStyle, boxShadow } = getComputedStyle(element);
        const name = element.ariaLabel ?? element.innerText.trim();
        const box = element.closest<HTMLElement>(".a-field-box, .a-choice-option, label");
        const around = box && getComputedStyle(box);
        // Rows draw it above what they show.
        const above = getComputedStyle(element, "::after");
        const isSeen = [
          outlineStyle,
          boxShadow,
          around?.outlineStyle,
          around?.boxShadow,
          above.content === "none" ? undefined : above.outlineStyle,
        ].some((style) => style !== undefined && style !== "none");
        return { name, isSeen };
      });
    /** Tab until the named thing has the focus; each stop on the way must show it. */
    async function tabTo(name: RegExp): Promise<void> {
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press("Tab");
        const stop = await focused();
        expect([stop.name, stop.isSeen]).toEqual([stop.name, true]);
        if (name.test(stop.name)) return;
      }
      throw new Error(`Tab never reached ${name}`);
    }
    await tabTo(/^Skip to/);
    await tabTo(/^Appearance$/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Appearance" }).waitFor();
    await page.getByRole("radio", { name: "System" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => look(page)).toMatchObject({ theme: "light" });
    await page.getByRole("link", { name: "People" }).focus();
    await page.keyboard.press("Enter");
    await tabTo(/^Add person$/);
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(async () => (await focused()).name).toBe("Add person");
    // The field, whose label is not its own text.
    await tabTo(/^$/);
    await page.keyboard.type("Bob Baker");
    await expect.poll(() => page.getByRole("row").count()).toBe(1);
    await tabTo(/Bob Baker/);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Bob Baker" }).waitFor();
    await tabTo(/^Set new password$/);
    await page.keyboard.press("Enter");
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(async () => (await focused()).name).toBe("Set new password");
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "the chosen section is in sight in the menu, and Tab still starts at the top",
  async () => {
    const opened = await open("alice", "/setting/profile");
    const { page } = opened;
    await page.setViewportSize({ width: 1280, height: 480 });
    const links = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
    const last = (await links.last().getAttribute("href"))!;
    await page.goto(host.url + last);
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await expect
      .poll(() =>
        links.last().evaluate((link) => link.getBoundingClientRect().bottom < innerHeight),
      )
      .toBe(true);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Skip to/);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("a section is called the same in the menu and above its page", async () => {
  const opened = await open("alice", "/setting/profile");
  const { page } = opened;
  const links = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  await links.first().waitFor();
  const names = await links.allTextContents();
  expect(names.length).toBeGreaterThan(15);
  for (const [index, name] of names.entries()) {
    await links.nth(index).click();
    await page.getByRole("heading", { level: 2, name, exact: true }).waitFor();
  }
  await opened.expectQuiet();
  await opened.close();
});
