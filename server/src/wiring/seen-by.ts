import type { Engine } from "../engine/index.ts";
import type { Accounts } from "../features/accounts/index.ts";
import type { createPush } from "../features/push/index.ts";

/** What push subscriptions may tell, by the credential that each belongs to. */
export function seenBy({
  accounts,
  engine,
}: {
  readonly accounts: Pick<Accounts, "refresh">;
  readonly engine: Pick<Engine, "withShares" | "typesOf" | "statesIn" | "shownTo">;
}): Parameters<typeof createPush>[0]["seenBy"] {
  return async (personId, credential) => {
    const refreshed = await accounts.refresh({ personId, credential });
    if (refreshed === null) return null;
    const actor = await engine.withShares(refreshed);
    const { accounts: whole, partialAccounts = {} } = actor;
    return {
      accounts: [...Object.keys(whole), ...Object.keys(partialAccounts)],
      types: engine.typesOf(actor),
      shown: (changed) => engine.shownTo(actor, changed),
      statesIn: async (id) =>
        Object.hasOwn(partialAccounts, id) ? await engine.statesIn(actor, id) : null,
    };
  };
}
