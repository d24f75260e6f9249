import { until } from "./stage.ts";
import type { Task } from "./task.ts";
import { box, button, folder, markedRow, option, row, rowAt, thing } from "./things.ts";

/** The conversations at the top of the inbox, as the list has them. */
const topOf = async (mail: Parameters<Task["run"]>[0]["mail"], count: number) => {
  const inbox = await mail.mailbox("inbox");
  return mail.emails({ inMailbox: inbox.id }, { limit: count, collapseThreads: true });
};

const opened = (subject: string) =>
  thing(`“${subject}” open`, (page) =>
    page.getByRole("heading", { level: 2, name: withoutReply(subject), exact: true }),
  );

export function withoutReply(subject: string): string {
  return subject.replace(/^((re|fwd?|aw|wg)\s*:\s*)+/i, "");
}

export const readNext: Task = {
  name: "read-next",
  title: "Read the next conversations",
  goal: "Read the four newest conversations, one after the other.",
  gmail: {
    mouse:
      "4: a click on the first, three on “Older”; without the preview pane the list is hidden meanwhile",
    keyboard: "4: `o` `j` `j` `j`, after keyboard shortcuts were switched on in the settings",
    touch: "4: a tap, three swipes",
  },
  async run({ hand, mail }) {
    const top = await topOf(mail, 4);
    const update = Object.fromEntries(top.map(({ id }) => [id, { "keywords/$seen": null }]));
    await mail.call("Email/set", { update });
    await hand.open();
    await hand.sees(rowAt(3));
    if (hand.way === "keyboard") {
      await hand.keys("j");
      await hand.keys("Enter");
    } else await hand.press(rowAt(0));
    for (const [index, { subject }] of top.entries()) {
      if (index > 0) {
        if (hand.way === "keyboard") await hand.keys("j");
        else await hand.press(button("Older conversation"));
      }
      await hand.sees(opened(subject ?? ""));
    }
    await hand.picture();
    await until("four conversations are read", async () => {
      const now = await topOf(mail, 4);
      return now.every(({ keywords }) => keywords["$seen"] === true);
    });
  },
};

export const file: Task = {
  name: "file",
  title: "File two conversations",
  goal: "Archive a conversation, and move another one, a little below, to the folder “Receipts”.",
  gmail: {
    mouse: "2: the archive button of the row, then a drag to the label",
    keyboard: "7: `e`, `j` `j` `j`, `v`, some letters, `Enter`",
    touch: "6: a swipe, then open, menu, “Move to”, scroll, the label",
  },
  async run({ hand, mail }) {
    // Nothing that another task is about.
    const [first, second] = (await topOf(mail, 12)).filter(
      ({ from, hasAttachment }) => !hasAttachment && !/bob|seoa|marit/.test(from?.[0]?.email ?? ""),
    );
    const archive = await mail.mailbox("archive");
    const receipts = await mail.mailbox("Receipts");
    await hand.open();
    await hand.sees(rowAt(1));
    const one = row(withoutReply(first!.subject ?? ""));
    const other = row(withoutReply(second!.subject ?? ""));
    if (hand.way === "keyboard") {
      await hand.keys("j", (await hand.indexOf(one)) + 1);
      await hand.keys("e");
      await hand.misses(one);
      // The next one is under the cursor already.
      const steps = (await hand.indexOf(other)) - (await hand.cursor());
      if (steps !== 0) await hand.keys(steps > 0 ? "j" : "k", Math.abs(steps));
      await hand.keys("v");
      await hand.sees(box("Find a folder"));
      await hand.type("rec");
      await hand.sees(option("Receipts"));
      await hand.picture();
      await hand.keys("Enter");
    } else if (hand.way === "mouse") {
      await hand.rest(one);
      await hand.press({
        ...button("Archive"),
        find: (page) => one.find(page).getByRole("button", { name: "Archive" }),
      });
      await hand.misses(one);
      await hand.drag(other, folder("Receipts"), { midway: () => hand.picture() });
    } else {
      await hand.press(one);
      await hand.press(button("Archive"));
      await hand.press(other);
      await hand.press(button("Move to a folder"));
      await hand.sees(box("Find a folder"));
      await hand.picture();
      await hand.press(option("Receipts"));
    }
    await until("both are filed", async () => {
      const [one, other] = await mail.get([first!.id, second!.id]);
      return one?.mailboxIds[archive.id] === true && other?.mailboxIds[receipts.id] === true;
    });
  },
};

export const find: Task = {
  name: "find",
  title: "Find a message by half-remembered words",
  goal: "Half a year ago a courier said something about a hare of glass, and Jonah or someone else wrote it down. Find it and read it.",
  gmail: {
    mouse: "3: the search box, the words, the hit",
    keyboard: "4: `/`, the words, `Enter`, `o`",
    touch: "4: the search box, the words, “Search”, the hit",
  },
  note: "Gmail finds whole words only: “cour” would find nothing there.",
  async run({ hand, mail }) {
    await hand.open();
    await hand.sees(rowAt(0));
    if (hand.way === "keyboard") await hand.keys("/");
    else await hand.press(box("Search mail"));
    await hand.type("hare cour");
    await hand.sees(row("What the courier told me"));
    await hand.picture();
    if (hand.way === "keyboard") {
      await hand.keys("Enter");
      await hand.sees(markedRow);
      await hand.keys("Enter");
    } else await hand.press(row("What the courier told me"));
    await hand.sees(opened("What the courier told me"));
    await hand.reads("in 1974");
    const [found] = await mail.emails({ subject: "courier told" });
    await until("it is read", async () => {
      const [now] = await mail.emails({ subject: "courier told" });
      return now?.id === found?.id && now?.keywords["$seen"] === true;
    });
  },
};
