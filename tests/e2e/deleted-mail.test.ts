// Features: mail, settings
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { deliver } from "../../server/src/features/mail/index.ts";
import { storedMail } from "../../server/src/testing/organisation.ts";
import { axeFaults } from "./axe.ts";
import { contextOf, useHost } from "./host.ts";

const { browser, host, open } = useHost();
const phone = { viewport: { width: 390, height: 844 } } as const;

/** Puts messages into Bob's trash. */
async function trashed(...subjects: string[]): Promise<void> {
  const { engine, platform } = host.suite;
  const { accountId } = host.people.bob;
  for (const subject of subjects) {
    const text = [
      "From: Dave Doe <dave@example.org>",
      "To: bob@demo.test",
      `Subject: ${subject}`,
      "",
      "Words of it.",
      "",
    ].join("\r\n");
    const { hash, size } = await platform.blobs.put(Buffer.from(text));
    await deliver(engine, {
      hash,
      size,
      transactionId: platform.ids.next("t"),
      receivedAt: platform.clock.now(),
      recipients: [{ accountId, mailboxRole: "trash" }],
    });
  }
}
const mailOf = async (subject: string) =>
  (await storedMail(host.suite, host.people.bob.accountId)).filter(
    (one) => one.subject === subject,
  );

testWhole(
  "what was deleted for good in the trash is found, recovered and deleted now",
  async () => {
    await trashed("Old invoice", "Summer photos", "Newsletter");
    const opened = await open("bob", "/mail/folder/trash");
    const { page } = opened;
    await page.getByRole("treeitem", { name: "Trash" }).first().click();
    const rows = page.getByRole("row");
    await rows.filter({ hasText: "Old invoice" }).waitFor();
    for (const subject of ["Old invoice", "Summer photos", "Newsletter"]) {
      await rows.filter({ hasText: subject }).click();
      await page.keyboard.press("#");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Delete/ })
        .click();
      await rows.filter({ hasText: subject }).waitFor({ state: "detached" });
    }
    await expect.poll(() => mailOf("Newsletter")).toEqual([]);
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Recover deleted mail" }).click();
    await page.getByRole("heading", { name: "Recover deleted mail" }).waitFor();
    await rows.filter({ hasText: "Newsletter" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("searchbox", { name: "Search by sender or subject" }).fill("photos");
    await rows.filter({ hasText: "Old invoice" }).waitFor({ state: "detached" });
    await rows.filter({ hasText: "Summer photos" }).click();
    await page.getByText("1 selected").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Recover", exact: true }).click();
    await page.getByText("1 message recovered").waitFor();
    expect(await mailOf("Summer photos")).toMatchObject([{ role: "inbox" }]);
    await page.getByText("No deleted message matches “photos”").waitFor();
    await page.getByRole("searchbox", { name: "Search by sender or subject" }).fill("");
    await rows.filter({ hasText: "Newsletter" }).waitFor();
    await page.getByLabel("Select all").check();
    await page.getByText("2 selected").waitFor();
    await page.getByRole("button", { name: "Delete now" }).click();
    await page.getByText("Nobody can recover them after this.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete now" }).click();
    await page.getByText("Nothing to recover").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("in Korean, in the dark, on a phone", async () => {
  await trashed("A very long subject ".repeat(8).trim());
  const { engine } = host.suite;
  const { accountId } = host.people.bob;
  const context = await contextOf(browser, host, "bob", {
    ...phone,
    locale: "ko-KR",
    colorScheme: "dark",
  });
  const [mail] = await storedMail(host.suite, accountId).then((all) =>
    all.filter(({ role }) => role === "trash"),
  );
  await context.request.post(`${host.url}/jmap/api`, {
    headers: { origin: host.url },
    data: {
      using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
      methodCalls: [["Email/set", { accountId, destroy: [mail!.id] }, "d"]],
    },
  });
  expect(await engine.isOverQuota(accountId, { octets: 0, emails: 0 })).toBe(false);
  const opened = await browser.open(`${host.url}/setting/deleted-mail`, { context });
  const { page } = opened;
  await page.getByRole("row").filter({ hasText: "A very long subject" }).click();
  await page.getByText("1개 선택됨").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "복구", exact: true }).click();
  await page.getByText("메일 1개를 복구했습니다").waitFor();
  await opened.expectQuiet();
  await context.close();
});
