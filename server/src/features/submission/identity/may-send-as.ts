import type { Actor } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { addressesOf, ownerOf, parseAddress, withoutDetail } from "../../accounts/index.ts";

/**
 * Whether an account may name an address as the sender: the one place that decides it, for identities, envelopes and
 * header fields alike. Its own addresses may be, also with a detail after a plus sign unless that is somebody's
 * address by itself. A group's belong to no account, so nobody sends as a group.
 */
export async function maySendAs(db: Db | Tx, accountId: string, address: string): Promise<boolean> {
  const parsed = parseAddress(address);
  if (parsed === null) return false;
  const own = new Set(await addressesOf(db, accountId));
  if (own.has(parsed.canonical)) return true;
  const plain = withoutDetail(parsed);
  if (plain === null || !own.has(plain)) return false;
  return (await ownerOf(db, [parsed.canonical])) === null;
}

/** The first of the accounts that the person may write to which may send as the address: the own one before shared ones. */
export async function sendingAccount(
  db: Db | Tx,
  actor: Actor,
  address: string,
): Promise<string | null> {
  const others = Object.keys(actor.accounts).filter((id) => id !== actor.accountId);
  for (const accountId of [actor.accountId, ...others])
    if (holdsSender(actor, accountId) && (await maySendAs(db, accountId, address)))
      return accountId;
  return null;
}

function holdsSender(actor: Actor, accountId: string): boolean {
  const account = actor.accounts[accountId];
  return account !== undefined && account.kind !== "organisation" && !account.isReadOnly;
}
