import type { Accounts, SharedAccount } from "../features/accounts/index.ts";
import { listOf, RESTORABLE_DAYS, UserError } from "./command.ts";
import type { Command } from "./command.ts";

async function findAccount(accounts: Accounts, address: string): Promise<SharedAccount> {
  const account = await accounts.shared.find(address);
  if (account === null) throw new UserError(`No shared account has the address ${address}.`);
  return account;
}

async function findPerson(accounts: Accounts, address: string): Promise<string> {
  const person = await accounts.persons.find(address);
  if (person === null) throw new UserError(`No user has the address ${address}.`);
  return person.id;
}

const add: Command = {
  name: "shared add",
  usage: "NAME ADDRESS [--member ADDRESS]… [--reader ADDRESS]… [--alias ADDRESS]…",
  summary: "Create an account that several people use; a reader can only read",
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
    terminal.print(`Created ${made.name} <${made.address}>. Members: ${made.members.length}.`);
  },
};

const list: Command = {
  name: "shared list",
  usage: "",
  summary: "List the shared accounts and who can read or write in each",
  arity: [0, 0],
  async run({ terminal, open }) {
    const { accounts } = await open();
    for (const account of await accounts.shared.list()) {
      const { address, name, aliases, members, removedAt } = account;
      const people = members.map((member) =>
        member.mayWrite ? member.address : `${member.address} (read only)`,
      );
      const state = removedAt === null ? "" : "removed";
      terminal.print(
        [address, name, people.join(","), aliases.join(","), state].join("\t").trimEnd(),
      );
    }
  },
};

const grant: Command = {
  name: "shared grant",
  usage: "ADDRESS USER [--read-only]",
  summary: "Give a user access to a shared account, or change it",
  arity: [2, 2],
  options: { "read-only": { type: "boolean" } },
  async run({ terminal, args, values, open }) {
    const { accounts } = await open();
    const account = await findAccount(accounts, args[0]!);
    const personId = await findPerson(accounts, args[1]!);
    const mayWrite = values["read-only"] !== true;
    await accounts.shared.grant("system", account.accountId, { personId, mayWrite });
    terminal.print(`${args[1]!} can ${mayWrite ? "read and write" : "read"} in ${account.name}.`);
  },
};

const revoke: Command = {
  name: "shared revoke",
  usage: "ADDRESS USER",
  summary: "Take away a user's access to a shared account, at once",
  arity: [2, 2],
  async run({ terminal, args, open }) {
    const { accounts } = await open();
    const account = await findAccount(accounts, args[0]!);
    const personId = await findPerson(accounts, args[1]!);
    if (!account.members.some((member) => member.personId === personId))
      throw new UserError(`${args[1]!} is not a member of ${account.name}.`);
    await accounts.shared.revoke("system", account.accountId, personId);
    terminal.print(`${args[1]!} no longer has access to ${account.name}.`);
  },
};

const remove: Command = {
  name: "shared remove",
  usage: "ADDRESS",
  summary: `Remove a shared account, which can be restored for ${RESTORABLE_DAYS} days`,
  arity: [1, 1],
  async run({ terminal, args, open }) {
    const { accounts } = await open();
    const account = await findAccount(accounts, args[0]!);
    await accounts.shared.remove("system", account.accountId);
    terminal.print(`${account.name} <${account.address}> is removed.`);
  },
};

const restore: Command = {
  name: "shared restore",
  usage: "ADDRESS",
  summary: "Restore a removed shared account with its members",
  arity: [1, 1],
  async run({ terminal, args, open }) {
    const { accounts } = await open();
    const account = await findAccount(accounts, args[0]!);
    if (account.removedAt === null)
      throw new UserError(`${account.name} <${account.address}> is not removed.`);
    await accounts.shared.restore("system", account.accountId);
    terminal.print(`${account.name} <${account.address}> is restored.`);
  },
};

export const sharedCommands: readonly Command[] = [add, list, grant, revoke, remove, restore];
