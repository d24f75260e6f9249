import { until, type Mail } from "./stage.ts";
import type { Task } from "./task.ts";
import {
  box,
  button,
  entry,
  field,
  folder,
  inside,
  messageMenu,
  option,
  row,
  rowAt,
  thing,
  tick,
} from "./things.ts";
import { openRow } from "./writing.ts";

const PAPER = { name: "The Lumen Weekly", address: "hello@lumenweekly.example" };

/** How much of a sender is anywhere but in Trash. */
async function kept(mail: Mail, address: string): Promise<number> {
  const trash = await mail.mailbox("trash");
  const conditions = [{ from: address }, { inMailboxOtherThan: [trash.id] }];
  return (await mail.emails({ operator: "AND", conditions })).length;
}

export const newsletter: Task = {
  name: "newsletter",
  title: "Delete everything from a newsletter",
  goal: "Delete everything that The Lumen Weekly ever sent, in any folder.",
  gmail: {
    mouse: "6: the search box, `from:…`, `Enter`, select all, “Select all that match”, “Delete”",
    keyboard: "7: `/`, `from:…`, `Enter`, `* a`, “Select all that match” by `Tab` and `Enter`, `#`",
    touch: "not at once: fifty at a time by “Select all”",
  },
  async run({ hand, mail }) {
    const before = await kept(mail, PAPER.address);
    if (before < 5) throw new Error(`The demo has only ${before} mails of ${PAPER.name}`);
    await hand.open();
    await hand.sees(rowAt(0));
    const all = `Delete all messages from ${PAPER.name}`;
    if (hand.way === "keyboard") {
      await hand.keys("/");
      await hand.type("lumen weekly");
      await hand.sees(row(PAPER.name));
      await hand.keys("Enter");
      await hand.keys(".");
      await hand.sees(entry(all));
      await hand.picture();
      await hand.keys("ArrowUp");
      await hand.keys("Enter");
    } else {
      await hand.press(box("Search mail"));
      await hand.type("lumen weekly");
      await hand.sees(row(PAPER.name));
      await hand.keys("Enter");
      await hand.press(row(PAPER.name));
      await hand.press(messageMenu);
      await hand.sees(entry(all));
      await hand.picture();
      await hand.press(entry(all));
    }
    await hand.sees(
      thing("the end of it", (page) => page.getByText(`Done: ${before}`, { exact: true })),
    );
    await until("nothing of it is left", async () => (await kept(mail, PAPER.address)) === 0);
  },
};

export const thirty: Task = {
  name: "thirty",
  title: "Create a folder and move 30 conversations into it",
  goal: "Create the folder “Tidy later” and move thirty conversations from the inbox into it; with the mouse, by dragging.",
  gmail: {
    mouse: "7: new label, its name, “Create”, a tick, a scroll, a tick with Shift, the drag",
    keyboard: "63: `x`, 29 times `j` `x`, then `v`, the name, “Create new”, `Enter`",
    touch:
      "34: thirty taps, a scroll, the menu, “Move to”, a label created before, since the phone cannot create one",
  },
  isLast: true,
  async run({ hand, mail }) {
    await hand.open();
    await hand.sees(rowAt(9));
    const name = "Tidy later";
    if (hand.way === "mouse") {
      await hand.press(button("New folder"));
      await hand.sees(field("Folder name"));
      await hand.type(name);
      await hand.press(button("Create"));
      await hand.sees(folder(name));
      await hand.press(mark(0));
      await hand.scrollTo(rowAt(29), list);
      await hand.press(mark(29), { shift: true });
      await hand.sees(
        thing("“30 selected”", (page) =>
          page.getByText("30 selected").filter({ visible: true }).first(),
        ),
      );
      await hand.drag(rowAt(29), folder(name), { midway: () => hand.picture() });
    } else {
      if (hand.way === "keyboard") {
        await hand.keys("j");
        await hand.keys("x");
        await hand.keys("Shift+PageDown", 2);
        const more = 29 - (await hand.cursor());
        await hand.keys(more > 0 ? "Shift+ArrowDown" : "Shift+ArrowUp", Math.abs(more));
      } else {
        await hand.hold(rowAt(0));
        await hand.scrollTo(rowAt(29), list);
        await hand.hold(rowAt(29));
      }
      await hand.sees(
        thing("“30 selected”", (page) =>
          page.getByText("30 selected").filter({ visible: true }).first(),
        ),
      );
      if (hand.way === "keyboard") await hand.keys("v");
      else await hand.press(button("Move to"));
      await hand.sees(box("Find a folder"));
      if (hand.way === "touch") await hand.press(box("Find a folder"));
      await hand.type(name);
      const made = option(`New folder “${name}”`);
      await hand.sees(made);
      await hand.picture();
      if (hand.way === "keyboard") await hand.keys("Enter");
      else await hand.press(made);
    }
    await until("thirty conversations are there", async () => {
      const found = (await mail.mailboxes()).find((one) => one.name === name);
      return found?.totalThreads === 30;
    });
  },
};

const list = thing("the list", (page) => page.getByRole("grid"));

const mark = (index: number) => ({
  ...inside(rowAt(index), tick("Select conversation")),
  words: `the tick of ${rowAt(index).words}`,
  find: (page: Parameters<typeof list.find>[0]) =>
    rowAt(index).find(page).locator(".mail-row-mark"),
});

export const makeRule: Task = {
  name: "make-rule",
  title: "Make a rule from a message",
  goal: "Star every message from the boiler service from now on, starting with the one that just came.",
  gmail: {
    mouse:
      "7: open, “More”, “Filter messages like these”, “Create filter”, a tick, “Create filter”, back",
    keyboard: "several: `o`, then `.`, the entry, and `Tab` to each box and button",
    touch: "not in the app: filters are made in a browser",
  },
  async run({ hand, mail, stage }) {
    const address = `service-${hand.way}-${hand.width}@boilers.example`;
    const subject = "Your boiler service";
    const from = `Boiler service <${address}>`;
    await stage.deliver("alice", { from, subject, text: "We come on Tuesday." });
    await hand.open();
    await openRow(hand, subject);
    const dialog = thing("the new rule", (page) =>
      page.getByRole("dialog", { name: "Create rule" }),
    );
    const kind = inside(dialog, button("Move to folder Action 1"));
    const save = inside(dialog, button("Save"));
    if (hand.way === "keyboard") {
      await hand.keys("Control+k");
      await hand.type("create rule");
      await hand.sees(option("Create rule", { exact: false }));
      await hand.keys("Enter");
      await hand.sees(kind);
      await hand.tabTo(kind);
      await hand.sees(option("Star"));
      await hand.keys("s");
      await hand.keys("Enter");
    } else {
      await hand.press(messageMenu);
      await hand.press(entry("Create rule"));
      await hand.press(kind);
      await hand.press(option("Star"));
    }
    await hand.sees(thing("what it will do", (page) => page.getByText(/, star it\.$/)));
    await hand.picture();
    if (hand.way === "keyboard") await hand.tabTo(save);
    else await hand.press(save);
    await hand.misses(dialog);
    const next = await stage.deliver("alice", { from, subject, text: "We came on Tuesday." });
    await until("the next one has a star", async () =>
      (await mail.get([next.id])).some(({ keywords }) => keywords["$flagged"] === true),
    );
  },
};
