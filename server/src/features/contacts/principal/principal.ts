import {
  Principal,
  type PrincipalAbsence,
  type PrincipalRecord,
} from "@atrium/contract/types/principal";
import { utcDate } from "@atrium/contract/types/utc-date";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { serve, type Actor, type Capability } from "../../../engine/index.ts";
import { may, ORGANISATION } from "../../accounts/index.ts";
import { readAbsences, type Absence } from "../../submission/index.ts";
import { readDirectory, searchDirectory, type DirectoryRow } from "./principal.store.ts";

/** The directory (RFC 9670 §2): everyone of the organisation sees names and addresses; nobody changes them here. */
export const principal = serve(Principal, {
  access: (actor, verb, accountId) =>
    accountId === ORGANISATION &&
    may(actor, verb === "read" ? "read" : "change", { type: "directory" }),
  without: ["set"],
  store: {
    async get({ db, actor, services }, ids, properties, limit) {
      const rows = await readDirectory(db, ids, limit);
      const isAsked = properties === null || properties.includes("capabilities");
      const accountIds = isAsked ? rows.flatMap((row) => row.mail_account_id ?? []) : [];
      const absences = await readAbsences(db, accountIds, services.clock.now());
      return rows.map((row) => recordOf(row, actor, absences.get(row.mail_account_id ?? "")));
    },
    list: ({ db }, filter, sort) => searchDirectory(db, filter, sort),
  },
});

function recordOf(row: DirectoryRow, actor: Actor, absence: Absence | undefined): PrincipalRecord {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    description: null,
    email: row.email,
    timeZone: null,
    capabilities: absence === undefined ? {} : { [CAPABILITY.vacationResponse]: awayOf(absence) },
    accounts: accountsOf(row, actor),
  };
}

/** What everyone of the organisation sees of someone who is away. It comes and goes by time, so no state tells of it. */
const awayOf = ({ toDate, subject }: Absence): PrincipalAbsence => ({
  toDate: toDate === null ? null : utcDate(toDate),
  subject,
});

/** Only the accounts that the person who asks has as well (RFC 9670 §2). */
function accountsOf({ mail_account_id }: DirectoryRow, actor: Actor): PrincipalRecord["accounts"] {
  const account = mail_account_id === null ? undefined : actor.accounts[mail_account_id];
  if (account === undefined) return null;
  const { name, isPersonal, isReadOnly } = account;
  return { [mail_account_id!]: { name, isPersonal, isReadOnly, accountCapabilities: {} } };
}

/** RFC 9670 §1.5: where the directory is, and who of it the person is. */
export const principalCapabilities: readonly Capability[] = [
  {
    urn: CAPABILITY.principals,
    server: {},
    account: (actor, accountId) =>
      accountId === ORGANISATION ? { currentUserPrincipalId: actor.personId } : null,
  },
  {
    urn: CAPABILITY.principalsOwner,
    // RFC 9670 §1.5.2: it never stands in the session's own list.
    server: null,
    account(actor, accountId) {
      const principalId = ownerOf(actor, accountId);
      return principalId === undefined
        ? null
        : { accountIdForPrincipal: ORGANISATION, principalId };
    },
  },
];

/** Whose account it is. The principal of a shared account has its id; guests see no principals. */
function ownerOf(actor: Actor, accountId: string): string | undefined {
  if (accountId === actor.accountId) return actor.personId;
  if (!Object.hasOwn(actor.accounts, ORGANISATION)) return undefined;
  if (actor.accounts[accountId]?.kind === "shared") return accountId;
  return actor.partialAccounts?.[accountId]?.ownerId;
}
