import type { Role } from "@atrium/contract/api/session";
import { refuse, type UnitOfWork } from "../../../engine/index.ts";
import { accessChanged } from "../access/access.ts";
import { checkAddresses } from "../addresses/address.rules.ts";
import { claimAddresses } from "../addresses/claim.ts";
import { deleteCredentials } from "../credentials/credentials.store.ts";
import { noteGuests } from "../guests/guests.store.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { deleteInvitations } from "./invitations.store.ts";
import { checkName } from "../name.rules.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { deletePasskeys } from "../passkeys/passkeys.store.ts";
import type { ActorOrSystem } from "../policy.ts";
import { deleteRecoveryAddress } from "./recovery-address.store.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { notify, notifyOfRoles } from "../notices/notices.ts";
import {
  changesQuota,
  OWN_QUOTA_PROPERTIES,
  writeOwnQuota,
  type OwnQuota,
} from "../quota/own-quota.ts";
import { ClientCredential } from "@atrium/contract/types/client-credential";
import { Passkey } from "@atrium/contract/types/passkey";
import { settleLater } from "../sharing/settle.ts";
import { endSharesOf } from "../sharing/end-shares-of.ts";
import { noteVersions } from "../sharing/shared-with.store.ts";
import { noteSharesIn } from "../sharing/shares.store.ts";
import {
  noteGroupsOf,
  notePerson,
  noteSharedAccountsOf,
  noteWaysIn,
  type Owner,
} from "../organisation/note.ts";
import {
  countOtherAdministrators,
  deletePerson,
  insertPerson,
  readPersons,
  removePerson,
  restorePerson,
  updatePerson,
  writePassword,
  type Person,
} from "./persons.store.ts";

/** What every new personal or shared account gets in the transaction that makes it, such as its mailboxes. */
export type PrepareAccount = (w: UnitOfWork, accountId: string) => Promise<unknown>;

/** Gives what lies in one account to another, for a person who is removed. Both are locked by the unit. */
export type HandOver = (
  w: UnitOfWork,
  given: {
    readonly from: string;
    readonly to: string;
    /** The removed person's. */
    readonly name: string;
    /** The id of the person who does it; `null`: the command line. */
    readonly by: string | null;
  },
) => Promise<void>;

/** A person or a shared account (without `personId`) is removed. It may be restored; what strangers had of it ends. */
export type AccountRemoved = (
  w: UnitOfWork,
  removed: { readonly accountId: string; readonly personId: string | null },
) => Promise<void>;

/** What other features do in the transaction that changes a person. */
export interface PersonParts {
  readonly prepareAccount: readonly PrepareAccount[];
  /** Brings an account's records in line with its addresses. */
  readonly addressesChanged: readonly PrepareAccount[];
  /** Gives a removed person's files to whom they are to go. */
  readonly handOver: readonly HandOver[];
  readonly accountRemoved: readonly AccountRemoved[];
}

export interface NewPerson extends OwnQuota {
  readonly name: string;
  readonly address: string;
  /** `["member"]` unless given. */
  readonly roles?: readonly Role[];
  readonly aliases?: readonly string[];
  readonly locale?: "en" | "ko";
}

/** What is left out stays; lists replace the whole list. */
export interface PersonChange extends OwnQuota {
  readonly name?: string;
  readonly roles?: readonly Role[];
  readonly aliases?: readonly string[];
  readonly isDisabled?: boolean;
  /** Removed: as disabled, and deleted for good after a time (`LIMITS.removedKept`). */
  readonly isRemoved?: boolean;
}

const OF_ACCOUNT: readonly string[] = [
  "aliases",
  "isDisabled",
  "isRemoved",
  ...OWN_QUOTA_PROPERTIES,
];

/** Whether what is changed of a person changes their own account too: its addresses, who is signed in to it, or its quota. */
export const changesAccount = (names: readonly string[]): boolean =>
  names.some((name) => OF_ACCOUNT.includes(name));

/**
 * Changes to people in a unit of work that has locked the organisation, and the person's own account where addresses, ways
 * in or the quota change (`changesAccount`). Each is written to the administrators' acts; whether it is allowed is for the
 * caller to know.
 */
export function personChanges({
  prepareAccount,
  addressesChanged,
  handOver,
  accountRemoved,
}: PersonParts) {
  async function existing(w: UnitOfWork, id: string): Promise<Person> {
    const [person] = await readPersons(w.tx, [id]);
    return person ?? refuse("notFound");
  }

  /** A change to one person, with its act and its push. */
  async function change(
    w: UnitOfWork,
    by: ActorOrSystem,
    id: string,
    verb: string,
    work: (person: Person) => Promise<void>,
    detail: Readonly<Record<string, unknown>> = {},
  ): Promise<Person> {
    const before = await existing(w, id);
    await work(before);
    await recordAct(w, by, { verb: `person.${verb}`, thing: id, detail });
    const after = await existing(w, id);
    const seen = directoryChange(before, after);
    if (seen !== null) w.changed(ORGANISATION, "Principal", id, seen);
    notePerson(w, id, "updated");
    return after;
  }

  /** A user must be left who can repair things. Holds because all these changes wait for the same row. */
  async function keepAnAdministrator(w: UnitOfWork, person: Person): Promise<void> {
    if (!person.roles.includes("administrator") || person.disabled) return;
    if ((await countOtherAdministrators(w.tx, person.id)) === 0)
      refuse("forbidden", "this is the last administrator", { properties: ["roles"] });
  }

  /** @param hash of the password; `null`: no password sign-in. */
  async function insert(w: UnitOfWork, person: NewPerson, hash: string | null): Promise<Person> {
    const addresses = await checkAddresses(w.tx, person.address, person.aliases ?? []);
    const row = {
      id: w.newId("p"),
      accountId: w.newId("a"),
      name: checkName(person.name),
      roles: checkRoles(person.roles ?? ["member"]),
      createdAt: w.now,
      preferences: person.locale === undefined ? {} : { locale: person.locale },
    };
    await claimAddresses(w.tx, row.id, addresses);
    await insertPerson(w.tx, row);
    if (hash !== null) await writePassword(w.tx, row.id, hash, w.now);
    await w.addAccount({ accountId: row.accountId, kind: "personal", name: addresses[0]! });
    for (const prepare of prepareAccount) await prepare(w, row.accountId);
    if (changesQuota(person)) await writeOwnQuota(w, row.accountId, NONE, person);
    w.changed(ORGANISATION, "Principal", row.id, "created");
    notePerson(w, row.id, "created");
    return existing(w, row.id);
  }

  /** From then on nobody reaches what the person has shared, nor the person what others have. */
  async function remove(
    w: UnitOfWork,
    by: ActorOrSystem,
    id: string,
    filesTo: string | null,
  ): Promise<Person> {
    const receiver = filesTo === null ? null : await receiverOf(w, id, filesTo);
    const work = async (before: Person): Promise<void> => {
      if (before.removedAt === null) {
        await keepAnAdministrator(w, before);
        await removePerson(w.tx, id, w.now);
        await deleteInvitations(w.tx, id);
        await endSharesOf(w, ownerOf(before));
        for (const follow of accountRemoved) await follow(w, ownerOf(before));
        await endSessions(w, ownerOf(before));
        accessChanged(w, id);
        await noteGuests(w, before.accountId);
      }
      if (receiver === null) return;
      const { accountId: from, name } = before;
      const given = {
        from,
        to: receiver.accountId,
        name,
        by: by === "system" ? null : by.personId,
      };
      for (const give of handOver) await give(w, given);
    };
    return change(w, by, id, "remove", work, filesTo === null ? {} : { filesTo });
  }

  /** Whom files can go to: someone else who can sign in. */
  async function receiverOf(w: UnitOfWork, id: string, filesTo: string): Promise<Person> {
    const [receiver] = await readPersons(w.tx, [filesTo]);
    if (receiver === undefined || receiver.disabled || receiver.id === id)
      return refuse("invalid", "files can only go to another user who is not disabled", {
        properties: ["filesTo"],
      });
    return receiver;
  }

  return {
    insert,
    remove,

    async create(
      w: UnitOfWork,
      by: ActorOrSystem,
      person: NewPerson,
      hash: string | null,
    ): Promise<Person> {
      const made = await insert(w, person, hash);
      const { id: thing, address, roles } = made;
      await recordAct(w, by, { verb: "person.create", thing, detail: { address, roles } });
      const given = roles.filter((role) => role !== "member");
      if (given.length > 0) await notify(w, by, { personId: thing, event: "created", given });
      return made;
    },

    /** Who is disabled is signed out at once; mail to the person is refused from then on. */
    async update(
      w: UnitOfWork,
      by: ActorOrSystem,
      id: string,
      { isDisabled, isRemoved, ...detail }: PersonChange,
    ): Promise<Person> {
      const { name, roles, aliases } = detail;
      let person: Person | undefined;
      if (
        name !== undefined ||
        roles !== undefined ||
        aliases !== undefined ||
        changesQuota(detail)
      )
        person = await change(
          w,
          by,
          id,
          "change",
          async (before) => {
            if (roles) checkGiver(by, before, roles);
            if (roles && !roles.includes("administrator")) await keepAnAdministrator(w, before);
            if (aliases) {
              await claimAddresses(w.tx, id, await checkAddresses(w.tx, before.address, aliases));
              for (const follow of addressesChanged) await follow(w, before.accountId);
            }
            await updatePerson(w.tx, id, {
              ...(name === undefined ? {} : { name: checkName(name) }),
              ...(roles === undefined ? {} : { roles: checkRoles(roles) }),
            });
            if (changesQuota(detail)) await writeOwnQuota(w, before.accountId, before, detail);
            if (roles) await notifyOfRoles(w, by, id, before.roles, roles);
            // What is pushed to open windows is what the roles let them see.
            if (roles) accessChanged(w, id);
          },
          detail,
        );
      if (isRemoved === true) person = await remove(w, by, id, null);
      if (isRemoved === false)
        person = await change(w, by, id, "restore", async ({ removedAt }) => {
          if (removedAt !== null && (await restorePerson(w.tx, id)))
            await notify(w, by, { personId: id, event: "enabled" });
        });
      if (isDisabled !== undefined)
        person = await change(w, by, id, isDisabled ? "disable" : "enable", async (before) => {
          if (before.removedAt !== null)
            refuse("forbidden", "restore the removed user first", {
              properties: ["isDisabled"],
            });
          if (isDisabled) await keepAnAdministrator(w, before);
          await updatePerson(w.tx, id, { disabledAt: isDisabled ? w.now : null });
          if (isDisabled) await deleteInvitations(w.tx, id);
          if (isDisabled) await endSessions(w, ownerOf(before));
          if (isDisabled) accessChanged(w, id);
          if (isDisabled) await noteGuests(w, before.accountId);
          else if (before.disabled) await notify(w, by, { personId: id, event: "enabled" });
        });
      return person ?? existing(w, id);
    },

    /** Signs a person out of every browser. */
    async endSessions(w: UnitOfWork, by: ActorOrSystem, id: string): Promise<void> {
      await change(w, by, id, "end-sessions", async (person) => {
        await endSessions(w, ownerOf(person));
        await notify(w, by, { personId: id, event: "sessions" });
      });
    },

    /** Sets a user's password and ends every other way in: sessions, app passwords, tokens, passkeys and the recovery address. */
    async setPassword(w: UnitOfWork, by: ActorOrSystem, id: string, hash: string): Promise<void> {
      await change(w, by, id, "set-password", async (person) => {
        await writePassword(w.tx, id, hash, w.now);
        // Done when someone else knew the old one, who may have left a way in.
        const whose = ownerOf(person);
        const [credentials, passkeys] = [
          await deleteCredentials(w.tx, id),
          await deletePasskeys(w.tx, id),
        ];
        await deleteRecoveryAddress(w.tx, id);
        noteWaysIn(w, whose, ClientCredential, idsOf(credentials), "destroyed");
        noteWaysIn(w, whose, Passkey, idsOf(passkeys), "destroyed");
        await endSessions(w, whose);
        accessChanged(w, id);
        await notify(w, by, { personId: id, event: "password" });
      });
    },

    /** Takes a person away for good, with the account and all that lies in it. The unit has locked that account. */
    async delete(w: UnitOfWork, by: ActorOrSystem, id: string): Promise<void> {
      const person = await existing(w, id);
      const { accountId, address, disabled } = person;
      await endSessions(w, ownerOf(person));
      await noteGroupsOf(w, id);
      await noteSharedAccountsOf(w, id);
      await noteSharesIn(w, accountId);
      await settleLater(w, [id]);
      await deletePerson(w.tx, id);
      noteVersions(w, [id]);
      await w.removeAccount(accountId);
      accessChanged(w, id);
      await recordAct(w, by, { verb: "person.delete", thing: id, detail: { address } });
      if (!disabled) w.changed(ORGANISATION, "Principal", id, "destroyed");
      notePerson(w, id, "destroyed");
    },
  };
}

/** As all. */
const NONE = { quotaOctets: null, quotaEmails: null };

const ownerOf = ({ id, accountId }: Person): Owner => ({ personId: id, accountId });
const idsOf = (records: readonly { readonly id: string }[]): string[] =>
  records.map(({ id }) => id);

/** Nobody gives a role to themselves. */
function checkGiver(
  by: ActorOrSystem,
  { id, roles: before }: Person,
  after: readonly Role[],
): void {
  if (by !== "system" && by.personId === id && after.some((role) => !before.includes(role)))
    refuse("forbidden", "you cannot give yourself a role", { properties: ["roles"] });
}

function checkRoles(roles: readonly Role[]): Role[] {
  if (roles.length === 0)
    refuse("invalid", "at least one role is required", { properties: ["roles"] });
  return [...new Set(roles)];
}

/** What a change of a person is to the directory, in which nobody disabled stands. */
function directoryChange(
  before: Person,
  after: Person,
): "created" | "updated" | "destroyed" | null {
  if (before.disabled !== after.disabled) return after.disabled ? "destroyed" : "created";
  return before.name === after.name || after.disabled ? null : "updated";
}
