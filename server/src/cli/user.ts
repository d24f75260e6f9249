import { OFFERED_ROLES, ROLES } from "@atrium/contract/api/session";
import type { Role } from "@atrium/contract/api/session";
import type { Accounts, Person } from "../features/accounts/index.ts";
import { listOf, RESTORABLE_DAYS, UsageError, UserError } from "./command.ts";
import type { Command } from "./command.ts";

async function find(accounts: Accounts, address: string): Promise<Person> {
  const person = await accounts.persons.find(address);
  if (person === null) throw new UserError(`No user has the address ${address}.`);
  return person;
}

function isRole(text: string): text is Role {
  return ROLES.some((role) => role === text);
}

const add: Command = {
  name: "user add",
  usage: "ADDRESS [--name NAME] [--role ROLE]… [--alias ADDRESS]…",
  summary: `Create a user; roles: ${OFFERED_ROLES.join(", ")}`,
  arity: [1, 1],
  options: {
    name: { type: "string" },
    role: { type: "string", multiple: true },
    alias: { type: "string", multiple: true },
  },
  async run({ terminal, args, values, open }) {
    const address = args[0]!;
    const given = listOf(values, "role");
    const wrong = given.find((role) => !isRole(role));
    if (wrong !== undefined)
      throw new UsageError(`"${wrong}" is not a role; use ${OFFERED_ROLES.join(", ")}.`);
    const { accounts } = await open();
    if ((await accounts.organisation()) === null)
      throw new UserError(
        "There is no organisation yet. Open the set-up link that the server prints, or run: npx atrium domain add NAME",
      );
    const password = await terminal.readPassword(`Password for ${address}`);
    const person = await accounts.persons.create("system", {
      address,
      name: String(values["name"] ?? address.split("@", 1)[0]),
      password,
      roles: [...new Set<Role>(["member", ...given.filter(isRole)])],
      aliases: listOf(values, "alias"),
    });
    terminal.print(`${person.name} <${person.address}> can sign in.`);
  },
};

const passwd: Command = {
  name: "user passwd",
  usage: "ADDRESS",
  summary:
    "Set a user's password; signs them out and revokes their app passwords, tokens and passkeys",
  arity: [1, 1],
  async run({ terminal, args, open }) {
    const { accounts } = await open();
    const person = await find(accounts, args[0]!);
    const password = await terminal.readPassword(`New password for ${person.address}`);
    await accounts.persons.setPassword("system", person.id, password);
    terminal.print(
      `${person.name} <${person.address}> has a new password. Sessions, app passwords, tokens and passkeys are revoked.`,
    );
  },
};

const stateOf = ({ disabled, removedAt }: Pick<Person, "disabled" | "removedAt">): string =>
  removedAt !== null ? "removed" : disabled ? "disabled" : "";

const list: Command = {
  name: "user list",
  usage: "",
  summary: "List the users with their roles and aliases",
  arity: [0, 0],
  async run({ terminal, open }) {
    const { accounts } = await open();
    for (const { name, address, roles, aliases, ...person } of await accounts.persons.list())
      terminal.print(
        [address, name, roles.join(","), aliases.join(","), stateOf(person)].join("\t").trimEnd(),
      );
  },
};

const resetSecondFactor: Command = {
  name: "user reset-second-factor",
  usage: "ADDRESS",
  summary:
    "Remove a user's authenticator app and passkeys, so that the password alone is enough to sign in",
  arity: [1, 1],
  async run({ terminal, args, open }) {
    const { accounts } = await open();
    const person = await find(accounts, args[0]!);
    if (!person.secondFactor && person.passkeys === 0)
      throw new UserError(
        `${person.name} <${person.address}> has no second factor and no passkey.`,
      );
    await accounts.secondFactor.reset("system", person.id);
    terminal.print(`${person.name} <${person.address}> can now sign in with the password alone.`);
  },
};

const disable: Command = {
  name: "user disable",
  usage: "ADDRESS",
  summary: "Sign a user out and block sign-in; nothing is deleted",
  arity: [1, 1],
  async run({ terminal, args, open }) {
    const { accounts } = await open();
    const person = await find(accounts, args[0]!);
    await accounts.persons.disable("system", person.id);
    terminal.print(`${person.name} <${person.address}> is disabled.`);
  },
};

const enable: Command = {
  name: "user enable",
  usage: "ADDRESS",
  summary: "Let a disabled user sign in again",
  arity: [1, 1],
  async run({ terminal, args, open }) {
    const { accounts } = await open();
    const person = await find(accounts, args[0]!);
    await accounts.persons.enable("system", person.id);
    terminal.print(`${person.name} <${person.address}> can sign in again.`);
  },
};

const remove: Command = {
  name: "user remove",
  usage: "ADDRESS [--files-to ADDRESS]",
  summary: `Remove a user, who can be restored for ${RESTORABLE_DAYS} days; files given to another user stay there`,
  arity: [1, 1],
  options: { "files-to": { type: "string" } },
  async run({ terminal, args, values, open }) {
    const { accounts } = await open();
    const person = await find(accounts, args[0]!);
    const to = values["files-to"];
    const receiver = typeof to === "string" ? await find(accounts, to) : null;
    await accounts.persons.remove("system", person.id, receiver?.id ?? null);
    terminal.print(`${person.name} <${person.address}> is removed.`);
    if (receiver !== null)
      terminal.print(
        `All files they had are now in the drive of ${receiver.name} <${receiver.address}>, in a folder named after them.`,
      );
  },
};

const restore: Command = {
  name: "user restore",
  usage: "ADDRESS",
  summary: "Restore a removed user; what was shared has to be shared again",
  arity: [1, 1],
  async run({ terminal, args, open }) {
    const { accounts } = await open();
    const person = await find(accounts, args[0]!);
    if (person.removedAt === null)
      throw new UserError(`${person.name} <${person.address}> is not removed.`);
    await accounts.persons.update("system", person.id, { isRemoved: false });
    terminal.print(`${person.name} <${person.address}> is restored.`);
  },
};

export const userCommands: readonly Command[] = [
  add,
  passwd,
  resetSecondFactor,
  list,
  disable,
  enable,
  remove,
  restore,
];
