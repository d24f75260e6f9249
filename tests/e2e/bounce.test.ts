// Features: mail, outbound, submission
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { device, foldersOf } from "./device.ts";
import { useHost } from "./host.ts";
import { field, reader, row, text } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { host, open } = useHost();

interface Recipient {
  readonly address: string;
  readonly status: string;
  readonly said: string;
}

/** A report of another server that a message was not delivered, with the message's header (RFC 6522). */
const report = (messageId: string, recipients: readonly Recipient[]): string =>
  [
    "From: Mail Delivery <postmaster@mx.elsewhere.example>",
    `To: ${host.people.dave.address}`,
    "Subject: Undelivered Mail",
    `Message-ID: <report.${messageId}>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    "",
    "--part",
    "Content-Type: text/plain",
    "",
    "This is the mail system.",
    "--part",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.elsewhere.example",
    "",
    ...recipients.flatMap(({ address, status, said }) => [
      `Final-Recipient: rfc822; ${address}`,
      "Action: failed",
      `Status: ${status}`,
      `Diagnostic-Code: smtp; ${said}`,
      "",
    ]),
    "--part",
    "Content-Type: text/rfc822-headers",
    "",
    `From: ${host.people.dave.address}`,
    "Subject: Garden plan",
    `Message-ID: <${messageId}>`,
    "",
    "--part--",
    "",
  ].join("\r\n");

testWhole(
  "what did not arrive is said in words, and sent again to those alone whom it did not reach",
  async () => {
    const { address } = host.people.dave;
    const messageId = "garden.1@demo.test";
    const { sent } = await foldersOf(host, "dave");
    const [made] = await device<{ created: object | null }>(host, "dave", [
      [
        "Email/set",
        {
          create: {
            mail: {
              mailboxIds: { [sent!]: true },
              keywords: { $seen: true },
              messageId: [messageId],
              from: [{ name: null, email: address }],
              to: [
                { name: "Ann", email: "ann@shop.example" },
                { name: "Ben", email: "ben@shop.example" },
              ],
              bcc: [{ name: null, email: "cat@shop.example" }],
              subject: "Garden plan",
              bodyValues: { text: { value: "Beans to the left." } },
              textBody: [{ partId: "text", type: "text/plain" }],
            },
          },
        },
      ],
    ]);
    expect(made!.created).toHaveProperty("mail");
    const failed = (name: string, status: string, said: string): Recipient => ({
      address: name,
      status,
      said,
    });
    await post(host, [
      {
        envelope: { from: "", to: [address] },
        raw: report(messageId, [
          failed("ann@shop.example", "5.1.1", "550 5.1.1 No such user"),
          failed("cat@shop.example", "5.2.2", "552 5.2.2 Mailbox full"),
          // To whom it was never sent: nobody is written to because a report says so.
          failed("thief@evil.example", "5.1.1", "550 no"),
        ]),
      },
    ]);

    const opened = await open("dave");
    const { page } = opened;
    await row(page, "Undelivered Mail").click();
    const bounce = reader(page).locator(".mail-bounce");
    await bounce.getByRole("heading", { name: "Your message was not delivered" }).waitFor();
    const said = bounce.getByRole("listitem");
    expect(await said.nth(0).textContent()).toContain("ann@shop.example");
    expect(await said.nth(0).textContent()).toContain(
      "This address doesn’t exist. Check the spelling, or ask for the right address. (5.1.1)",
    );
    expect(await said.nth(0).textContent()).toContain("Their server said: 550 5.1.1 No such user");
    expect(await said.nth(1).textContent()).toContain(
      "The mailbox is full. Try again in a few days, or reach them another way. (5.2.2)",
    );
    // It is the one notice that shows; what is less severe opens from it.
    expect(await reader(page).locator(".a-banner").count()).toBe(0);
    await bounce.getByRole("button", { name: "and 1 more" }).click();
    await reader(page).locator(".a-banner").getByText("First message from this sender").waitFor();
    const files = reader(page).getByRole("region", { name: "Attachments" });
    await files.getByText("Delivery report.txt").waitFor();
    await files.getByText("Header of your message.txt").waitFor();
    expect(await files.getByText("Unnamed file").count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);

    const again = bounce.getByRole("button", { name: "Edit and resend" });
    await again.hover();
    await page
      .getByRole("tooltip")
      .filter({ hasText: /Shift.*R|⇧R/ })
      .waitFor();
    await page.keyboard.press("Shift+R");
    const dock = page.getByRole("dialog", { name: "Garden plan" });
    await text(dock).getByText("Beans to the left.").waitFor();
    await dock.getByRole("button", { name: "Ann, ann@shop.example" }).waitFor();
    await dock.getByRole("button", { name: "cat@shop.example", exact: true }).waitFor();
    expect(await dock.getByText("Ben").count()).toBe(0);
    expect(await dock.getByText("thief@evil.example").count()).toBe(0);
    expect(await field(page, "To").count()).toBe(1);
    // Whose address is wrong is what one goes on with.
    const hasFocus = (): Promise<boolean> =>
      field(page, "To").evaluate((element) => element === document.activeElement);
    await expect.poll(hasFocus).toBe(true);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "a report about what one did not send offers nothing, and one about nothing is a message like others",
  async () => {
    const [one] = [{ address: "ann@shop.example", status: "5.7.1", said: "554 5.7.1 Refused" }];
    const { address } = host.people.dave;
    await post(host, [
      { envelope: { from: "", to: [address] }, raw: report("never.sent@demo.test", [one]) },
    ]);
    await post(host, [
      {
        envelope: { from: "", to: [address] },
        raw: report("empty@demo.test", []).replace("Undelivered Mail", "Empty report"),
      },
    ]);
    const opened = await open("dave");
    const { page } = opened;
    await row(page, "Undelivered Mail").first().click();
    const bounce = reader(page).locator(".mail-bounce:visible");
    await bounce.getByText("Their server rejected the message.").waitFor();
    expect(await bounce.getByRole("button", { name: "Edit and resend" }).count()).toBe(0);
    await row(page, "Empty report").click();
    await reader(page).getByText("This is the mail system.").locator("visible=true").waitFor();
    await expect.poll(() => bounce.count()).toBe(0);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "attached files of a long message are reached from where reading begins, by keyboard too",
  async () => {
    await post(host, [
      {
        to: host.people.dave.address,
        subject: "Long with files",
        text: "Line after line.\n".repeat(400),
        attachments: [
          { filename: "first.txt", content: "one" },
          { filename: "second.txt", content: "two" },
        ],
      },
    ]);
    const opened = await open("dave");
    const { page } = opened;
    await row(page, "Long with files").click();
    const lead = reader(page).getByRole("button", { name: /^2 attachments, / });
    await lead.waitFor();
    const file = reader(page).getByRole("button", { name: "Preview first.txt" });
    const isInSight = () =>
      file.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await file.waitFor();
    expect(await isInSight()).toBe(false);
    expect(await axeFaults(page)).toEqual([]);
    await lead.focus();
    await page.keyboard.press("Enter");
    await expect.poll(isInSight).toBe(true);
    expect(await file.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("one").waitFor();
    await opened.expectQuiet();
    await opened.close();

    const phone = await open("dave", undefined, { isPhone: true, locale: "ko-KR" });
    await row(phone.page, "Long with files").click();
    await phone.page.getByRole("button", { name: /^첨부/ }).first().tap();
    await expect
      .poll(() =>
        phone.page
          .locator(".mail-attachment")
          .first()
          .evaluate((element) => element.getBoundingClientRect().top < innerHeight),
      )
      .toBe(true);
    await phone.close();
  },
);
