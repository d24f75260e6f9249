import type { Accounts, SharedAccount } from "../features/accounts/index.ts";
import { listOf, UserError } from "./command.ts";
import type { Command } from "./command.ts";

async function findAccount(accounts: Accounts, address: string): Promise<SharedAccount> {
  const account = await accounts.shared.find(address);
  if (account === null) throw new UserError(`No shared account here has the address ${address}.`);
  return account;
}

async function findPerson(accounts: Accounts, address: string): Promise<string> {
  const person = await accounts.persons.find(address);
  if (person === null) throw new UserError(`Nobody here has the address ${address}.`);
  return person.id;
}

const add: Command = {
  name: "shared add",
  usage: "NAME ADDRESS [--member ADDRESS]… [--reader ADDRESS]… [--alias ADDRESS]…",
  summary: "makes an account that several people work in; readers only read",
  arity: [2, 2],
  options: {
    member: { type: "string", multiple: true },
    reader: { type: "string", multiple: true },
    alias: { type: "string", multiple: true },
  },
  async run({ terminal, args, values, open }) {
    const { accounts } = await open();
    const members = [];
    for (const [option, mayWrite] of [
      ["reader", false],
      ["member", true],
    ] as const)
      for (const address of listOf(values, option))
        members.push({ personId: await findPerson(accounts, address), mayWrite });
    const made = await accounts.shared.create("system", {
      name: args[0]!,
      address: args[1]!,
      aliases: listOf(values, "alias"),
      members,
    });
    terminal.print(`${made.name} <${made.address}> is there, for ${made.members.length} people.`);
  },
};

const list: Command = {
  name: "shared list",
  usage: "",
  summary: "lists the shared accounts and who may read or write in each",
  arity: [0, 0],
  async run({ terminal, open }) {
    const { accounts } = await open();
    for (const { address, name, aliases, members } of await accounts.shared.list()) {
      const people = members.map((member) =>
        member.mayWrite ? member.address : `${member.address} (reads)`,
      );
      terminal.print([address, name, people.join(","), aliases.join(",")].join("\t").trimEnd());
    }
  },
};

const grant: Command = {
  name: "shared grant",
  usage: "ADDRESS PERSON [--read-only]",
  summary: "lets a person into a shared account, or changes whether the person may write",
  arity: [2, 2],
  options: { "read-only": { type: "boolean" } },
  async run({ terminal, args, values, open }) {
    const { accounts } = await open();
    const account = await findAccount(accounts, args[0]!);
    const personId = await findPerson(accounts, args[1]!);
    const mayWrite = values["read-only"] !== true;
    await accounts.shared.grant("system", account.accountId, { personId, mayWrite });
    terminal.print(`${args[1]!} may ${mayWrite ? "write" : "read"} in ${account.name}.`);
  },
};

const revoke: Command = {
  name: "shared revoke",
  usage: "ADDRESS PERSON",
  summary: "shuts a person out of a shared account, at once",
  arity: [2, 2],
  async run({ terminal, args, open }) {
    const { accounts } = await open();
    const account = await findAccount(accounts, args[0]!);
    const personId = await findPerson(accounts, args[1]!);
    if (!account.members.some((member) => member.personId === personId))
      throw new UserError(`${args[1]!} is not a member of ${account.name}.`);
    await accounts.shared.revoke("system", account.accountId, personId);
    terminal.print(`${args[1]!} sees ${account.name} no more.`);
  },
};

export const sharedCommands: readonly Command[] = [add, list, grant, revoke];
