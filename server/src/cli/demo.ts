import { deleteDemo, ensureDemo } from "../wiring/demo.ts";
import type { Command } from "./command.ts";

const add: Command = {
  name: "demo add",
  usage: "",
  summary: "fills an empty store with a demo organisation and prints its passwords",
  arity: [0, 0],
  async run({ terminal, open }) {
    await ensureDemo(await open(), terminal.note, terminal.print);
  },
};

const remove: Command = {
  name: "demo remove",
  usage: "",
  summary: "deletes the demo organisation with all its people and messages",
  arity: [0, 0],
  async run({ terminal, open }) {
    await deleteDemo(await open());
    terminal.print("The demo organisation is gone; the store can be set up anew.");
  },
};

export const demoCommands: readonly Command[] = [add, remove];
