import type { Access } from "../../engine/index.ts";

/** Files are in people's accounts and in shared ones: whoever has the account has all of them. The organisation's has none. */
export const toFiles: Access = (actor, _verb, accountId) => {
  const account = actor.accounts[accountId];
  return account !== undefined && account.kind !== "organisation";
};
