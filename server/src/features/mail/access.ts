import type { Access, Actor } from "../../engine/index.ts";

/** Whether an account is one for mail. The organisation's own is not. */
export function holdsMail(actor: Actor, accountId: string): boolean {
  const account = actor.accounts[accountId];
  return account !== undefined && account.kind !== "organisation";
}

/** For what lies in every account for mail, and whoever has the account may use. */
export const toMail: Access = (actor, _verb, accountId) => holdsMail(actor, accountId);
