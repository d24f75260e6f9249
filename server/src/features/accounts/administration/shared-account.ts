import { SharedAccount, type SharedAccountRecord } from "@atrium/contract/types/shared-account";
import { namesIn, setOf } from "@atrium/contract/types/set";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { isId, refuse, serve, type Served } from "../../../engine/index.ts";
import { searchNamed } from "../addresses/search-named.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import type { PersonParts } from "../persons/person-changes.ts";
import { may } from "../policy.ts";
import { deletedAt } from "../removed.ts";
import { OWN_QUOTA_PROPERTIES } from "../quota/own-quota.ts";
import { storageMethod } from "../quota/storage-method.ts";
import { sharedAccountChanges, type Grant } from "../shared/shared-account-changes.ts";
import { readSharedAccounts, type SharedAccount as Row } from "../shared/shared-accounts.store.ts";

/** Shared accounts as administrators look after them. */
export function sharedAccountType(parts: PersonParts): Served {
  const changes = sharedAccountChanges(parts);
  return serve(SharedAccount, {
    access: (actor, verb, accountId) =>
      accountId === ORGANISATION &&
      may(actor, verb === "read" ? "read" : "change", { type: "shared-accounts" }),
    store: {
      writesFirst: true,
      get: async ({ db }, ids, _properties, limit) =>
        (await readSharedAccounts(db, ids, limit)).map(recordOf),
      list: ({ db }, filter, sort) => searchNamed(db, "shared_account", filter, sort),
      async create({ w, actor }, { isRemoved = false, ...record }) {
        if (isRemoved) refuse("invalidProperties", undefined, { properties: ["isRemoved"] });
        const given = withLists(record);
        return recordOf(await changes.create(w, actor, given));
      },
      // The identities in the account follow its addresses; what it may keep is its own.
      async alsoChanges({ db }, updates) {
        const renamed = updates.filter(({ paths }) =>
          IN_ACCOUNT.some((one) => paths.includes(one)),
        );
        const rows = await readSharedAccounts(
          db,
          renamed.map(({ id }) => id),
        );
        return rows.map(({ accountId }) => accountId);
      },
      async update({ w, actor }, updates) {
        const set = new Map<string, Partial<SharedAccountRecord>>();
        for (const { id, after, changed } of updates) {
          const given = Object.fromEntries(changed.map((name) => [name, after[name]]));
          const change = withLists(given as Partial<SharedAccountRecord>);
          const { name, aliases, memberCount, deletedAt } = recordOf(
            await changes.update(w, actor, id, change),
          );
          set.set(id, { name, aliases, memberCount, deletedAt });
        }
        return set;
      },
    },
    methods: {
      storage: storageMethod(
        async (db, id) => (await readSharedAccounts(db, [id]))[0]?.accountId ?? null,
      ),
    },
  });
}

/** What of a shared account changes the account itself. */
const IN_ACCOUNT: readonly string[] = ["aliases", ...OWN_QUOTA_PROPERTIES];

/** What is given of a shared account, as the changes take it. */
const withLists = <Given extends Partial<Pick<SharedAccountRecord, "aliases" | "members">>>({
  aliases,
  members,
  ...given
}: Given) => ({
  ...given,
  ...(aliases && { aliases: namesIn(aliases) }),
  ...(members && { members: grantsOf(members) }),
});

const grantsOf = (members: SharedAccountRecord["members"]): readonly Grant[] =>
  Object.entries(members).map(([personId, right]) => {
    if (!isId(personId)) refuse("invalidProperties", undefined, { properties: ["members"] });
    return { personId, mayWrite: right === "write" };
  });

const recordOf = ({
  accountId,
  aliases,
  members,
  createdAt,
  removedAt,
  ...words
}: Row): SharedAccountRecord => ({
  id: accountId,
  ...words,
  aliases: setOf(aliases),
  isRemoved: removedAt !== null,
  deletedAt: deletedAt(removedAt),
  members: Object.fromEntries(
    members.map(({ personId, mayWrite }) => [personId, mayWrite ? "write" : "read"]),
  ),
  memberCount: members.length,
  createdAt: utcSeconds(createdAt),
});
