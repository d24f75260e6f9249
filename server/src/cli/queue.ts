import { dropQueued, listQueue, retryQueued } from "../features/outbound/index.ts";
import { UserError } from "./command.ts";
import type { Command } from "./command.ts";

/** As many waiting recipients are listed at most. */
const LISTED = 1000;

const list: Command = {
  name: "queue list",
  usage: "",
  summary: "List the outgoing mail that is waiting, oldest first, with the last reply",
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
  summary: "Retry a waiting message, or all of them, now",
  arity: [1, 1],
  async run({ terminal, args, open }) {
    const { engine, platform } = await open();
    const id = args[0]!;
    const count = await retryQueued(engine, platform.notify, id === "all" ? id : { id });
    if (count === 0 && id !== "all")
      throw new UserError(`No recipient of ${id} is waiting. See: npx atrium queue list`);
    terminal.print(`${recipients(count)} will be retried now, or when the server starts.`);
  },
};

const drop: Command = {
  name: "queue drop",
  usage: "ID",
  summary: "Stop delivering a waiting message; its sender gets a bounce",
  arity: [1, 1],
  async run({ terminal, args, open }) {
    const { engine, platform } = await open();
    const count = await dropQueued(engine, platform.notify, { id: args[0]! });
    if (count === 0)
      throw new UserError(
        `No recipient of ${args[0]!} is waiting, or it is being delivered right now. See: npx atrium queue list`,
      );
    terminal.print(`Cancelled for ${recipients(count)}. The sender gets a bounce.`);
  },
};

const recipients = (count: number): string => `${count} recipient${count === 1 ? "" : "s"}`;

export const queueCommands: readonly Command[] = [list, retry, drop];
