import { SECOND_FACTOR_FOR } from "@atrium/contract/api/security";
import { UsageError, type Command } from "./command.ts";

const requireFactor: Command = {
  name: "second-factor require",
  usage: `${SECOND_FACTOR_FOR.join("|")} [--in DAYS]`,
  summary:
    "says who has to have two-step sign-in; `nobody` lets everybody in who is locked out by it",
  arity: [1, 1],
  options: { in: { type: "string" } },
  async run({ terminal, args, values, open }) {
    const whom = SECOND_FACTOR_FOR.find((one) => one === args[0]);
    const days = Number(values["in"] ?? 0);
    if (whom === undefined || !Number.isInteger(days) || days < 0)
      throw new UsageError(
        `It is one of ${SECOND_FACTOR_FOR.join(", ")}, and DAYS is a whole number.`,
      );
    const { accounts } = await open();
    await accounts.secondFactorRules.change("system", { for: whom, days });
    const { from, without } = await accounts.secondFactorRules.read("system");
    terminal.print(
      from === null
        ? "Two-step sign-in is everybody's own choice."
        : `From ${from} on, ${whom} need two-step sign-in; ${without} of them have yet to set it up.`,
    );
  },
};

export const secondFactorCommands: readonly Command[] = [requireFactor];
