// Features: mail, compose, submission
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { followUpDue } from "../../server/src/features/mail/follow-up/follow-up-due.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { field, menuItem, reader, row, subjects, text } from "./mail-page.ts";
import { post, postPlain } from "./mail-post.ts";

const { host, open } = useHost();

// The first is one's own; shared accounts have folders of the same names.
const folder = (page: Page, name: string) => page.getByRole("treeitem", { name }).first();

/** Alice's messages that wait for an answer. */
const waiting = () =>
  host.suite.platform.db
    .selectFrom("email")
    .select(["follow_up_at", "keywords", "message_ids"])
    .where("account_id", "=", host.people.alice.accountId)
    .where("follow_up_at", "is not", null)
    .execute();

/** Puts forward the reminders of all that waits, and lets the server look. */
async function timeComes(): Promise<void> {
  await host.suite.platform.db
    .updateTable("email")
    .set({ follow_up_at: new Date(Date.now() - 1000) })
    .where("account_id", "=", host.people.alice.accountId)
    .where("follow_up_at", "is not", null)
    .execute();
  await followUpDue(host.suite.engine);
}

testWhole(
  "a message is sent with a reminder, comes back unanswered, and is left alone when answered",
  async () => {
    await postPlain(host, "alice", "Something newer");
    const opened = await open("alice");
    const { page } = opened;
    await row(page, "Something newer").waitFor();
    await page.keyboard.press("c");
    await field(page, "To").waitFor();
    await page.keyboard.type("olga@elsewhere.example,");
    await page.getByRole("textbox", { name: "Subject" }).fill("The offer");
    await text(page).click();
    await page.keyboard.type("What do you say?");
    const more = page.getByRole("button", { name: "More options" });
    await more.click();
    await menuItem(page, "Remind me if no one replies").click();
    await menuItem(page, /^Tomorrow, /).waitFor();
    // Where it was asked for.
    const [asked, button] = await Promise.all([
      menuItem(page, /^Tomorrow, /).boundingBox(),
      more.boundingBox(),
    ]);
    expect(Math.abs(asked!.x - button!.x)).toBeLessThan(300);
    expect(await axeFaults(page)).toEqual([]);
    await menuItem(page, /^Tomorrow, /).click();
    const chip = page.getByRole("button", { name: /^Reminder if no one replies by / });
    await chip.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    // Taken away, and chosen again: by the keyboard, as any other time.
    await page.getByRole("button", { name: "Remove the reminder" }).click();
    await chip.waitFor({ state: "detached" });
    await more.focus();
    await page.keyboard.press("Enter");
    await menuItem(page, "Remind me if no one replies").focus();
    await page.keyboard.press("Enter");
    await menuItem(page, /^Tomorrow, /).waitFor();
    await page.keyboard.press("1");
    await chip.waitFor();

    // It is kept with the draft.
    await page.getByText("Saved", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Save and close" }).click();
    await folder(page, "Drafts").click();
    await row(page, "The offer").click();
    await chip.waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Message sent").first().waitFor();
    await folder(page, "Sent").click();
    await row(page, "The offer").click();
    const notice = reader(page).getByText(/^You’ll be reminded if no one replies by /);
    await notice.waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await reader(page).getByRole("button", { name: "Remove reminder" }).click();
    await notice.waitFor({ state: "detached" });
    await expect.poll(waiting).toEqual([]);

    // Afterwards, from the message's menu.
    await reader(page).getByRole("button", { name: "More actions" }).click();
    await menuItem(page, "Remind me if no one replies").click();
    await menuItem(page, /^Tomorrow, /).click();
    await notice.waitFor();
    await expect.poll(async () => (await waiting()).length).toBe(1);
    await folder(page, "Inbox").click();
    await row(page, "Something newer").waitFor();
    await timeComes();
    await row(page, "The offer").getByText("No reply yet").waitFor({ state: "attached" });
    expect((await subjects(page))[0]).toBe("The offer");
    await row(page, "The offer").click();
    await reader(page)
      .getByText(/^No one has replied since /)
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);

    // Once more; now the answer comes first.
    await reader(page).getByRole("button", { name: "Remind me again" }).click();
    await menuItem(page, /^Tomorrow, /).click();
    await notice.waitFor();
    await expect.poll(async () => (await waiting()).length).toBe(1);
    const [{ message_ids: ids }] = (await waiting()) as [Awaited<ReturnType<typeof waiting>>[0]];
    await post(host, [
      {
        to: host.people.alice.address,
        subject: "Re: The offer",
        inReplyTo: `<${ids.messageId![0]}>`,
        text: "Yes.",
      },
    ]);
    await reader(page).getByText("Yes.").first().waitFor();
    await notice.waitFor({ state: "detached" });
    await expect.poll(waiting).toEqual([]);
    await opened.expectQuiet();
    await opened.close();
  },
);

/** On Sundays next week is tomorrow, and is not offered besides. There is always somewhere where it is another day. */
const zoneWithoutSunday = (now: Date): string =>
  ["UTC", "Pacific/Pago_Pago", "Pacific/Kiritimati"].find(
    (timeZone) => !now.toLocaleDateString("en", { timeZone, weekday: "long" }).startsWith("Sun"),
  )!;

testWhole("a reminder is not before the message, in Korean, on a phone", async () => {
  const opened = await open("carol", "/mail/write/", {
    isPhone: true,
    locale: "ko-KR",
    timezoneId: zoneWithoutSunday(new Date()),
  });
  const { page } = opened;
  await page.getByRole("combobox", { name: "받는 사람", exact: true }).waitFor();
  await page.keyboard.type("olga@elsewhere.example,");
  await page.getByRole("textbox", { name: "제목" }).fill("제안");
  await page.getByRole("button", { name: "옵션 더보기" }).tap();
  await menuItem(page, "답장이 없으면 알림").tap();
  await menuItem(page, /^내일/).tap();
  await page.getByRole("button", { name: /까지 답장이 없으면 알림$/ }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "예약 발송" }).tap();
  await menuItem(page, /^다음 주/).tap();
  await page.getByText(/^알림 시간이 메일을 보내는 시간보다 빠릅니다/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await opened.close();
});
