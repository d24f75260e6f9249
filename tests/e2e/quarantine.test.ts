// Features: administration, junk
import { createTransport } from "nodemailer";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { holdMail } from "../../server/src/features/junk/index.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { reader, row } from "./mail-page.ts";

const { host, open } = useHost();

/** Keeps a mail back, as when the scanner has found something in it. */
async function hold(subject: string, ...to: readonly ("bob" | "carol")[]): Promise<void> {
  const people = to.map((who) => host.people[who]);
  const recipients = people.map(({ address }) => address);
  const from = "invoices@elsewhere.example";
  const written = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  const { message } = await written.sendMail({
    from,
    to: recipients,
    subject,
    text: `About ${subject}.`,
  });
  const blob = await host.suite.platform.blobs.put(message as Buffer);
  await holdMail(host.suite.engine, {
    transactionId: `quarantine ${subject}`,
    receivedAt: new Date(),
    mailFrom: "bounces@elsewhere.example",
    recipients,
    accountIds: people.map(({ accountId }) => accountId),
    from,
    subject,
    hash: blob.hash,
    size: blob.size,
    threat: "Win.Test.EICAR_HDB-1",
    by: "clamd",
  });
}

testWhole(
  "administrators find what was held back, release it after a question, and delete it",
  async () => {
    const opened = await open("alice", "/setting/quarantine");
    const { page } = opened;
    await page.getByText("Quarantine is empty").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await hold("Unpaid invoice", "bob", "carol");
    await hold("Parcel label", "bob");
    // What comes meanwhile is seen without a look.
    await page.getByText("2 messages").waitFor();
    const held = page.getByRole("row").filter({ hasText: "Unpaid invoice" });
    await held
      .getByText(/^Win\.Test\.EICAR_HDB-1 · invoices@elsewhere\.example · to .* and 1 more/)
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    const find = page.getByLabel("Find by sender, recipient, subject or virus");
    await find.fill("parcel");
    await page.getByText("1 message", { exact: true }).waitFor();
    await find.fill("nothing like it");
    await page.getByText("No message in quarantine matches “nothing like it”").waitFor();
    await find.fill("");

    await held.click();
    await page.getByRole("heading", { level: 2, name: "Unpaid invoice" }).waitFor();
    await page.getByText("bounces@elsewhere.example").waitFor();
    await page.getByText(host.people.carol.address).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Release" }).click();
    const question = page.getByRole("dialog", { name: "Release this message?" });
    await question.getByText(/found Win\.Test\.EICAR_HDB-1\. 2 recipients will get/).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await question.getByRole("button", { name: "Release" }).click();
    await page.getByText("Released. It will be delivered in a moment.").waitFor();
    await page.getByText("Released", { exact: true }).waitFor();
    await expect.poll(() => page.getByRole("button", { name: "Release" }).count()).toBe(0);

    await page.goto(`${host.url}/setting/quarantine`);
    await page.getByRole("row").filter({ hasText: "Parcel label" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page
      .getByRole("dialog", { name: "Delete this message?" })
      .getByRole("button", { name: "Delete" })
      .click();
    await page.getByText("Deleted from quarantine").waitFor();
    await page.getByText("1 message", { exact: true }).waitFor();
    await page.goto(`${host.url}/setting/activity`);
    await page.getByText(/released a message from quarantine/).waitFor();
    await page.getByText(/deleted a message in quarantine/).waitFor();
    await opened.expectQuiet();
    await opened.close();

    // It comes to its recipients with a warning.
    const carol = await open("carol");
    await row(carol.page, "About Unpaid invoice.").click();
    await reader(carol.page).getByText("A virus was found in this message").waitFor();
    expect(await axeFaults(carol.page)).toEqual([]);
    await carol.close();
  },
);

testWhole("others are told that it is not theirs", async () => {
  const opened = await open("bob", "/setting/quarantine");
  await opened.page.getByText("Only administrators can see this").waitFor();
  await opened.expectQuiet();
  await opened.close();
});
