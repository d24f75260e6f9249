import { refuse, type Engine, type UnitOfWork } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { accessChanged } from "../access/access.ts";
import { parseAddress } from "../addresses/address.ts";
import { ownerOf, replaceAddresses } from "../addresses/addresses.store.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { noteGroupsOf } from "../organisation/note.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { checkAddresses } from "../addresses/address.rules.ts";
import { checkName } from "../name.rules.ts";
import type { PrepareAccount } from "../persons/persons.ts";
import { may, type ActorOrSystem } from "../policy.ts";
import {
  deleteGrant,
  deleteSharedAccount,
  insertSharedAccount,
  readSharedAccounts,
  writeGrant,
  type SharedAccount,
  type SharedMember,
} from "./shared-accounts.store.ts";

export type { SharedAccount, SharedMember } from "./shared-accounts.store.ts";

export type Grant = Pick<SharedMember, "personId" | "mayWrite">;

export interface NewSharedAccount {
  readonly name: string;
  readonly address: string;
  readonly aliases?: readonly string[];
  readonly members?: readonly Grant[];
}

/** Accounts that several people work in, such as support@. Who has no grant does not see that there is one. */
export function createSharedAccounts(options: {
  db: Db;
  engine: Engine;
  prepareAccount: readonly PrepareAccount[];
}) {
  const { db, engine, prepareAccount } = options;

  async function write<T>(by: ActorOrSystem, work: (w: UnitOfWork) => Promise<T>): Promise<T> {
    if (!may(by, "change", { type: "shared-accounts" })) refuse("forbidden");
    return engine.write([ORGANISATION], work);
  }

  async function existing(w: UnitOfWork, accountId: string): Promise<SharedAccount> {
    const [account] = await readSharedAccounts(w.tx, accountId);
    return account ?? refuse("notFound");
  }

  async function give(w: UnitOfWork, accountId: string, grant: Grant): Promise<void> {
    if (!(await writeGrant(w.tx, accountId, grant, w.now)))
      refuse("invalid", "no such person", { properties: ["members"] });
    accessChanged(w, grant.personId);
  }

  return {
    create: (by: ActorOrSystem, given: NewSharedAccount): Promise<SharedAccount> =>
      write(by, async (w) => {
        const name = checkName(given.name);
        const addresses = await checkAddresses(w.tx, given.address, given.aliases ?? []);
        const accountId = w.newId("a");
        const taken = await replaceAddresses(w.tx, accountId, addresses);
        if (taken !== null)
          refuse("alreadyExists", `${taken} belongs to somebody already`, {
            properties: ["address"],
          });
        await insertSharedAccount(w.tx, { accountId, name, createdAt: w.now });
        await w.addAccount({ accountId, kind: "shared", name: addresses[0]! });
        for (const prepare of prepareAccount) await prepare(w, accountId);
        for (const grant of given.members ?? []) await give(w, accountId, grant);
        const detail = { address: addresses[0], members: given.members ?? [] };
        await recordAct(w, by, { verb: "shared-account.create", thing: accountId, detail });
        w.changed(ORGANISATION, "Principal", accountId, "created");
        return existing(w, accountId);
      }),

    list: (): Promise<SharedAccount[]> => readSharedAccounts(db),

    /** By id, or by any of its addresses. */
    async find(idOrAddress: string): Promise<SharedAccount | null> {
      const address = parseAddress(idOrAddress);
      const id = address === null ? idOrAddress : await ownerOf(db, [address.canonical]);
      if (id === null) return null;
      const [account] = await readSharedAccounts(db, id);
      return account ?? null;
    },

    /** Lets a person in, or changes whether the person may write. */
    grant: (by: ActorOrSystem, accountId: string, grant: Grant): Promise<void> =>
      write(by, async (w) => {
        await existing(w, accountId);
        await give(w, accountId, grant);
        await recordAct(w, by, {
          verb: "shared-account.grant",
          thing: accountId,
          detail: { ...grant },
        });
      }),

    /** Counts from the person's next request on; open event streams are ended. */
    revoke: (by: ActorOrSystem, accountId: string, personId: string): Promise<void> =>
      write(by, async (w) => {
        if (!(await deleteGrant(w.tx, accountId, personId))) refuse("notFound");
        accessChanged(w, personId);
        await recordAct(w, by, {
          verb: "shared-account.revoke",
          thing: accountId,
          detail: { personId },
        });
      }),

    /** Nobody gets in any more, and its addresses are free. What lies in it is kept and can be reached by nobody. */
    remove: (by: ActorOrSystem, accountId: string): Promise<void> =>
      write(by, async (w) => {
        const { address, members } = await existing(w, accountId);
        await noteGroupsOf(w, accountId);
        await deleteSharedAccount(w.tx, accountId);
        for (const { personId } of members) accessChanged(w, personId);
        await recordAct(w, by, {
          verb: "shared-account.remove",
          thing: accountId,
          detail: { address },
        });
        w.changed(ORGANISATION, "Principal", accountId, "destroyed");
      }),
  };
}
