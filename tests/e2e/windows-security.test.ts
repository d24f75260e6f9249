// Features: accounts, administration
import { CAPABILITY, type JmapSession } from "@atrium/contract/types/wire";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { codeAt } from "../../server/src/features/accounts/testing/authenticator.ts";
import { axeFaults } from "./axe.ts";
import { signIn, useHost } from "./host.ts";

const { browser, host } = useHost();

const REFUSED = [/status of 4\d\d/];

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Whether a program gets in with this header. */
async function opens(authorization: string): Promise<boolean> {
  return (await fetch(`${host.url}/jmap/session`, { headers: { authorization } })).ok;
}
/** Whether the mail is there for it. */
async function usesMail(authorization: string): Promise<boolean> {
  const response = await fetch(`${host.url}/jmap/session`, { headers: { authorization } });
  const { capabilities } = (await response.json()) as JmapSession;
  return CAPABILITY.mail in capabilities;
}
const basic = (address: string, password: string): string =>
  `Basic ${Buffer.from(`${address}:${password}`).toString("base64")}`;

testWhole(
  "two-step sign-in, from the picture over a sign-in with a code to an administrator's reset",
  async () => {
    const { bob } = host.people;
    const context = await browser.context();
    await signIn(context, host, "bob");
    const opened = await browser.open(`${host.url}/setting/security`, { context });
    const { page } = opened;
    await page.getByRole("button", { name: "Turn on two-step sign-in" }).click();
    const first = dialog(page, "Turn on two-step sign-in");
    await first.getByLabel("Your password").fill("not the password");
    await first.getByRole("button", { name: "Next" }).click();
    await first.getByText("Wrong password").waitFor();
    await first.getByLabel("Your password").fill(bob.password);
    await first.getByRole("button", { name: "Next" }).click();

    const scan = dialog(page, "Scan this code with your app");
    await scan.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
    await scan.getByText("Can’t scan it?").click();
    expect(await axeFaults(page)).toEqual([]);
    const secret = await scan.getByRole("group", { name: "Key" }).innerText();
    const code = scan.getByLabel("Code from the app");
    await code.fill("12345");
    await scan.getByRole("button", { name: "Turn on" }).click();
    await scan.getByText("Wrong code.").waitFor();
    await code.fill(codeAt(secret, new Date()));
    await scan.getByRole("button", { name: "Turn on" }).click();

    const codes = dialog(page, "Save your recovery codes");
    const recoveryCode = await codes.getByRole("listitem").first().innerText();
    await codes.getByRole("button", { name: "I have saved them" }).click();
    await page.getByText("10 codes left").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await opened.expectQuiet({ allow: REFUSED });
    await context.close();
    expect(await opens(basic(bob.address, bob.password))).toBe(false);

    const next = await browser.open(`${host.url}/setting/profile`);
    await next.page.getByLabel("Email address", { exact: true }).fill(bob.address);
    await next.page.getByLabel("Password", { exact: true }).fill(bob.password);
    await next.page.getByRole("button", { name: "Sign in" }).click();
    const field = next.page.getByLabel("Code", { exact: true });
    await field.fill("000 000");
    expect(await axeFaults(next.page)).toEqual([]);
    await next.page.getByRole("button", { name: "Sign in" }).click();
    await next.page.getByText("Wrong code.").waitFor();
    await field.fill(recoveryCode);
    await next.page.getByRole("button", { name: "Sign in" }).click();
    await next.page.getByRole("heading", { name: "Profile" }).waitFor();
    await next.expectQuiet({ allow: REFUSED });
    await next.close();

    const office = await browser.context();
    await signIn(office, host, "alice");
    const people = await browser.open(`${host.url}/setting/people`, { context: office });
    await people.page.getByRole("row").filter({ hasText: bob.name }).click();
    await people.page.getByRole("button", { name: "Reset two-step sign-in" }).click();
    await people.page.getByRole("button", { name: "Reset", exact: true }).click();
    await people.page.getByText(`Two-step sign-in was reset for ${bob.name}`).first().waitFor();
    expect(await opens(basic(bob.address, bob.password))).toBe(true);
    await people.expectQuiet();
    await office.close();
  },
);

testWhole(
  "an app password and a token are shown once, open the mail, and open it no more when revoked",
  async () => {
    const { carol } = host.people;
    const context = await browser.context();
    await signIn(context, host, "carol");
    const opened = await browser.open(`${host.url}/setting/security`, { context });
    const { page } = opened;
    for (const { button, title, group, header } of [
      {
        button: "New app password",
        title: "Mail on my phone",
        group: "App password",
        header: (secret: string) => basic(carol.address, secret),
      },
      {
        button: "New token",
        title: "Backup script",
        group: "Access token",
        header: (secret: string) => `Bearer ${secret}`,
      },
    ]) {
      await page.getByRole("button", { name: button }).click();
      const create = dialog(page, button);
      await create.getByLabel("Name").fill(title);
      expect(await axeFaults(page)).toEqual([]);
      await create.getByRole("button", { name: "Create" }).click();
      const shown = dialog(page, title);
      const secret = await shown.getByRole("group", { name: group }).innerText();
      expect(await usesMail(header(secret))).toBe(true);
      await shown.getByRole("button", { name: "Done" }).click();
      await expectFocus(page, button);
      await page.reload();
      const row = page.getByRole("listitem").filter({ hasText: title });
      await row.getByText("Last used").waitFor();
      expect(await page.getByText(secret).count()).toBe(0);
      await row.getByRole("button", { name: `Edit “${title}”` }).click();
      const change = dialog(page, `Edit “${title}”`);
      await change.getByLabel("Access").click();
      await page.getByRole("option", { name: "Drive" }).click();
      await change.getByLabel("Read only").check();
      expect(await axeFaults(page)).toEqual([]);
      await change.getByRole("button", { name: "Save" }).click();
      await row.getByText("Drive, read only").waitFor();
      expect(await usesMail(header(secret))).toBe(false);
      await row.getByRole("button", { name: `Revoke “${title}”` }).click();
      await page.getByRole("button", { name: "Revoke", exact: true }).click();
      await row.waitFor({ state: "detached" });
      await expectFocus(page, button);
      expect(await opens(header(secret))).toBe(false);
    }
    await opened.expectQuiet();
    await context.close();
  },
);

/** What had the focus before a dialog has it again, or what is next to it. */
const expectFocus = (page: Page, name: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name);

/** Lets the last proof of who it is get old. */
const forgetProof = (personId: string) =>
  host.suite.platform.pool.query(
    "update sign_in_session set proved_at = now() - interval '1 hour' where person_id = $1",
    [personId],
  );

test("who signed in a while ago is asked for the password before a way in is made, and not to end one", async () => {
  const { carol } = host.people;
  const context = await browser.context();
  await signIn(context, host, "carol");
  const opened = await browser.open(`${host.url}/setting/security`, { context });
  const { page } = opened;
  await forgetProof(carol.personId);
  await page.getByRole("button", { name: "New token" }).click();
  const create = dialog(page, "New token");
  await create.getByLabel("Name").fill("Script");
  await create.getByRole("button", { name: "Create" }).click();
  const proof = dialog(page, "Confirm your password");
  await proof.getByRole("button", { name: "Cancel" }).click();
  await create.getByText("Nothing was changed").waitFor();
  expect(await host.suite.accounts.credentials.list(carol.personId)).toEqual([]);
  await create.getByRole("button", { name: "Create" }).click();
  await proof.getByLabel("Your password").fill(carol.password);
  expect(await axeFaults(page)).toEqual([]);
  await proof.getByRole("button", { name: "Next" }).click();
  await dialog(page, "Script").getByRole("button", { name: "Done" }).click();
  await forgetProof(carol.personId);
  await page.getByRole("button", { name: "Revoke “Script”" }).click();
  await page.getByRole("button", { name: "Revoke", exact: true }).click();
  await page.getByText("No access tokens yet.").waitFor();
  await opened.expectQuiet({ allow: REFUSED });
  await context.close();
});

testWhole("two windows follow who is signed in and what else opens the account", async () => {
  const [context, elsewhere] = [await browser.context(), await browser.context()];
  await signIn(context, host, "dave");
  await signIn(elsewhere, host, "dave");
  const here = await browser.open(`${host.url}/setting/security`, { context });
  const there = await browser.open(`${host.url}/setting/security`, { context: elsewhere });
  const others = there.page.getByRole("button", { name: "Sign out", exact: true });
  await expect.poll(() => others.count()).toBe(1);

  const third = await browser.context();
  await signIn(third, host, "dave");
  await expect.poll(() => others.count()).toBe(2);
  await third.request.post(`${host.url}/api/sign-out`, { headers: { origin: host.url } });
  await expect.poll(() => others.count()).toBe(1);
  await third.close();

  await here.page.getByRole("button", { name: "New app password" }).click();
  await dialog(here.page, "New app password").getByLabel("Name").fill("Phone");
  await here.page.getByRole("button", { name: "Create", exact: true }).click();
  const shown = dialog(here.page, "Phone");
  const secret = await shown.getByRole("group", { name: "App password" }).innerText();
  const row = there.page.getByRole("listitem").filter({ hasText: "Phone" });
  await row.waitFor();
  expect(await there.page.getByText(secret).count()).toBe(0);
  await shown.getByRole("button", { name: "Done" }).click();
  await there.page.getByRole("button", { name: "Revoke “Phone”" }).click();
  await there.page.getByRole("button", { name: "Revoke", exact: true }).click();
  await here.page.getByRole("button", { name: "Revoke “Phone”" }).waitFor({ state: "detached" });

  await here.page.getByRole("button", { name: "Sign out", exact: true }).click();
  await there.page.getByRole("dialog", { name: "Sign in again" }).waitFor();
  await here.expectQuiet();
  for (const one of [context, elsewhere]) await one.close();
});

testWhole(
  "an administrator who signed in a while ago is asked for the password, and what was begun is done",
  async () => {
    const { alice, dave } = host.people;
    const context = await browser.context();
    await signIn(context, host, "alice");
    await forgetProof(alice.personId);
    const opened = await browser.open(`${host.url}/setting/people`, { context });
    const { page } = opened;
    await page.getByRole("row").filter({ hasText: dave.name }).click();
    const act = (name: string): Promise<void> => page.getByRole("button", { name }).click();
    const role = page.getByRole("switch", { name: "Administrator" });
    await role.click();
    await dialog(page, "Confirm your password").getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Nothing was changed").first().waitFor();
    await act("Set new password");
    const first = dialog(page, "Set new password");
    await first.getByRole("textbox").fill("walnut ferry quiet lantern");
    await first.getByRole("button", { name: "Set new password" }).click();
    const proof = dialog(page, "Confirm your password");
    await proof.getByLabel("Your password").fill("not the password");
    await proof.getByRole("button", { name: "Next" }).click();
    await proof.getByText("Wrong password").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await proof.getByLabel("Your password").fill(alice.password);
    await proof.getByRole("button", { name: "Next" }).click();
    await page.getByText(`${dave.name} was signed out everywhere`).first().waitFor();
    expect(await opens(basic(dave.address, "walnut ferry quiet lantern"))).toBe(true);
    await role.click();
    await expect.poll(() => role.isChecked()).toBe(true);
    await opened.expectQuiet({ allow: REFUSED });
    await context.close();
  },
);

testWhole(
  "who is asked for two-step sign-in puts it off, and sets it up when the day has come, in place",
  async () => {
    const { carol } = host.people;
    const { policies } = host.suite.accounts;
    const office = await browser.context();
    await signIn(office, host, "alice");
    const rules = await browser.open(`${host.url}/setting/policies`, { context: office });
    await rules.page.getByRole("radio", { name: "Everyone" }).click();
    await rules.page.getByText("First turn on two-step sign-in for yourself").waitFor();
    expect(await rules.page.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    expect(await axeFaults(rules.page)).toEqual([]);
    await office.close();

    const context = await browser.context();
    await signIn(context, host, "carol");
    await policies.requireSecondFactor("system", { for: "everybody", days: 7 });
    const opened = await browser.open(`${host.url}/setting/profile`, { context });
    const { page } = opened;
    await page.getByRole("button", { name: "Ask me tomorrow" }).click();
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    await policies.requireSecondFactor("system", { for: "everybody", days: 0 });
    await page.getByRole("link", { name: "Security" }).click();
    await page.getByRole("heading", { name: "Set up two-step sign-in" }).waitFor();
    expect(await page.getByRole("button", { name: "Ask me tomorrow" }).count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Set it up now" }).click();
    const first = dialog(page, "Turn on two-step sign-in");
    await first.getByLabel("Your password").fill(carol.password);
    await first.getByRole("button", { name: "Next" }).click();
    const scan = dialog(page, "Scan this code with your app");
    await scan.getByText("Can’t scan it?").click();
    const secret = await scan.getByRole("group", { name: "Key" }).innerText();
    await scan.getByLabel("Code from the app").fill(codeAt(secret, new Date()));
    await scan.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("button", { name: "I have saved them" }).click();
    await page.getByText("10 codes left").waitFor();
    await opened.expectQuiet({ allow: REFUSED });
    await context.close();
    await policies.requireSecondFactor("system", { for: "nobody", days: 0 });
  },
);

test("on a connection that others can read, nothing can be typed, and it is said what to do", async () => {
  // As it comes through a proxy that nobody named.
  const headers = { "x-forwarded-for": "203.0.113.9" };
  const context = await browser.context();
  await context.setExtraHTTPHeaders(headers);
  const { page, close } = await browser.open(`${host.url}/`, { context });
  await page.getByText("This connection is not encrypted").waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
  expect(await axeFaults(page)).toEqual([]);
  await close();
});
