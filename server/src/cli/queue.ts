import { dropQueued, listQueue, retryQueued } from "../features/outbound/index.ts";
import { UserError } from "./command.ts";
import type { Command } from "./command.ts";

/** As many waiting recipients are listed at most. */
const LISTED = 1000;

const list: Command = {
  name: "queue list",
  usage: "",
  summary: "lists the mail that waits to leave, the oldest first, with what was heard last",
  arity: [0, 0],
  async run({ terminal, open }) {
    const { engine } = await open();
    const messages = await listQueue(engine, LISTED);
    if (messages.length === 0) terminal.note("No mail is waiting.");
    for (const { id, mailFrom, size, createdAt, recipients } of messages) {
      terminal.print(`${id}\t${createdAt.toISOString()}\t${size}\t<${mailFrom}>`);
      for (const { address, attempts, nextAt, isBusy, reply } of recipients) {
        const next = isBusy ? "now" : nextAt.toISOString();
        terminal.print(`\t${address}\ttries: ${attempts}\tnext: ${next}\t${reply ?? ""}`.trimEnd());
      }
    }
  },
};

const retry: Command = {
  name: "queue retry",
  usage: "ID | all",
  summary: "has a message that waits, or all of them, tried now",
  arity: [1, 1],
  async run({ terminal, args, open }) {
    const { engine, platform } = await open();
    const id = args[0]!;
    const count = await retryQueued(engine, platform.notify, id === "all" ? id : { id });
    if (count === 0 && id !== "all")
      throw new UserError(`Nothing of ${id} is waiting. See: npx atrium queue list`);
    terminal.print(`${recipients(count)} will be tried as soon as the server runs.`);
  },
};

const drop: Command = {
  name: "queue drop",
  usage: "ID",
  summary: "gives up a message that waits; its sender is told that it was not delivered",
  arity: [1, 1],
  async run({ terminal, args, open }) {
    const { engine, platform } = await open();
    const count = await dropQueued(engine, platform.notify, { id: args[0]! });
    if (count === 0)
      throw new UserError(
        `Nothing of ${args[0]!} is waiting, or it is being delivered just now. See: npx atrium queue list`,
      );
    terminal.print(`${recipients(count)} will not get it.`);
  },
};

const recipients = (count: number): string => `${count} recipient${count === 1 ? "" : "s"}`;

export const queueCommands: readonly Command[] = [list, retry, drop];
