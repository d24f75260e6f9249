import { SharedAccount as SharedAccountType } from "@atrium/contract/types/shared-account";
import { refuse, type UnitOfWork } from "../../../engine/index.ts";
import { accessChanged } from "../access/access.ts";
import { checkAddresses } from "../addresses/address.rules.ts";
import { claimAddresses } from "../addresses/claim.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { LIMITS } from "../limits.ts";
import { checkName } from "../name.rules.ts";
import { noteGroupsOf } from "../organisation/note.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import type { PersonParts } from "../persons/person-changes.ts";
import { changesQuota, writeOwnQuota, type OwnQuota } from "../quota/own-quota.ts";
import type { ActorOrSystem } from "../policy.ts";
import { endSharesIn } from "../sharing/end-shares-of.ts";
import { noteSharesIn } from "../sharing/shares.store.ts";
import {
  deleteGrant,
  deleteSharedAccount,
  insertSharedAccount,
  markRemoved,
  readSharedAccounts,
  renameSharedAccount,
  writeGrant,
  type SharedAccount,
  type SharedMember,
} from "./shared-accounts.store.ts";

export type Grant = Pick<SharedMember, "personId" | "mayWrite">;

export interface NewSharedAccount extends OwnQuota {
  readonly name: string;
  readonly address: string;
  readonly aliases?: readonly string[];
  readonly members?: readonly Grant[];
}

/** What is left out stays; lists replace the whole list. */
export interface SharedAccountChange extends Partial<Omit<NewSharedAccount, "address">> {
  /** Removed: in nobody's reach, and deleted for good after a time (`LIMITS.removedKept`). */
  readonly isRemoved?: boolean;
}

/**
 * Changes to shared accounts in a unit of work that has locked the organisation, and the account itself where addresses
 * or the quota change. Each is written to the administrators' acts; whether it is allowed is for the caller to know.
 */
export function sharedAccountChanges({
  prepareAccount,
  addressesChanged,
  accountRemoved,
}: PersonParts) {
  async function existing(w: UnitOfWork, id: string): Promise<SharedAccount> {
    const [account] = await readSharedAccounts(w.tx, [id]);
    return account ?? refuse("notFound");
  }

  const note = (w: UnitOfWork, id: string, change: "created" | "updated" | "destroyed"): void =>
    w.changed(ORGANISATION, SharedAccountType.name, id, change);

  const act = (
    w: UnitOfWork,
    by: ActorOrSystem,
    verb: string,
    thing: string,
    detail: Readonly<Record<string, unknown>>,
  ): Promise<void> => recordAct(w, by, { verb: `shared-account.${verb}`, thing, detail });

  async function give(w: UnitOfWork, id: string, grant: Grant): Promise<void> {
    if (!(await writeGrant(w.tx, id, grant, w.now)))
      refuse("invalid", "no such person", { properties: ["members"] });
    accessChanged(w, grant.personId);
  }

  /** Lets a person in, or changes whether the person may write. */
  async function grant(w: UnitOfWork, by: ActorOrSystem, id: string, given: Grant): Promise<void> {
    await existing(w, id);
    await give(w, id, given);
    await act(w, by, "grant", id, { ...given });
    note(w, id, "updated");
  }

  /** Counts from the person's next request on; open event streams are ended. */
  async function revoke(
    w: UnitOfWork,
    by: ActorOrSystem,
    id: string,
    personId: string,
  ): Promise<void> {
    if (!(await deleteGrant(w.tx, id, personId))) refuse("notFound");
    accessChanged(w, personId);
    await act(w, by, "revoke", id, { personId });
    note(w, id, "updated");
  }

  async function changeMembers(
    w: UnitOfWork,
    by: ActorOrSystem,
    { accountId, members }: SharedAccount,
    given: readonly Grant[],
  ): Promise<void> {
    bound(given);
    const before = new Map(members.map(({ personId, mayWrite }) => [personId, mayWrite]));
    for (const one of given)
      if (before.get(one.personId) !== one.mayWrite) await grant(w, by, accountId, one);
    const stay = new Set(given.map(({ personId }) => personId));
    for (const personId of before.keys())
      if (!stay.has(personId)) await revoke(w, by, accountId, personId);
  }

  /** Nobody gets in any more, and mail to it is refused. All that it has is kept until it is deleted. */
  async function remove(w: UnitOfWork, by: ActorOrSystem, id: string): Promise<void> {
    const { address, members, removedAt } = await existing(w, id);
    if (removedAt !== null) return;
    await markRemoved(w.tx, id, w.now);
    await endSharesIn(w, id);
    for (const follow of accountRemoved) await follow(w, { accountId: id, personId: null });
    for (const { personId } of members) accessChanged(w, personId);
    await act(w, by, "remove", id, { address });
    w.changed(ORGANISATION, "Principal", id, "destroyed");
    note(w, id, "updated");
  }

  /** As it was, for the same members. */
  async function restore(w: UnitOfWork, by: ActorOrSystem, id: string): Promise<void> {
    const { members, removedAt } = await existing(w, id);
    if (removedAt === null) return;
    await markRemoved(w.tx, id, null);
    for (const { personId } of members) accessChanged(w, personId);
    await act(w, by, "restore", id, {});
    w.changed(ORGANISATION, "Principal", id, "created");
    note(w, id, "updated");
  }

  return {
    grant,
    revoke,
    remove,
    restore,

    async create(
      w: UnitOfWork,
      by: ActorOrSystem,
      { members = [], ...given }: NewSharedAccount,
    ): Promise<SharedAccount> {
      bound(members);
      const name = checkName(given.name);
      const addresses = await checkAddresses(w.tx, given.address, given.aliases ?? []);
      const accountId = w.newId("a");
      await claimAddresses(w.tx, accountId, addresses);
      await insertSharedAccount(w.tx, { accountId, name, createdAt: w.now });
      await w.addAccount({ accountId, kind: "shared", name: addresses[0]! });
      for (const prepare of prepareAccount) await prepare(w, accountId);
      if (changesQuota(given))
        await writeOwnQuota(w, accountId, { quotaOctets: null, quotaEmails: null }, given);
      for (const member of members) await give(w, accountId, member);
      await act(w, by, "create", accountId, { address: addresses[0], members });
      w.changed(ORGANISATION, "Principal", accountId, "created");
      note(w, accountId, "created");
      return existing(w, accountId);
    },

    async update(
      w: UnitOfWork,
      by: ActorOrSystem,
      id: string,
      { members, isRemoved, ...words }: SharedAccountChange,
    ): Promise<SharedAccount> {
      const before = await existing(w, id);
      const { name, aliases } = words;
      if (aliases !== undefined) {
        await claimAddresses(w.tx, id, await checkAddresses(w.tx, before.address, aliases));
        for (const follow of addressesChanged) await follow(w, id);
      }
      if (name !== undefined) await renameSharedAccount(w.tx, id, checkName(name));
      if (changesQuota(words)) await writeOwnQuota(w, id, before, words);
      if (name !== undefined || aliases !== undefined || changesQuota(words)) {
        await act(w, by, "change", id, { ...words });
        // Nothing that is removed stands in the directory.
        if (before.removedAt === null) w.changed(ORGANISATION, "Principal", id, "updated");
      }
      if (members !== undefined) await changeMembers(w, by, before, members);
      if (isRemoved !== undefined) await (isRemoved ? remove : restore)(w, by, id);
      note(w, id, "updated");
      return existing(w, id);
    },

    /** Deletes one that is removed for good, with all that lies in it. The unit has locked the account. */
    async delete(w: UnitOfWork, by: ActorOrSystem, id: string): Promise<void> {
      const { address } = await existing(w, id);
      await noteGroupsOf(w, id);
      await noteSharesIn(w, id);
      await deleteSharedAccount(w.tx, id);
      await w.removeAccount(id);
      await act(w, by, "delete", id, { address });
      note(w, id, "destroyed");
    },
  };
}

function bound(members: readonly Grant[]): void {
  if (members.length > LIMITS.membersPerSharedAccount)
    refuse("invalid", "too many members", { properties: ["members"] });
}
