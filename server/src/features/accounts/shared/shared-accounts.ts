import { refuse, type Engine, type UnitOfWork } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { writeIfThere } from "../access/write-if-there.ts";
import { parseAddress } from "../addresses/address.ts";
import { ownerOf } from "../addresses/addresses.store.ts";
import { LIMITS } from "../limits.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import type { PersonParts } from "../persons/person-changes.ts";
import { may, type ActorOrSystem } from "../policy.ts";
import {
  sharedAccountChanges,
  type Grant,
  type NewSharedAccount,
} from "./shared-account-changes.ts";
import { readSharedAccounts, removedBefore, type SharedAccount } from "./shared-accounts.store.ts";

export type { SharedAccount, SharedMember } from "./shared-accounts.store.ts";

/**
 * Accounts that several people work in, such as support@, outside of a request; in browsers they are the type
 * `SharedAccount`. Who has no grant does not see that there is one.
 */
export function createSharedAccounts({
  db,
  engine,
  ...parts
}: PersonParts & { readonly db: Db; readonly engine: Engine }) {
  const changes = sharedAccountChanges(parts);

  async function write<T>(by: ActorOrSystem, work: (w: UnitOfWork) => Promise<T>): Promise<T> {
    if (!may(by, "change", { type: "shared-accounts" })) refuse("forbidden");
    return engine.write([ORGANISATION], work);
  }

  return {
    create: (by: ActorOrSystem, given: NewSharedAccount): Promise<SharedAccount> =>
      write(by, (w) => changes.create(w, by, given)),
    list: (): Promise<SharedAccount[]> => readSharedAccounts(db),
    /** By id, or by any of its addresses. */
    async find(idOrAddress: string): Promise<SharedAccount | null> {
      const address = parseAddress(idOrAddress);
      const id = address === null ? idOrAddress : await ownerOf(db, [address.canonical]);
      if (id === null) return null;
      const [account] = await readSharedAccounts(db, [id]);
      return account ?? null;
    },
    grant: (by: ActorOrSystem, accountId: string, grant: Grant): Promise<void> =>
      write(by, (w) => changes.grant(w, by, accountId, grant)),
    revoke: (by: ActorOrSystem, accountId: string, personId: string): Promise<void> =>
      write(by, (w) => changes.revoke(w, by, accountId, personId)),
    remove: (by: ActorOrSystem, accountId: string): Promise<void> =>
      write(by, (w) => changes.remove(w, by, accountId)),
    restore: (by: ActorOrSystem, accountId: string): Promise<void> =>
      write(by, (w) => changes.restore(w, by, accountId)),

    /** Deletes for good whatever was removed long enough ago. */
    async deleteRemoved(now = engine.services.clock.now()): Promise<void> {
      const before = new Date(now.getTime() - LIMITS.removedKept);
      for (const id of await removedBefore(db, before))
        await writeIfThere(engine, [ORGANISATION, id], async (w) => {
          // It may have been restored meanwhile.
          const [account] = await readSharedAccounts(w.tx, [id]);
          if (account?.removedAt && account.removedAt <= before)
            await changes.delete(w, "system", id);
        });
    },
  };
}
