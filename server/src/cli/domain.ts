import type { Command } from "./command.ts";

const add: Command = {
  name: "domain add",
  usage: "NAME [--organisation NAME]",
  summary: "takes mail for a domain; on an empty store it makes the organisation too",
  arity: [1, 1],
  options: { organisation: { type: "string" } },
  async run({ terminal, args, values, open }) {
    const domain = args[0]!;
    const { accounts } = await open();
    if ((await accounts.organisation()) === null) {
      const name = String(values["organisation"] ?? domain);
      await accounts.createOrganisation("system", { name, domain });
      terminal.print(`The organisation "${name}" is there, with the domain ${domain}.`);
      return;
    }
    const added = await accounts.domains.add("system", domain);
    terminal.print(`Mail for ${added.name} is taken.`);
  },
};

const list: Command = {
  name: "domain list",
  usage: "",
  summary: "lists the domains of the organisation",
  arity: [0, 0],
  async run({ terminal, open }) {
    const { accounts } = await open();
    for (const { name } of await accounts.domains.list()) terminal.print(name);
  },
};

export const domainCommands: readonly Command[] = [add, list];
