// Features: accounts
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { entriesWithoutIcon } from "./menu-icons.ts";

const { browser, host } = useHost();
/** Passkeys are of a site with a name. */
let url: string;
beforeAll(async () => {
  url = host.url.replace("127.0.0.1", "localhost");
});

const REFUSED = [/status of 4\d\d/];

/** Gives the page a device that looks who it is, as a laptop with a fingerprint reader. */
async function plugIn(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    keys: async () =>
      (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials.length,
    /** Whether it knows its person from now on. */
    know: (isUserVerified: boolean) =>
      devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}

test("a passkey is added, signs in alone, is renamed, and removed lets nobody in", async () => {
  const { alice } = host.people;
  const opened = await browser.open(`${url}/setting/security`);
  const { page } = opened;
  const device = await plugIn(page);
  const signIn = async (): Promise<void> => {
    await page.getByLabel("Email address", { exact: true }).fill(alice.address);
    await page.getByLabel("Password", { exact: true }).fill(alice.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await signIn();

  const add = async (): Promise<void> => {
    await page.getByRole("button", { name: "Add passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add passkey" });
    await dialog.getByLabel("Name").fill("Laptop");
    await dialog.getByRole("button", { name: "Next" }).click();
  };
  await device.know(false);
  await add();
  await page.getByText("No passkey was created").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await device.know(true);
  await page.getByRole("button", { name: "Next" }).click();
  const row = page.getByRole("listitem").filter({ hasText: "Laptop" });
  await row.getByText("Never used").waitFor();
  expect(await device.keys()).toBe(1);
  await add();
  await page.getByText("This device already has a passkey for you.").waitFor();
  await page.keyboard.press("Escape");
  expect(await axeFaults(page)).toEqual([]);

  await page.context().clearCookies();
  await device.know(false);
  await page.reload();
  const byPasskey = page.getByRole("button", { name: "Sign in with a passkey" });
  await byPasskey.click();
  await page.getByText("No passkey was used.").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await device.know(true);
  await byPasskey.focus();
  await page.keyboard.press("Enter");
  await row.getByText("Last used").waitFor();
  await page.getByText("with a passkey").first().waitFor();

  const { policies } = host.suite.accounts;
  await policies.requireSecondFactor("system", { for: "everybody", days: 0 });
  await page.context().clearCookies();
  await device.know(false);
  await page.reload();
  await signIn();
  await page.getByText("Use your passkey to sign in.").waitFor();
  expect(await byPasskey.evaluate((button) => button === document.activeElement)).toBe(true);
  await device.know(true);
  await page.keyboard.press("Enter");
  await row.getByText("Last used").waitFor();
  await policies.requireSecondFactor("system", { for: "nobody", days: 0 });

  await page.getByRole("button", { name: "Actions for Laptop" }).click();
  expect(await entriesWithoutIcon(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const rename = page.getByRole("dialog", { name: "Rename passkey" });
  await rename.waitFor();
  await page.keyboard.type("Key ring");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Actions for Key ring" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("No passkeys yet.").waitFor();
  expect(await host.suite.accounts.passkeys.list(alice.personId)).toEqual([]);
  await opened.expectQuiet({ allow: REFUSED });
  await opened.close();
});
