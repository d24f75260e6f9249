import { domainToASCII } from "node:url";
import { UNVERIFIED } from "@atrium/contract/types/domain";
import { UserError, type Command } from "./command.ts";
import { checkCommand } from "./domain-check.ts";

const NEXT = "To see the DNS records it needs: npx atrium domain check";

const add: Command = {
  name: "domain add",
  usage: "NAME [--organisation NAME]",
  summary: "Accept mail for a domain; in an empty installation, create the organisation too",
  arity: [1, 1],
  options: { organisation: { type: "string" } },
  async run({ terminal, args, values, open }) {
    const domain = args[0]!;
    const { accounts, dkim } = await open();
    if ((await accounts.organisation()) === null) {
      const name = String(values["organisation"] ?? domain);
      await accounts.createOrganisation("system", { name, domain });
      for (const { name: made } of await accounts.domains.list()) await dkim.prepare(made);
      terminal.print(`Created the organisation "${name}" with the domain ${domain}.`);
      terminal.print(NEXT);
      return;
    }
    const added = await accounts.domains.add("system", domain);
    await dkim.prepare(added.name);
    terminal.print(`Mail for ${added.name} is accepted from now on.`);
    terminal.print(NEXT);
  },
};

const list: Command = {
  name: "domain list",
  usage: "",
  summary: "List the domains of the organisation",
  arity: [0, 0],
  async run({ terminal, open }) {
    const { accounts } = await open();
    for (const { name } of await accounts.domains.list()) terminal.print(name);
  },
};

const unverified: Command = {
  name: "domain unverified",
  usage: `NAME [${UNVERIFIED.join("|")}]`,
  summary:
    "Show or change what happens to mail from outside that claims to be from a domain but passes neither SPF nor DKIM for it",
  arity: [1, 2],
  async run({ terminal, args, open }) {
    const [name = "", wanted] = args;
    const value = UNVERIFIED.find((one) => one === wanted);
    if (wanted !== undefined && value === undefined)
      throw new UserError(`"${wanted}" is not a choice; use one of ${UNVERIFIED.join(", ")}.`);
    const { accounts } = await open();
    const domain = (await accounts.domains.list()).find((one) => one.name === domainToASCII(name));
    if (domain === undefined) throw new UserError(`${name} is not a domain of this server.`);
    if (value !== undefined) await accounts.domains.change("system", domain.name, value);
    terminal.print(SENTENCES[value ?? domain.unverified].replace("NAME", domain.name));
  },
};

const remove: Command = {
  name: "domain remove",
  usage: "NAME",
  summary: "Stop accepting mail for a domain in which no address is left",
  arity: [1, 1],
  async run({ terminal, args, open }) {
    const [name = ""] = args;
    const { accounts } = await open();
    await accounts.domains.remove("system", name);
    terminal.print(`Mail for ${name} is refused from now on.`);
  },
};

const SENTENCES = {
  junk: "Unverified mail from NAME goes to Junk.",
  deliver: "Unverified mail from NAME goes to the inbox, with a warning.",
  reject: "Unverified mail from NAME is rejected.",
} as const;

export const domainCommands: readonly Command[] = [add, list, unverified, checkCommand, remove];
