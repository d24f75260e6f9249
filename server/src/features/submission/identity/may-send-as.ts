import { CAPABILITY } from "@atrium/contract/types/wire";
import { isInScope, type Actor } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { addressesOf, ownersOf, parseAddress, withoutDetail } from "../../accounts/index.ts";

/**
 * Whether an account may name an address as the sender: the one place that decides it, for identities, envelopes and
 * header fields alike. Its own addresses may be, also with a detail after a plus sign unless that is a user's
 * address by itself. A group's belong to no account, so nobody sends as a group.
 */
export async function maySendAs(db: Db | Tx, accountId: string, address: string): Promise<boolean> {
  return (await ownAmong(db, accountId, [address])).has(address);
}

/** Which of the addresses `maySendAs` holds for: two questions to the database for any number of them. */
export async function ownAmong(
  db: Db | Tx,
  accountId: string,
  addresses: Iterable<string>,
): Promise<Set<string>> {
  const own = new Set(await addressesOf(db, accountId));
  const found = new Set<string>();
  /** Those with a detail after a plus sign, by their canonical form. */
  const detailed = new Map<string, string[]>();
  for (const address of new Set(addresses)) {
    const parsed = parseAddress(address);
    if (parsed === null) continue;
    const { canonical } = parsed;
    if (own.has(canonical)) found.add(address);
    else if (own.has(withoutDetail(parsed) ?? ""))
      detailed.set(canonical, [...(detailed.get(canonical) ?? []), address]);
  }
  if (detailed.size === 0) return found;
  const taken = await ownersOf(db, [...detailed.keys()]);
  for (const [canonical, spellings] of detailed)
    if (!taken.has(canonical)) for (const address of spellings) found.add(address);
  return found;
}

/** The first of the accounts that the person may write to which may send as the address: the own one before shared ones. */
export async function sendingAccount(
  db: Db | Tx,
  actor: Actor,
  address: string,
): Promise<string | null> {
  return (await sendingAccounts(db, actor, [address])).get(address) ?? null;
}

/** The same for several addresses; one that no account may send as is not in the answer. */
export async function sendingAccounts(
  db: Db | Tx,
  actor: Actor,
  addresses: Iterable<string>,
): Promise<Map<string, string>> {
  const open = new Set(addresses);
  const found = new Map<string, string>();
  const others = Object.keys(actor.accounts).filter((id) => id !== actor.accountId);
  for (const accountId of [actor.accountId, ...others]) {
    if (open.size === 0) break;
    if (!holdsSender(actor, accountId)) continue;
    for (const address of await ownAmong(db, accountId, open)) {
      found.set(address, accountId);
      open.delete(address);
    }
  }
  return found;
}

/** Whether the person may send from the account by what they signed in with. */
export function holdsSender(actor: Actor, accountId: string): boolean {
  if (!isInScope(actor, CAPABILITY.submission)) return false;
  const account = actor.accounts[accountId];
  return account !== undefined && account.kind !== "organisation" && !account.isReadOnly;
}
