import { setTimeout as pause } from "node:timers/promises";
import type { Hand } from "./hand.ts";
import { withoutReply } from "./reading.ts";
import { until, type Mail } from "./stage.ts";
import type { Task } from "./task.ts";
import {
  answerButton,
  box,
  button,
  dock,
  entry,
  field,
  inside,
  newMessage,
  option,
  row,
  rowAt,
  text,
  thing,
  toast,
  type Thing,
} from "./things.ts";

const PLAN = {
  name: "Floor-plan-print-cabinet.txt",
  type: "text/plain",
  bytes: Buffer.from(
    "Print cabinet\n\n+--------+   +----+\n|        door2    |\n+-----------------+\n",
  ),
};

export const sendButton = inside(dock, button("Send"));

/** Opens a conversation of the list; by keys with as many `j` as it needs, none for the first. */
export async function openRow(hand: Hand, subject: string): Promise<void> {
  const target = row(subject);
  await hand.sees(target);
  if (hand.way === "keyboard") {
    const index = await hand.indexOf(target);
    if (index > 0) await hand.keys("j", index + 1);
    await hand.keys("Enter");
  } else await hand.press(target);
  await hand.sees(
    thing(`“${subject}” open`, (page) => page.getByRole("heading", { level: 2, name: subject })),
  );
}

const compose = async (hand: Hand): Promise<void> => {
  if (hand.way === "keyboard") await hand.keys("c");
  else await hand.press(newMessage);
  await hand.sees(box("To"));
};

/** To whom and about what, as one does with a new mail: the focus is in the first field. */
async function address(hand: Hand, who: string, name: string, subject: string): Promise<void> {
  await hand.type(who);
  const found: Thing = { ...option(name, { exact: false }) };
  await hand.sees(found);
  if (hand.way === "keyboard") {
    await hand.keys("Enter");
    await hand.keys("Tab");
  } else {
    await hand.press(found);
    await hand.press(field("Subject"));
  }
  await hand.type(subject);
  if (hand.way === "keyboard") await hand.keys("Enter");
  else await hand.press(text);
}

const send = (hand: Hand): Promise<void> =>
  hand.way === "keyboard" ? hand.keys("Control+Enter") : hand.press(sendButton);

async function arrived(mail: Mail, subject: string, holds: string, files = 0): Promise<void> {
  await until(`“${subject}” arrives with ${files} files`, async () => {
    const found = await mail.emails({ subject: `"${subject}"` }, { limit: 20 });
    return found.some(
      ({ bodyValues, attachments, from }) =>
        from?.[0]?.email === "alice@demo.test" &&
        JSON.stringify(bodyValues).includes(holds) &&
        attachments.length === files,
    );
  });
}

export const answer: Task = {
  name: "answer",
  title: "Answer with an attachment",
  goal: "Bob asks for a floor plan. Answer him and send it along.",
  gmail: {
    mouse: "6: open, “Reply”, the words, the paper clip, the file, “Send”",
    keyboard:
      "10: `o` `r`, the words, four `Tab` and `Enter` for the paper clip, the file, `Ctrl Enter`",
    touch: "7: open, “Reply”, the words, the paper clip, “Attach file”, the file, “Send”",
  },
  async run({ hand, stage }) {
    const subject = "Floor plan of the print cabinet?";
    await hand.open();
    await openRow(hand, subject);
    if (hand.way === "keyboard") await hand.keys("r");
    else await hand.press(answerButton("Reply"));
    await hand.sees(text);
    await hand.type("Here it is, with the new door. Good luck with the rails!");
    await hand.choose(
      () =>
        hand.way === "keyboard"
          ? hand.keys("Control+Shift+a")
          : hand.press(inside(dock, button("Attach files"))),
      PLAN,
    );
    await hand.sees(thing("the file", (page) => page.getByText(PLAN.name)));
    await hand.picture();
    await send(hand);
    await hand.sees(toast("Message sent"));
    await arrived(await stage.mail("bob"), subject, "with the new door", 1);
  },
};

export const forward: Task = {
  name: "forward",
  title: "Forward a message",
  goal: "Forward the signed loan agreement to Carol, with a short note.",
  gmail: {
    mouse: "7: open, “Forward”, the name, the suggestion, the text, the words, “Send”",
    keyboard: "10: `j` `j` `o` `f`, the name, `Enter`, `Tab` `Tab`, the words, `Ctrl Enter`",
    touch: "8: open, the menu, “Forward”, the name, the suggestion, the text, the words, “Send”",
  },
  async run({ hand, stage }) {
    const subject = "Loan agreement, signed";
    await hand.open();
    await openRow(hand, subject);
    if (hand.way === "keyboard") await hand.keys("f");
    else await hand.press(answerButton("Forward"));
    await hand.sees(box("To"));
    await hand.type("carol");
    const carol = option("Carol", { exact: false });
    await hand.sees(carol);
    if (hand.way === "keyboard") {
      await hand.keys("Enter");
      await hand.keys("Tab");
      await hand.keys("Enter");
    } else {
      await hand.press(carol);
      await hand.press(text);
    }
    await hand.type("For the files. The limit stays at 50 lux.");
    await hand.picture();
    await send(hand);
    await hand.sees(toast("Message sent"));
    await arrived(await stage.mail("carol"), subject, "limit stays at 50 lux", 1);
  },
};

export const schedule: Task = {
  name: "schedule",
  title: "Schedule a message",
  goal: "Write to Dave now and have it sent tomorrow morning.",
  gmail: {
    mouse:
      "10: “Compose”, the name, the suggestion, a click and the subject, a click and the text, the arrow beside “Send”, “Schedule send”, “Tomorrow morning”",
    keyboard:
      "12: `c`, name, `Enter`, `Tab`, subject, `Tab`, text, `Tab` `Tab`, `Enter`, `Down`, `Enter`",
    touch: "10: the same as by mouse, behind a menu",
  },
  async run({ hand, mail }) {
    await hand.open();
    await hand.sees(rowAt(0));
    await compose(hand);
    await address(hand, "dave", "Dave Okafor", "Van for Monday");
    await hand.type("Could you fetch the van at eight? The cases are at the side door.");
    if (hand.way === "keyboard") {
      await hand.keys("Control+Shift+Enter");
      await hand.sees(entry("Tomorrow", { exact: false }));
      await hand.picture();
      const entries = hand.page().getByRole("menuitem");
      const names = await entries.allTextContents();
      await hand.keys(String(1 + names.findIndex((name) => name.startsWith("Tomorrow"))));
    } else {
      await hand.press(inside(dock, button("Send later")));
      await hand.sees(entry("Tomorrow", { exact: false }));
      await hand.picture();
      await hand.press(entry("Tomorrow", { exact: false }));
    }
    await hand.sees(toast("Will be sent on"));
    await until("it waits for tomorrow", async () => {
      const { list } = await mail.call<{ list: { sendAt: string; undoStatus: string }[] }>(
        "EmailSubmission/get",
        { ids: null },
      );
      const hours = list.map(({ sendAt }) => (Date.parse(sendAt) - Date.now()) / 3_600_000);
      return list.some(
        ({ undoStatus }, at) => undoStatus === "pending" && hours[at]! > 1 && hours[at]! < 48,
      );
    });
  },
};

export const template: Task = {
  name: "template",
  title: "Use a template",
  goal: "Send Dave the usual message after a site visit, with his name, today's date and the company filled in.",
  gmail: {
    mouse:
      "9: “Compose”, the name, the suggestion, the menu, “Templates”, the template, the name over its gap, the date over its gap, “Send”; templates have to be switched on in the settings",
    keyboard: "no keys lead to templates; the menu takes 8 more",
    touch: "none: the apps have no templates",
  },
  async run({ hand, stage }) {
    await hand.open();
    await hand.sees(rowAt(0));
    await compose(hand);
    await hand.type("dave");
    const dave = option("Dave Okafor", { exact: false });
    await hand.sees(dave);
    if (hand.way === "keyboard") {
      await hand.keys("Enter");
      await hand.keys("Tab");
      await hand.keys("Enter");
    } else {
      await hand.press(dave);
      await hand.press(text);
    }
    await hand.type("/site");
    const offered = option("Site visit");
    await hand.sees(offered);
    await hand.picture();
    if (hand.way === "keyboard") await hand.keys("Enter");
    else await hand.press(offered);
    await hand.sees(thing("the template", (page) => text.find(page).getByText("Hi Dave,")));
    await send(hand);
    await hand.sees(toast("Message sent"));
    await arrived(await stage.mail("dave"), "Site visit at Lanternfield", "Hi Dave,");
  },
};

export const undoSend: Task = {
  name: "undo-send",
  title: "Undo a send",
  goal: "Send Dave a message, notice at once that the day is wrong, and undo.",
  gmail: {
    mouse:
      "9: “Compose”, the name, the suggestion, a click and the subject, a click and the text, “Send”, “Undo” within at most 30 seconds",
    keyboard: "9: `c`, name, `Enter`, `Tab`, subject, `Tab`, text, `Ctrl Enter`, `z`",
    touch: "9: the same as by mouse",
  },
  async run({ hand, mail, stage }) {
    await hand.open();
    await hand.sees(rowAt(0));
    await compose(hand);
    await address(hand, "dave", "Dave Okafor", "Lunch on Tuesday");
    await hand.type("Soup at one? I mean Wednesday.");
    await send(hand);
    await hand.sees(toast("Message sent"));
    await hand.picture();
    if (hand.way === "keyboard") await hand.keys("z");
    else await hand.press(inside(toast("Message sent"), button("Undo")));
    await hand.sees(text);
    await hand.sees(thing("what was written", (page) => text.find(page).getByText("Soup at one?")));
    await until("it is a draft again", async () => {
      const drafts = await mail.mailbox("drafts");
      const found = await mail.emails({ inMailbox: drafts.id, subject: '"Lunch on Tuesday"' });
      return found.length === 1;
    });
    // Longer than sending would have been held back.
    await pause(17_000);
    const dave = await stage.mail("dave");
    if ((await dave.emails({ subject: '"Lunch on Tuesday"' })).length > 0)
      throw new Error("Dave got what was taken back");
  },
};

export const whileReading: Task = {
  name: "while-reading",
  title: "Write while reading",
  goal: "Answer Bob, look something up in another conversation meanwhile, continue writing, and send.",
  gmail: {
    mouse: "8: the reply has to be popped out first, or it stays behind in its conversation",
    keyboard:
      "11: `o` `r`, the words, `Shift`-pop-out, `Esc`, `j` `j` `o`, back by a click (no reliable key), the words, `Ctrl Enter`",
    touch: "10: the draft is saved and left, found again under “Drafts”",
  },
  async run({ hand, stage }) {
    const subject = "Floor plan of the print cabinet?";
    const other = "Loan agreement, signed";
    await hand.open();
    await openRow(hand, subject);
    if (hand.way === "keyboard") await hand.keys("r");
    else await hand.press(answerButton("Reply"));
    await hand.sees(text);
    await hand.type("The lender says ");
    if (hand.way === "keyboard") {
      await hand.keys("Shift+Escape");
      const from = await hand.indexOf(row(subject));
      const to = await hand.indexOf(row(other));
      await hand.keys(to > from ? "j" : "k", Math.abs(to - from));
    } else {
      if (hand.way === "touch") {
        await hand.press(inside(dock, button("Minimise")));
        await hand.press(button("Back to the list"));
      }
      await hand.press(row(other));
    }
    await hand.sees(
      thing("the other", (page) => page.getByRole("heading", { level: 2, name: other })),
    );
    await hand.reads("50 lux");
    await hand.picture();
    if (hand.way === "keyboard") await hand.keys("Shift+Escape");
    else await hand.press(inside(dock, button("Show the message")));
    await hand.type("50 lux at most, so the rails can stay.");
    await send(hand);
    await hand.sees(toast("Message sent"));
    await arrived(await stage.mail("bob"), withoutReply(subject), "The lender says 50 lux at most");
  },
};

export const crash: Task = {
  name: "crash",
  title: "Continue a draft after a crash",
  goal: "The browser tab crashes in the middle of a sentence. Open mail again, finish the sentence, and send it.",
  gmail: {
    mouse:
      "12: seven up to the crash, as here, then “Drafts”, the draft, the text, the words, “Send”; what was typed in the last seconds is gone",
    keyboard: "12: seven up to the crash, then `g d`, `j`, `o`, the words, `Ctrl Enter`",
    touch: "12: seven up to the crash, then the menu, “Drafts”, the draft, the words, “Send”",
  },
  async run({ hand, mail, stage }) {
    await hand.open();
    await hand.sees(rowAt(0));
    await compose(hand);
    await address(hand, "bob", "Bob Ferreira", "Rails, second try");
    await hand.type("I measured the wall again and it is");
    await pause(1000);
    await hand.crash();
    await hand.open();
    hand.notes("Mail is opened again; the message is there");
    await hand.sees(thing("what was written", (page) => text.find(page).getByText("it is")));
    await hand.picture();
    // The caret is in the text again.
    if (hand.way === "keyboard") await hand.keys("Control+End");
    else {
      await hand.press(text);
      await hand.page().keyboard.press("Control+End");
    }
    await hand.type(" four metres twelve.");
    await send(hand);
    await hand.sees(toast("Message sent"));
    await arrived(await stage.mail("bob"), "Rails, second try", "it is four metres twelve");
    const drafts = await mail.mailbox("drafts");
    if ((await mail.emails({ inMailbox: drafts.id, subject: '"Rails, second try"' })).length > 0)
      throw new Error("A second copy stayed in Drafts");
  },
};
