import { setTimeout as pause } from "node:timers/promises";
import type { Hand } from "./hand.ts";
import { withoutReply } from "./reading.ts";
import { until } from "./stage.ts";
import type { Task } from "./task.ts";
import {
  box,
  button,
  dock,
  field,
  inside,
  newMessage,
  option,
  rowAt,
  text,
  thing,
  waits,
} from "./things.ts";

const AWAY = 5 * 60_000;
/** Milliseconds without a request after which a window has kept what it keeps. */
const SETTLED = 5000;

const gone = thing("“No connection”", (page) => page.getByText("No connection.").first());

export const offline: Task = {
  name: "offline",
  title: "Work offline for five minutes",
  goal: "The network fails. Read, archive, star and write for five minutes anyway; when it is back, everything is as intended.",
  gmail: {
    mouse: "offline mail must be switched on in the settings first",
    keyboard: "offline mail must be switched on in the settings first",
    touch: "the same number; searching finds little",
  },
  by: "bob",
  async run({ hand, mail, stage, line }) {
    const inbox = await mail.mailbox("inbox");
    const archive = await mail.mailbox("archive");
    const top = await mail.emails({ inMailbox: inbox.id }, { limit: 8, collapseThreads: true });
    const [first, second, third, fourth] = top;
    const starred = await mail.emails({ inMailbox: inbox.id, hasKeyword: "$flagged" });
    const update = Object.fromEntries(starred.map(({ id }) => [id, { "keywords/$flagged": null }]));
    await mail.call("Email/set", { update });
    await hand.open();
    await hand.sees(rowAt(7));
    // What a window keeps for such times comes when it has nothing else to do.
    await line.rests(SETTLED);
    line.cut();
    await hand.page().context().setOffline(true);
    hand.notes("The network fails");
    const started = performance.now();
    const isKeys = hand.way === "keyboard";

    for (const [index, { subject }] of [first!, second!, third!].entries()) {
      if (isKeys) {
        await hand.keys("j");
        if (index === 0) await hand.keys("Enter");
      } else if (index === 0) await hand.press(rowAt(0));
      else await hand.press(button("Older conversation"));
      await hand.sees(opened(subject ?? ""));
      await hand.reads("");
    }
    // The third one is starred, the fourth archived.
    if (isKeys) await hand.keys("s");
    else await hand.press(inside(bar, button("Add star")));
    if (isKeys) await hand.keys("j");
    else await hand.press(button("Older conversation"));
    await hand.sees(opened(fourth!.subject ?? ""));
    if (isKeys) await hand.keys("e");
    else await hand.press(inside(bar, button("Archive")));
    await write(hand);
    await hand.sees(gone);
    await hand.picture();
    const left = AWAY - (performance.now() - started);
    if (left > 0) await pause(left);
    hand.notes("Five minutes later the network is back");
    line.mend();
    await hand.page().context().setOffline(false);
    await hand.misses(gone, 90_000);

    await until("star and archive are saved", async () => {
      const [one, other] = await mail.get([third!.id, fourth!.id]);
      return one?.keywords["$flagged"] === true && other?.mailboxIds[archive.id] === true;
    });
    const dave = await stage.mail("dave");
    await until(
      "the mail arrives once",
      async () => (await dave.emails({ subject: '"Written in a tunnel"' })).length === 1,
      60_000,
    );
  },
};

async function write(hand: Hand): Promise<void> {
  const isKeys = hand.way === "keyboard";
  // Where the list comes back by itself after an act, one is there.
  const back = button("Back to the list");
  if (hand.way === "touch" && (await back.find(hand.page()).isVisible())) await hand.press(back);
  if (isKeys) await hand.keys("c");
  else await hand.press(newMessage);
  await hand.sees(box("To"));
  await hand.type("dave");
  const dave = option("Dave Okafor", { exact: false });
  if ((await dave.find(hand.page()).count()) > 0 && !isKeys) await hand.press(dave);
  else {
    await hand.type("@demo.test");
    await hand.keys("Enter");
  }
  if (isKeys) await hand.keys("Tab");
  else await hand.press(field("Subject"));
  await hand.type("Written in a tunnel");
  if (isKeys) await hand.keys("Enter");
  else await hand.press(text);
  await hand.type("The train stands. I will be ten minutes late.");
  if (isKeys) await hand.keys("Control+Enter");
  else await hand.press(inside(dock, button("Send")));
  await hand.sees(waits);
}

const bar = thing("the acts of the conversation", (page) =>
  page.getByRole("toolbar", { name: "Actions for this conversation" }),
);

const opened = (subject: string) =>
  thing(`“${subject}” open`, (page) =>
    page.getByRole("heading", { level: 2, name: withoutReply(subject) }),
  );
