// Features: mail
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { bringBackDue } from "../../server/src/features/mail/snooze/bring-back.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import { storedMail } from "./device.ts";
import { useHost } from "./host.ts";
import { menuItem, row, subjects } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { host, open } = useHost();

// The first is one's own; shared accounts have folders of the same names.
const folder = (page: Page, name: string) =>
  page.getByRole("treeitem", { name: new RegExp(`^${name}( \\d|$)`) }).first();
const said = (page: Page, words: string | RegExp) => page.getByText(words).last();
const send = (who: SeedKey, ...subjects: string[]) =>
  post(
    host,
    subjects.map((subject) => ({
      to: host.people[who].address,
      subject,
      messageId: `<${subject.replaceAll(" ", ".")}@elsewhere.example>`,
      text: `About ${subject}.`,
    })),
  );
const answer = (who: SeedKey, subject: string) =>
  post(host, [
    {
      to: host.people[who].address,
      subject: `Re: ${subject}`,
      inReplyTo: `<${subject.replaceAll(" ", ".")}@elsewhere.example>`,
      text: "An answer.",
    },
  ]);

/** Puts forward all that is snoozed in an account until some minute of an hour, and lets the server look. */
async function itsHourComes(who: SeedKey, minute: number): Promise<void> {
  // The window says at once what the server has got a moment later.
  const saved = async (): Promise<readonly (number | undefined)[]> => {
    const rows = await host.suite.platform.db
      .selectFrom("email")
      .select("snoozed_until")
      .where("account_id", "=", host.people[who].accountId)
      .where("snoozed_until", "is not", null)
      .execute();
    return rows.map((row) => row.snoozed_until?.getMinutes());
  };
  await expect.poll(saved).toEqual([minute]);
  await host.suite.platform.db
    .updateTable("email")
    .set({ snoozed_until: new Date(Date.now() - 1000) })
    .where("account_id", "=", host.people[who].accountId)
    .where("snoozed_until", "is not", null)
    .execute();
  await bringBackDue(host.suite.engine);
}

testWhole(
  "mail is snoozed by key and by menu, waits in its folder, and comes back on top",
  async () => {
    // One after the other: the fence is the newer one.
    await send("alice", "Tax papers");
    await send("alice", "Garden fence");
    // The folder is made with the first of them; until then it is empty, not missing.
    const opened = await open("alice", "/mail/folder/snoozed");
    const { page } = opened;
    await page.getByText("Nothing is snoozed").waitFor();
    await folder(page, "Inbox").click();
    await row(page, "Garden fence").waitFor();
    await row(page, "Tax papers").focus();
    await page.keyboard.press("b");
    await menuItem(page, /^Tomorrow, /).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await menuItem(page, /^Tomorrow, /).click();
    await row(page, "Tax papers").waitFor({ state: "detached" });
    await said(page, /^Snoozed until .+[^.]$/).waitFor();

    // The folder was made for it; what is in it says until when.
    await folder(page, "Snoozed").click();
    await row(page, "Tax papers")
      .getByText(/^Snoozed until/)
      .waitFor({ state: "attached" });
    expect(await axeFaults(page)).toEqual([]);
    await row(page, "Tax papers").click();
    await page.getByRole("button", { name: "Unsnooze" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);

    // Another hour, from the reader, by the day and the minute.
    await page.getByRole("toolbar").getByRole("button", { name: "Snooze" }).click();
    await menuItem(page, "Pick date and time").click();
    await page.getByRole("dialog").getByRole("button", { name: "Snooze" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByLabel("Time", { exact: true }).fill("06:30");
    await page.keyboard.press("Enter");
    await said(page, /^Snoozed until .*6:30$/).waitFor();

    await itsHourComes("alice", 30);
    await row(page, "Tax papers").waitFor({ state: "detached" });
    await folder(page, "Inbox").click();
    await expect
      .poll(async () => (await subjects(page)).slice(0, 2))
      .toEqual(["Tax papers", "Garden fence"]);
    await row(page, "Tax papers").getByText("Back from Snoozed").waitFor({ state: "attached" });
    expect(await axeFaults(page)).toEqual([]);

    // It stays on top while it is read, and takes its place when one goes on.
    await row(page, "Tax papers").click();
    await page.getByText("About Tax papers.", { exact: true }).waitFor();
    expect((await subjects(page))[0]).toBe("Tax papers");
    await row(page, "Garden fence").click();
    await expect.poll(async () => (await subjects(page))[0]).toBe("Garden fence");
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("a snooze is taken back, ended at once, and ended by an answer", async () => {
  await send("bob", "Boat trip", "Roof repair");
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "Boat trip").waitFor();
  await row(page, "Roof repair").click({ button: "right" });
  await menuItem(page, "Snooze").click();
  await menuItem(page, /^Tomorrow, /).click();
  await row(page, "Roof repair").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).last().click();
  await row(page, "Roof repair").waitFor();

  // Two at once, from the bar of what is selected.
  for (const subject of ["Boat trip", "Roof repair"])
    await row(page, subject).locator(".mail-row-mark").click();
  await page
    .getByRole("toolbar", { name: "Actions for the selected conversations" })
    .getByRole("button", { name: "Snooze" })
    .click();
  await menuItem(page, /^Tomorrow, /).click();
  await row(page, "Boat trip").waitFor({ state: "detached" });
  await folder(page, "Snoozed").click();
  await row(page, "Boat trip").waitFor();
  await row(page, "Roof repair").focus();
  await page.keyboard.press("b");
  await menuItem(page, "Unsnooze").click();
  await row(page, "Roof repair").waitFor({ state: "detached" });
  await answer("bob", "Boat trip");
  await row(page, "Boat trip").waitFor({ state: "detached" });
  await folder(page, "Inbox").click();
  await row(page, "Roof repair").waitFor();
  await row(page, "Boat trip").waitFor();
  await opened.expectQuiet();
  await opened.close();
});

testWhole("what is pinned stays on top, and what is muted goes its way unseen", async () => {
  await send("carol", "Old contract", "Lunch plans");
  const opened = await open("carol");
  const { page } = opened;
  await row(page, "Lunch plans").waitFor();
  await row(page, "Old contract").waitFor();
  const last = (await subjects(page)).at(-1)!;
  await row(page, last).focus();
  await page.keyboard.press("=");
  await expect.poll(async () => (await subjects(page))[0]).toBe(last);
  await row(page, last).getByText("Pinned").waitFor({ state: "attached" });
  expect(await axeFaults(page)).toEqual([]);
  await send("carol", "Fresh news");
  await row(page, "Fresh news").waitFor();
  expect((await subjects(page)).slice(0, 2)).toEqual([last, "Fresh news"]);
  await row(page, last).focus();
  await page.keyboard.press("=");
  await said(page, "Unpinned").waitFor();
  await expect.poll(async () => (await subjects(page))[0]).toBe("Fresh news");
  // The way back is the key for it.
  await page.keyboard.press("z");
  await expect.poll(async () => (await subjects(page))[0]).toBe(last);

  await row(page, "Lunch plans").focus();
  await page.keyboard.press("m");
  await row(page, "Lunch plans").waitFor({ state: "detached" });
  await said(page, "Muted. New messages in this conversation go to Archive.").waitFor();
  // The window says at once what the server has got a moment later, and where a message goes is for the server.
  const isMuted = async (): Promise<boolean> =>
    (await storedMail(host, "carol", { hasKeyword: "$muted" })).length > 0;
  await expect.poll(isMuted).toBe(true);
  await answer("carol", "Lunch plans");
  await folder(page, "Archive").click();
  await row(page, "Lunch plans").click();
  await page.getByText("An answer.", { exact: true }).waitFor();
  const unmute = page.getByRole("button", { name: "Unmute" });
  await unmute.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await unmute.click();
  await unmute.waitFor({ state: "detached" });
  await expect.poll(isMuted).toBe(false);
  await answer("carol", "Lunch plans");
  await folder(page, "Inbox").click();
  await row(page, "Lunch plans").waitFor();
  await opened.expectQuiet();
  await opened.close();
});
