import type { JsonObject } from "@atrium/contract/types/wire";
import { refuse } from "./errors.ts";
import { isOwnAccount } from "./reach.ts";
import { isOpenTo } from "./scope.ts";
import type { Actor, Served } from "./serve.ts";
import type { Changed } from "./unit-of-work.ts";

/** Where a call works that names the account in which the type is shown: in the own one, of who has both. */
export function keptWhere({ shownIn }: Served, actor: Actor, args: JsonObject): JsonObject {
  const { accountId } = args;
  if (shownIn === undefined || typeof accountId !== "string") return args;
  // There is one way to them.
  if (isOwnAccount(actor, accountId)) refuse("accountNotSupportedByMethod");
  return sees(actor, shownIn) && accountId === shownIn
    ? { ...args, accountId: actor.accountId }
    : args;
}

const sees = (actor: Actor, accountId: string): boolean =>
  isOwnAccount(actor, actor.accountId) && Object.hasOwn(actor.accounts, accountId);

/** An answer as it is shown: of the account that the call named. */
export const asShown = ({ shownIn }: Served, answer: object): object =>
  shownIn !== undefined && "accountId" in answer ? { ...answer, accountId: shownIn } : answer;

/** States as an actor sees them: those of types that are shown in another account are listed there. */
export function createShownTo(
  types: readonly Served[],
): (actor: Actor, changed: Changed) => Changed {
  const elsewhere = types.filter(({ shownIn }) => shownIn !== undefined);
  return (actor, changed) => {
    const own = changed[actor.accountId];
    if (own === undefined || elsewhere.every(({ type }) => own[type.name] === undefined))
      return changed;
    const shown: Record<string, Readonly<Record<string, string>>> = { ...changed };
    delete shown[actor.accountId];
    const rest = { ...own };
    for (const { type, shownIn } of elsewhere) {
      const state = own[type.name];
      delete rest[type.name];
      if (state !== undefined && sees(actor, shownIn!))
        shown[shownIn!] = { ...shown[shownIn!], [type.name]: state };
    }
    return Object.keys(rest).length === 0 ? shown : { ...shown, [actor.accountId]: rest };
  };
}

/** The accounts in which an actor changes records of its own, though it may change nothing else there. */
export const accountsChanged = (actor: Actor, types: readonly Served[]): ReadonlySet<string> =>
  new Set(
    actor.accounts[actor.accountId]?.isReadOnly === false
      ? types
          .filter(({ type, store }) => isOpenTo(actor, type) && store.destroy !== undefined)
          .flatMap(({ shownIn }) => shownIn ?? [])
      : [],
  );
