// Features: mail, submission
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { field, menuItem, reader, row, text } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { host, open } = useHost({ undoSend: 0 });

// The first is one's own; shared accounts have folders of the same names.
const folder = (page: Page, name: string) => page.getByRole("treeitem", { name }).first();

testWhole(
  "a receipt is asked for, sent by a click, and shown with the message that it is about",
  async () => {
    const writing = await open("alice", "/mail");
    const { page } = writing;
    await folder(page, "Sent").waitFor();
    await page.keyboard.press("c");
    await field(page, "To").waitFor();
    await page.keyboard.type(`${host.people.bob.address},`);
    await page.getByRole("textbox", { name: "Subject" }).fill("The contract");
    await text(page).click();
    await page.keyboard.type("Please read this.");
    await page.getByRole("button", { name: "More options" }).click();
    await menuItem(page, "Request a read receipt").click();
    await page.getByText("Read receipt requested").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    // It is kept with the draft.
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Save and close" }).click();
    await folder(page, "Drafts").click();
    await row(page, "The contract").click();
    await page.getByText("Read receipt requested").waitFor();
    // What else was arranged does not hide who has opened it.
    await page.getByRole("button", { name: "More options" }).click();
    await menuItem(page, "Remind me if no one replies").click();
    await menuItem(page, /^Tomorrow, /).click();
    await page.getByRole("button", { name: /^Reminder if no one replies by / }).waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Message sent").first().waitFor();

    const reading = await open("bob");
    await row(reading.page, "The contract").click();
    const asked = reader(reading.page).getByText("Alice Archer asks for a read receipt");
    await asked.waitFor();
    await reader(reading.page)
      .getByText("It tells them that you have opened this message.")
      .waitFor();
    expect(await axeFaults(reading.page)).toEqual([]);
    await reader(reading.page).getByRole("button", { name: "Send read receipt" }).click();
    await reading.page.getByText("Read receipt sent").waitFor();
    await asked.waitFor({ state: "detached" });
    await reading.expectQuiet();
    await reading.close();

    await folder(page, "Sent").click();
    await row(page, "The contract").click();
    await reader(page)
      .getByText(/^Opened by Bob Baker \(/)
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await folder(page, "Inbox").click();
    await row(page, "Read: The contract").click();
    await reader(page)
      .getByRole("heading", { name: "Bob Baker has opened your message" })
      .waitFor();
    expect(await reader(page).locator(".mail-attachments").count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await reader(page).getByRole("link", { name: "Show the message" }).click();
    await reader(page)
      .getByText(/^Opened by Bob Baker \(/)
      .waitFor();
    await writing.expectQuiet();
    await writing.close();
  },
);

testWhole(
  "one that would go elsewhere has a warning, declining is remembered, in Korean on a phone",
  async () => {
    await post(host, [
      {
        to: host.people.carol.address,
        subject: "Prize",
        headers: { "Disposition-Notification-To": "collector@evil.example" },
        text: "You have won.",
      },
    ]);
    const opened = await open("carol", "/mail", { isPhone: true, locale: "ko-KR" });
    const { page } = opened;
    await row(page, "Prize").tap();
    await page.getByText("Olga Other님이 읽음 확인을 요청했습니다").waitFor();
    await page.getByText(/collector@evil\.example 주소로 갑니다/).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "보내지 않기" }).tap();
    await page.getByText("Olga Other님이 읽음 확인을 요청했습니다").waitFor({ state: "detached" });
    const keywords = async () =>
      (
        await host.suite.platform.db
          .selectFrom("email")
          .select("keywords")
          .where("account_id", "=", host.people.carol.accountId)
          .where("subject", "=", "Prize")
          .executeTakeFirstOrThrow()
      ).keywords;
    await expect.poll(keywords).toContain("$mdnsent");
    await page.reload();
    await page.getByText("You have won.").first().waitFor();
    await page.getByText("Olga Other님이 읽음 확인을 요청했습니다").waitFor({ state: "detached" });
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("who wants one for every message is asked for nothing more", async () => {
  const settings = await open("dave", "/setting/writing");
  const wanted = settings.page.getByRole("switch", {
    name: "Request a read receipt for every message",
  });
  await wanted.click();
  await expect.poll(() => wanted.isChecked()).toBe(true);
  expect(await axeFaults(settings.page)).toEqual([]);
  await expect
    .poll(async () => {
      const session = await settings.page.request.get(`${host.url}/api/session`);
      return (await session.json()).preferences;
    })
    .toMatchObject({ asksReceipt: true });
  await settings.close();
  const writing = await open("dave", "/mail/write/");
  await writing.page.getByText("Read receipt requested").waitFor();
  await writing.page.getByRole("button", { name: "Don’t request a read receipt" }).click();
  await writing.page.getByText("Read receipt requested").waitFor({ state: "detached" });
  await writing.expectQuiet();
  await writing.close();
});
