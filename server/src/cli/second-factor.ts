import { SECOND_FACTOR_FOR } from "@atrium/contract/types/policies";
import { UsageError, type Command } from "./command.ts";

const requireFactor: Command = {
  name: "second-factor require",
  usage: `${SECOND_FACTOR_FOR.join("|")} [--in DAYS]`,
  summary:
    "Set who must use two-step sign-in, at once or in DAYS days; nobody lets locked-out administrators back in",
  arity: [1, 1],
  options: { in: { type: "string" } },
  async run({ terminal, args, values, open }) {
    const whom = SECOND_FACTOR_FOR.find((one) => one === args[0]);
    const days = Number(values["in"] ?? 0);
    if (whom === undefined || !Number.isInteger(days) || days < 0)
      throw new UsageError(
        `Use one of ${SECOND_FACTOR_FOR.join(", ")}; DAYS must be a whole number.`,
      );
    const { accounts } = await open();
    await accounts.policies.requireSecondFactor("system", { for: whom, days });
    const { secondFactorFrom: from } = await accounts.policies.read();
    const without = await accounts.policies.countWithout();
    terminal.print(
      from === null
        ? "Two-step sign-in is optional."
        : `From ${from} on, two-step sign-in is required of ${whom}; ${without} of them have not set it up yet.`,
    );
  },
};

export const secondFactorCommands: readonly Command[] = [requireFactor];
