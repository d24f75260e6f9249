import { openRow } from "./writing.ts";
import { until } from "./stage.ts";
import type { Task } from "./task.ts";
import {
  box,
  button,
  entry,
  inside,
  markedRow,
  openMessage,
  option,
  row,
  rowAt,
  thing,
} from "./things.ts";

/** Up to so many pixels the mail window is a phone's. */
const PHONE = 640;

/** What was found stands in the place of the folder. */
const results = thing("the results", (page) => page.getByRole("heading", { name: "Results" }));

export const attachedFile: Task = {
  name: "attached-file",
  title: "Reach a file attached to a long message",
  goal: "Olga's letter is five pages long, and a price list came with it. Open the price list.",
  gmail: {
    mouse: "3: open, scroll to the end, the file; 1 where the row of the list shows the file",
    keyboard: "several: `o`, then `Tab` through all links of the letter to the file",
    touch: "3: open, scroll to the end, the file",
  },
  everywhere: true,
  async run({ hand, stage }) {
    const subject = "Prices, and why they are what they are";
    await stage.deliver("alice", {
      subject,
      text: Array.from(
        { length: 60 },
        (_, index) => `${index + 1}. Brass has gone up again, and so has the varnish on it.`,
      ).join("\n\n"),
      attachments: [{ filename: "price-list.txt", content: "Lamp, brass: 240\nLamp, tin: 90\n" }],
    });
    await hand.open();
    await openRow(hand, subject);
    const head = thing("the files in the head of the message", (page) =>
      openMessage.find(page).locator(".mail-head-files"),
    );
    await hand.sees(head);
    if (hand.way === "keyboard") await hand.tabTo(head);
    else await hand.press(head);
    const file = inside(openMessage, button("price-list.txt", { exact: false }));
    await hand.sees(file);
    if (hand.way === "keyboard") await hand.keys("Enter");
    else await hand.press(file);
    await hand.sees(thing("the price list", (page) => page.getByText("Lamp, brass: 240")));
    await hand.picture();
  },
};

export const whoAnswered: Task = {
  name: "who-answered",
  title: "Find out who answered",
  goal: "Olga asked you and Ravi something. See in the inbox whether you answered and who wrote last.",
  gmail: {
    mouse: "1: the row shows the names, but not who wrote last: open it",
    keyboard: "2: `j` and `o`",
    touch: "1: as by mouse",
  },
  everywhere: true,
  async run({ hand, mail, stage }) {
    const subject = `Is the brass lamp signed? ${hand.way} ${hand.width}`;
    const asked = await stage.deliver("alice", { subject, text: "Does either of you know?" });
    const sent = await mail.mailbox("sent");
    const answerId = `signed.${hand.way}.${hand.width}@demo.test`;
    await mail.call("Email/set", {
      create: {
        answer: {
          mailboxIds: { [sent.id]: true },
          keywords: { $seen: true },
          messageId: [answerId],
          inReplyTo: asked.messageId,
          references: asked.messageId,
          from: [{ name: null, email: "alice@demo.test" }],
          to: [{ name: "Olga Other", email: "olga@elsewhere.example" }],
          subject: `Re: ${subject}`,
          bodyValues: { text: { value: "Not on the foot. Perhaps inside." } },
          textBody: [{ partId: "text", type: "text/plain" }],
        },
      },
      update: { [asked.id]: { "keywords/$answered": true } },
    });
    await stage.deliver("alice", {
      from: "Ravi Menon <ravi@elsewhere.example>",
      subject: `Re: ${subject}`,
      inReplyTo: `<${answerId}>`,
      references: [`<${asked.messageId![0]}>`, `<${answerId}>`],
      text: "Inside, on the socket: Marit Dahl, 1931.",
    });
    await hand.open();
    const found = row(subject);
    await hand.sees(found);
    // In the order in which they wrote: I answered Olga, and Ravi spoke last.
    const said = thing("who wrote, one after the other", (page) =>
      found
        .find(page)
        .filter({ hasText: /Olga.*me.*Ravi/ })
        .filter({ hasText: "Inside, on the socket" }),
    );
    await hand.sees(said);
    await hand.inSight(found);
    await hand.picture();
  },
};

export const eitherOr: Task = {
  name: "either-or",
  title: "Find a message by one of two words",
  goal: "The letter was about a bramble, or was it a thistle? Find and open it.",
  gmail: {
    mouse: "3: the search box, `bramble OR thistle`, the hit, after `Enter`",
    keyboard: "4: `/`, the words, `Enter`, `o`",
    touch: "4: the search box, the words, “Search”, the hit",
  },
  everywhere: true,
  async run({ hand, stage }) {
    const subject = "The weed by the gate";
    const letter = await stage.deliver("alice", {
      subject,
      text: "It is a thistle after all, and a fine one.",
    });
    await hand.open();
    await hand.sees(rowAt(0));
    if (hand.way === "keyboard") await hand.keys("/");
    else await hand.press(box("Search mail"));
    await hand.type("bramble OR thistle");
    await hand.sees(results);
    await hand.sees(row(subject));
    await hand.picture();
    if (hand.way === "keyboard") {
      await hand.keys("Enter");
      await hand.sees(markedRow);
      await hand.keys("Enter");
    } else await hand.press(row(subject));
    await hand.reads("a fine one");
    const mail = await stage.mail("alice");
    await until("it is read", async () => {
      const [now] = await mail.get([letter.id]);
      return now?.keywords["$seen"] === true;
    });
  },
};

export const leaveList: Task = {
  name: "leave-list",
  title: "Unsubscribe from a list",
  goal: "Stop the newsletter of the Gate & Hinge Gazette.",
  gmail: {
    mouse: "3: rest on the row, “Unsubscribe”, “Unsubscribe” again",
    keyboard: "several: `o`, then `Tab` to “Unsubscribe”, `Enter` twice",
    touch: "4: open, the menu, “Unsubscribe”, “Unsubscribe” again",
  },
  everywhere: true,
  async run({ hand, mail, stage }) {
    const leave = `leave-${hand.way}-${hand.width}@gazette.example`;
    const subject = "Hinges of the month";
    await stage.deliver("alice", {
      from: "Gate & Hinge Gazette <news@gazette.example>",
      subject,
      text: "Three new hinges, and one that squeaks as it should.",
      headers: { "List-Id": "<gazette.example>", "List-Unsubscribe": `<mailto:${leave}>` },
    });
    await hand.open();
    await openRow(hand, subject);
    const first = inside(openMessage, button("Unsubscribe"));
    await hand.sees(first);
    if (hand.way === "keyboard") {
      await hand.keys("Control+k");
      await hand.type("unsub");
      await hand.sees(
        thing("“Unsubscribe”", (page) => page.getByRole("option", { name: "Unsubscribe" })),
      );
      await hand.keys("Enter");
    } else await hand.press(first);
    const sure = thing("“Unsubscribe”, again", (page) =>
      page.getByRole("alertdialog").or(page.getByRole("dialog")).getByRole("button", {
        name: "Unsubscribe",
        exact: true,
      }),
    );
    await hand.sees(sure);
    await hand.picture();
    if (hand.way === "keyboard") await hand.tabTo(sure);
    else await hand.press(sure);
    await hand.misses(sure);
    await until("the list hears of it", async () => {
      const { list } = await mail.call<{
        list: { envelope: { rcptTo: { email: string }[] } }[];
      }>("EmailSubmission/get", { ids: null });
      return list.some(({ envelope }) => envelope.rcptTo[0]?.email === leave);
    });
  },
};

export const moveFromWindow: Task = {
  name: "move-from-window",
  title: "File a message from its own window",
  goal: "Open Olga's receipt in its own window, read it, and move it to “Receipts”.",
  gmail: {
    mouse: "6: open, the pop-out, “More”, “Move to”, some letters, the label",
    keyboard: "5: `j`, `Shift`-`o`, `v`, some letters, `Enter`",
    touch: "there are no windows; filing takes 5",
  },
  everywhere: true,
  async run({ hand, mail, stage }) {
    const subject = "Receipt for one brass lamp";
    const letter = await stage.deliver("alice", { subject, text: "Paid in full: 240." });
    const receipts = await mail.mailbox("Receipts");
    await hand.open();
    await hand.sees(row(subject));
    if (hand.way === "keyboard") {
      await hand.keys("j", (await hand.indexOf(row(subject))) + 1);
      await hand.opensWindow(() => hand.keys("Shift+O"));
    } else if (hand.width > PHONE) {
      await openRow(hand, subject);
      await hand.opensWindow(() => hand.press(button("Open in a new window")));
    } else if (hand.way === "mouse") {
      // A reader as narrow as a phone's has no button for it; the row's menu has.
      await hand.press(row(subject), { right: true });
      await hand.opensWindow(() => hand.press(entry("Open in a new window")));
    } else {
      // A phone has no windows: what is open fills it.
      await openRow(hand, subject);
    }
    await hand.reads("Paid in full");
    if (hand.way === "keyboard") await hand.keys("v");
    else await hand.press(button("Move to a folder"));
    await hand.sees(box("Find a folder"));
    await hand.picture();
    if (hand.way === "keyboard") {
      await hand.type("rec");
      await hand.sees(option("Receipts"));
      await hand.keys("Enter");
    } else await hand.press(option("Receipts"));
    await until("it is in Receipts", async () => {
      const [now] = await mail.get([letter.id]);
      return now?.mailboxIds[receipts.id] === true;
    });
  },
};
