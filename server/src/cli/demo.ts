import { deleteDemo, ensureDemo } from "../wiring/demo.ts";
import type { Command } from "./command.ts";

const add: Command = {
  name: "demo add",
  usage: "",
  summary: "Create a demo organisation in an empty installation and print its passwords",
  arity: [0, 0],
  async run({ terminal, open }) {
    await ensureDemo(await open(), terminal.note, terminal.print);
  },
};

const remove: Command = {
  name: "demo remove",
  usage: "",
  summary: "Delete the demo organisation with all its users and messages",
  arity: [0, 0],
  async run({ terminal, open }) {
    await deleteDemo(await open());
    terminal.print("Deleted the demo organisation. You can set up your own now.");
  },
};

export const demoCommands: readonly Command[] = [add, remove];
