import { setTimeout as pause } from "node:timers/promises";
import { openRow, sendButton } from "./writing.ts";
import { until } from "./stage.ts";
import type { Task } from "./task.ts";
import {
  answerButton,
  box,
  button,
  dock,
  field,
  inside,
  newMessage,
  openMessage,
  option,
  rowAt,
  text,
  thing,
  toast,
  waits,
} from "./things.ts";

export const answerBelow: Task = {
  name: "answer-below",
  title: "Answer with the questions in sight",
  goal: "Olga asks four things. Answer all four while you can see them.",
  gmail: { mouse: "4: open, “Reply”, the words, “Send”", keyboard: "4", touch: "4" },
  everywhere: true,
  async run({ hand, mail, stage }) {
    const subject = `Four questions about Friday ${hand.way} ${hand.width}`;
    const questions = [
      "How many of you will come?",
      "Does anybody need the lift?",
      "When does the van leave?",
      "Who has the key to the depot?",
    ];
    const asked = await stage.deliver("alice", {
      subject,
      text: questions.map((question, index) => `${index + 1}. ${question}`).join("\n\n"),
    });
    await hand.open();
    await openRow(hand, subject);
    if (hand.way === "keyboard") await hand.keys("r");
    else await hand.press(answerButton("Reply"));
    await hand.sees(text);
    await hand.type("Five of us, nobody, at seven, and Jonah.");
    const last = thing("the last question", (page) => page.getByText(questions.at(-1)!));
    if (hand.width < 600) {
      // What is written fills a phone, with the question below it.
      const frame = "iframe.compose-quote-frame";
      await hand.inSight(thing("the original", (page) => page.locator(frame)));
      await hand.inSight(
        thing(last.words, (page) => page.frameLocator(frame).getByText(questions.at(-1)!)),
      );
    } else await hand.inSight(inside(openMessage, last));
    await hand.picture();
    if (hand.way === "keyboard") await hand.keys("Control+Enter");
    else await hand.press(sendButton);
    await hand.sees(toast("Message sent"));
    const sent = await mail.mailbox("sent");
    await until("the answer is in Sent", async () => {
      const found = await mail.emails({ inMailbox: sent.id, subject: `"${subject}"` });
      return found.some(({ inReplyTo }) => inReplyTo?.[0] === asked.messageId?.[0]);
    });
  },
};

export const recipientOffline: Task = {
  name: "recipient-offline",
  title: "Write to a colleague while offline",
  goal: "There is no network. Write to Dave, whose address you do not know by heart.",
  gmail: {
    mouse:
      "8: “Compose”, the name, the suggestion, a click and the subject, a click and the text, “Send”; only after offline mail was switched on in the settings",
    keyboard: "8: `c`, name, `Enter`, `Tab`, subject, `Tab`, text, `Ctrl Enter`; as by mouse",
    touch: "8: as by mouse",
  },
  everywhere: true,
  async run({ hand, line, stage }) {
    await hand.open();
    await hand.sees(rowAt(7));
    // What a window keeps for such times comes when it has nothing else to do.
    await pause(12_000);
    line.cut();
    await hand.page().context().setOffline(true);
    hand.notes("There is no network");
    const subject = `From the tunnel, ${hand.way} ${hand.width}`;
    if (hand.way === "keyboard") await hand.keys("c");
    else await hand.press(newMessage);
    await hand.sees(box("To"));
    await hand.type("dave");
    const dave = option("Dave Okafor", { exact: false });
    await hand.sees(dave);
    if (hand.way === "keyboard") {
      await hand.keys("Enter");
      await hand.keys("Tab");
    } else {
      await hand.press(dave);
      await hand.press(field("Subject"));
    }
    await hand.type(subject);
    if (hand.way === "keyboard") await hand.keys("Enter");
    else await hand.press(text);
    await hand.type("Ten minutes late. Begin without me.");
    await hand.picture();
    if (hand.way === "keyboard") await hand.keys("Control+Enter");
    else await hand.press(sendButton);
    await hand.sees(waits);
    line.mend();
    await hand.page().context().setOffline(false);
    hand.notes("The network is back");
    const his = await stage.mail("dave");
    await until(
      "Dave has it",
      async () => (await his.emails({ subject: `"${subject}"` })).length === 1,
      90_000,
    );
  },
};

export const bounced: Task = {
  name: "bounced",
  title: "Resend a message that bounced",
  goal: "A message to Ann bounced: her address does not exist. Send it to the right one.",
  gmail: {
    mouse:
      "11: open, the original by its search, “Forward”, the new address, the quoted head selected and deleted, “Fwd:” out of the subject, “Send”",
    keyboard: "12: as by mouse",
    touch: "12: as by mouse",
  },
  everywhere: true,
  async run({ hand, mail, stage }) {
    const subject = `Loan of the brass lamp ${hand.way} ${hand.width}`;
    const messageId = `lamp.${hand.way}.${hand.width}@demo.test`;
    const sent = await mail.mailbox("sent");
    const { created } = await mail.call<{ created: object | null }>("Email/set", {
      create: {
        mail: {
          mailboxIds: { [sent.id]: true },
          keywords: { $seen: true },
          messageId: [messageId],
          from: [{ name: null, email: "alice@demo.test" }],
          to: [{ name: "Ann", email: "ann@shop.example" }],
          subject,
          bodyValues: { text: { value: "We would like to borrow it until May." } },
          textBody: [{ partId: "text", type: "text/plain" }],
        },
      },
    });
    if (created === null) throw new Error("What was sent could not be made");
    await stage.deliver("alice", {
      subject: "Undelivered Mail Returned to Sender",
      envelope: { from: "", to: ["alice@demo.test"] },
      raw: bounceOf(messageId, subject),
    });
    await hand.open();
    await openRow(hand, "Undelivered Mail Returned to Sender");
    const again = button("Edit and resend");
    await hand.sees(again);
    await hand.picture();
    if (hand.way === "keyboard") await hand.keys("R");
    else await hand.press(again);
    const ann = inside(dock, button("Ann, ann@shop.example"));
    await hand.sees(ann);
    await hand.keys("Backspace", 2);
    await hand.misses(ann);
    await hand.type("ann@shop-on-the-square.example");
    await hand.keys("Enter");
    if (hand.way === "keyboard") await hand.keys("Control+Enter");
    else await hand.press(sendButton);
    await hand.sees(toast("Message sent"));
    await until("it went to the right address", async () => {
      const found = await mail.emails({ inMailbox: sent.id, subject: `"${subject}"` });
      return found.some(
        ({ to }) => to?.length === 1 && to[0]!.email === "ann@shop-on-the-square.example",
      );
    });
  },
};

/** What another server says that could not deliver a message (RFC 6522). */
const bounceOf = (messageId: string, subject: string): string =>
  [
    "From: Mail Delivery <postmaster@mx.shop.example>",
    "To: alice@demo.test",
    "Subject: Undelivered Mail Returned to Sender",
    `Message-ID: <report.${messageId}>`,
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    "",
    "--part",
    "Content-Type: text/plain",
    "",
    "This is the mail system at mx.shop.example.",
    "--part",
    "Content-Type: message/delivery-status",
    "",
    "Reporting-MTA: dns; mx.shop.example",
    "",
    "Final-Recipient: rfc822; ann@shop.example",
    "Action: failed",
    "Status: 5.1.1",
    "Diagnostic-Code: smtp; 550 5.1.1 No such user",
    "",
    "--part",
    "Content-Type: text/rfc822-headers",
    "",
    "From: alice@demo.test",
    `Subject: ${subject}`,
    `Message-ID: <${messageId}>`,
    "",
    "--part--",
    "",
  ].join("\r\n");

export const invited: Task = {
  name: "invited",
  title: "Answer an invitation",
  goal: "Ines invites you to an inspection next week. Say that you come.",
  gmail: {
    mouse: "2: open, “Yes”",
    keyboard: "4: `o`, `Tab` to “Yes”, `Enter`",
    touch: "2: as by mouse",
  },
  async run({ hand, mail, stage }) {
    const subject = `Inspection of the roof, ${hand.way} ${hand.width}`;
    const uid = `${hand.way}.${hand.width}@roofs.example`;
    const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
    const time = (hour: string): string => `${day.replaceAll("-", "")}T${hour}0000Z`;
    await stage.deliver("alice", {
      from: "Ines Roof <ines@roofs.example>",
      subject,
      text: "Please say whether you can be there.",
      icalEvent: {
        method: "REQUEST",
        content: [
          "BEGIN:VCALENDAR",
          "VERSION:2.0",
          "PRODID:-//Roofs//EN",
          "METHOD:REQUEST",
          "BEGIN:VEVENT",
          `UID:${uid}`,
          "DTSTAMP:20260101T000000Z",
          `DTSTART:${time("08")}`,
          `DTEND:${time("09")}`,
          `SUMMARY:${subject.replaceAll(",", String.raw`\,`)}`,
          "ORGANIZER;CN=Ines Roof:mailto:ines@roofs.example",
          "ATTENDEE;CN=Alice;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:alice@demo.test",
          "END:VEVENT",
          "END:VCALENDAR",
          "",
        ].join("\r\n"),
      },
    });
    await hand.open();
    await openRow(hand, subject);
    const yes = button("Yes");
    await hand.sees(yes);
    await hand.picture();
    if (hand.way === "keyboard") await hand.keys("i y");
    else await hand.press(yes);
    await hand.sees(toast("Answer sent: yes"));
    const sent = await mail.mailbox("sent");
    await until("the answer is in Sent", async () => {
      const found = await mail.emails({ inMailbox: sent.id, eventUid: uid });
      return found.length === 1;
    });
  },
};
