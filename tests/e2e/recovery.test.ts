// Features: accounts, submission
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { storedMail } from "../../server/src/testing/organisation.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";

const { browser, host, open } = useHost();

const REFUSED = [/status of 4\d\d/];
const NEW = "harbour lantern mosaic";
const phone = { viewport: { width: 390, height: 844 } } as const;

/** What the newest message to Bob, where Alice's recovery address is, says that fits. */
async function received(wanted: RegExp): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(async () => {
      const mail = await storedMail(host.suite, host.people.bob.accountId);
      const texts = mail.map(({ text }) => text.replaceAll("=\r\n", "").replaceAll("\r", ""));
      found = texts.map((text) => wanted.exec(text)?.[0]).findLast(Boolean);
      return found;
    })
    .toBeDefined();
  return found!;
}
const isNoWiderThan = async (page: Page, width: number): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);

testWhole(
  "a person sets a recovery address, forgets the password, and gets in again by the link",
  async () => {
    const { alice, bob } = host.people;
    const opened = await open("alice", "/setting/security");
    const { page } = opened;
    await page.getByRole("button", { name: "Add a recovery address" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email address").fill(alice.address);
    await dialog.getByRole("button", { name: "Send code" }).click();
    await dialog.getByText("Mail to this address comes here.").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByLabel("Email address").fill(bob.address);
    await page.keyboard.press("Enter");
    await dialog.getByText(`We sent a code to ${bob.address}.`).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await dialog.getByLabel("Code").fill("abcd-efgh");
    await page.keyboard.press("Enter");
    await dialog.getByText("This code is wrong or has expired.").waitFor();
    await dialog.getByLabel("Code").fill(await received(/^[a-z2-9]{4}-[a-z2-9]{4}$/m));
    await page.keyboard.press("Enter");
    await page.getByText("Recovery address confirmed").waitFor();
    await page.getByRole("listitem").filter({ hasText: bob.address }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await opened.expectQuiet({ allow: REFUSED });

    const stranger = await browser.open(`${host.url}/`);
    await stranger.page.getByRole("link", { name: "Forgot your password?" }).click();
    await stranger.page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await stranger.page.getByRole("button", { name: "Send link" }).click();
    await stranger.page.getByText("Enter your email address.", { exact: true }).waitFor();
    expect(await axeFaults(stranger.page)).toEqual([]);
    await stranger.page.getByLabel("Address").fill(alice.address);
    await stranger.page.keyboard.press("Enter");
    await stranger.page.getByText("Check your recovery address").waitFor();
    expect(await axeFaults(stranger.page)).toEqual([]);
    // Her open window hears of it.
    const link = await received(/\/setting\/recovery#[\w-]{43}/);
    await stranger.close();

    const holder = await browser.open(host.url + link);
    await holder.page.getByRole("heading", { name: "Set a new password" }).waitFor();
    expect(await axeFaults(holder.page)).toEqual([]);
    await holder.page.getByLabel("Password", { exact: true }).fill(NEW);
    await holder.page.keyboard.press("Enter");
    await holder.page.getByRole("treeitem", { name: "Inbox", selected: true }).waitFor();
    await holder.page
      .getByRole("row")
      .filter({ hasText: "Someone asked to reset your password" })
      .waitFor();
    await holder.expectQuiet({ allow: REFUSED });
    // The window that was open asks to sign in again.
    await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
    await opened.close();

    const again = await browser.open(host.url + link);
    await again.page.getByText("This link no longer works").waitFor();
    await again.page.getByRole("link", { name: "Send a new link" }).click();
    await again.page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    await again.close();
    await holder.close();
  },
);

testWhole(
  "in Korean, in the dark, on a phone; nobody learns whether there is such an address",
  async () => {
    const opened = await browser.open(`${host.url}/setting/forgot-password`, {
      ...phone,
      locale: "ko-KR",
      colorScheme: "dark",
    });
    const { page } = opened;
    await page.getByRole("heading", { name: "비밀번호를 잊으셨나요?" }).waitFor();
    await isNoWiderThan(page, 390);
    await page.getByRole("textbox").fill("nobody@demo.test");
    await page.getByRole("button", { name: "링크 보내기" }).click();
    await page.getByText("복구 주소의 메일을 확인하세요").waitFor();
    await isNoWiderThan(page, 390);
    expect(await axeFaults(page)).toEqual([]);
    await opened.expectQuiet();
    await opened.close();

    const settings = await open("bob", "/setting/security", {
      ...phone,
      locale: "ko-KR",
      colorScheme: "dark",
    });
    await settings.page.getByRole("button", { name: "복구 주소 추가" }).click();
    await settings.page.getByRole("dialog").getByLabel("메일 주소").fill("bob@example.org");
    expect(await axeFaults(settings.page)).toEqual([]);
    await settings.page.getByRole("button", { name: "코드 보내기" }).click();
    await settings.page.getByRole("dialog").getByText("코드를 보냈습니다").waitFor();
    await isNoWiderThan(settings.page, 390);
    expect(await axeFaults(settings.page)).toEqual([]);
    await settings.expectQuiet();
    await settings.close();
  },
);
