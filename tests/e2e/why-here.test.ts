// Features: mail, inbound
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { reader, row } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { host, open } = useHost();

/** Opens a message's details; answers why it is here. */
async function whyHere(page: Page, subject: string): Promise<string[]> {
  await row(page, subject).click();
  const read = reader(page);
  await read.getByRole("heading", { level: 2, name: subject }).waitFor();
  await read.locator(".mail-head-recipients:visible").click();
  const lines = read.locator(".mail-details-lines:visible > *");
  await lines.first().waitFor();
  return await lines.allTextContents();
}

testWhole("a message says by which address, group, list or copy it came", async () => {
  const { bob, carol, jimin } = host.people;
  await host.suite.accounts.groups.create("system", {
    name: "Sales",
    address: "sales@demo.test",
    members: [carol.personId],
  });
  const [own, ann] = [carol.address, "ann@elsewhere.example"];
  await post(host, [
    { to: own, subject: "To her", text: "1" },
    { to: "carol+shop@demo.test", subject: "With a detail", text: "2" },
    { to: ann, cc: own, subject: "In copy", text: "3", envelope: { from: ann, to: [own] } },
    { to: ann, subject: "Blind", text: "4", envelope: { from: ann, to: [own] } },
    { to: "sales@demo.test", subject: "To the group", text: "5" },
    {
      to: "talk@garden.example",
      subject: "On a list",
      text: "6",
      headers: { "List-Id": "Garden talk <talk.garden.example>" },
      envelope: { from: ann, to: [own] },
    },
    // Of a copy for several, nobody is told who else has it.
    { to: ann, subject: "Uncertain", text: "7", envelope: { from: ann, to: [own, bob.address] } },
    { to: "지민@demo.test", subject: "Other name", text: "8" },
  ]);
  const opened = await open("carol");
  const { page } = opened;
  expect(await whyHere(page, "To her")).toEqual(["Sent to you"]);
  expect(await axeFaults(page)).toEqual([]);
  expect(await whyHere(page, "With a detail")).toEqual(["Sent to carol+shop@demo.test"]);
  expect(await whyHere(page, "In copy")).toEqual(["In copy (Cc): carol@demo.test"]);
  expect(await whyHere(page, "Blind")).toEqual([
    "Blind copy (Bcc) to carol@demo.test, which is not among the recipients",
  ]);
  expect(await whyHere(page, "To the group")).toEqual([
    "Sent to the group Sales (sales@demo.test)",
  ]);
  expect(await whyHere(page, "On a list")).toEqual(["Mailing list: Garden talk"]);
  await row(page, "Uncertain").click();
  await reader(page).getByRole("heading", { level: 2, name: "Uncertain" }).waitFor();
  const asked = page.waitForResponse((response) =>
    Boolean(response.request().postData()?.includes('"headers"')),
  );
  await reader(page).locator(".mail-head-recipients:visible").click();
  await asked;
  expect(await reader(page).getByText("Why it’s here").count()).toBe(0);
  await opened.expectQuiet();
  await opened.close();

  const other = await open("jimin");
  expect(await whyHere(other.page, "Other name")).toEqual(["Sent to 지민@demo.test"]);
  expect(jimin.address).not.toBe("지민@demo.test");
  await other.close();
});

testWhole("a shared mailbox says to which of its addresses a message came", async () => {
  await post(host, [{ to: host.shared.support.address, subject: "Printer is out", text: "Help." }]);
  const opened = await open("alice", `/mail/account/${host.shared.support.accountId}/folder/inbox`);
  expect(await whyHere(opened.page, "Printer is out")).toEqual(["Sent to support@demo.test"]);
  await opened.close();
});
