import {
  Person,
  PERSON_METHODS,
  type PersonCreate,
  type PersonFilter,
  type PersonRecord,
} from "@atrium/contract/types/person";
import type { Comparator, Properties, ValuesOf } from "@atrium/contract/types/define";
import { namesIn, setOf } from "@atrium/contract/types/set";
import type { JsonObject } from "@atrium/contract/types/wire";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import {
  method,
  refuse,
  refuseProperty,
  serve,
  type Call,
  type Method,
  type Served,
  type WriteCall,
} from "../../../engine/index.ts";
import { invite } from "../invitations/invite.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { checkPassword } from "../passwords/password.rules.ts";
import { hashPassword, LONGEST_PASSWORD } from "../passwords/password.ts";
import { may } from "../policy.ts";
import { storageMethod } from "../quota/storage-method.ts";
import { deletedAt } from "../removed.ts";
import { resetSecondFactor } from "../second-factor/reset.ts";
import { changesAccount, personChanges, type PersonParts } from "../persons/person-changes.ts";
import {
  accountsOf,
  readPersons,
  searchPersons,
  type Person as Row,
} from "../persons/persons.store.ts";

const ONE = PERSON_METHODS.endSessions;

/** People as administrators look after them. */
export function personType(parts: PersonParts): Served {
  const changes = personChanges(parts);

  /** A verb on one person, whose slow part is before the transaction. */
  const onOne = <T, const More extends Properties = typeof ONE>(
    prepare: (call: Call<ValuesOf<typeof ONE & More>>, person: Row) => Promise<T>,
    work: (call: Omit<WriteCall, "args">, person: Row, prepared: T) => Promise<JsonObject | void>,
    more?: More,
  ): Method =>
    method({
      verb: "update",
      arguments: { ...ONE, ...more } as typeof ONE & More,
      async run(call, engine) {
        // What `more` describes has an id as well, if it has any.
        const { id } = call.args as ValuesOf<typeof ONE>;
        const [person] = await readPersons(call.db, [id]);
        if (person === undefined) return refuse("notFound", "no such person");
        const prepared = await prepare(call, person);
        const answer = await engine.write([ORGANISATION, person.accountId], async (w) => {
          const [now] = await readPersons(w.tx, [id]);
          if (now === undefined) return refuse("notFound", "no such person");
          return work({ ...call, db: w.tx, w }, now, prepared);
        });
        return { accountId: call.accountId, id, ...answer };
      },
    });

  return serve(Person, {
    access: (actor, verb, accountId) =>
      accountId === ORGANISATION &&
      may(actor, verb === "read" ? "read" : "change", { type: "people" }),
    store: {
      writesFirst: true,
      async get({ db }, ids, _properties, limit) {
        return (await readPersons(db, ids, limit)).map(recordOf);
      },
      list: ({ db }, filter: PersonFilter | null, sort: readonly Comparator[]) =>
        searchPersons(db, filter, sort),
      prepare: (call, { password = null, name, address, aliases = {} }: PersonCreate) =>
        hashOf(call, password, { name, addresses: [address, ...namesIn(aliases)] }),
      async create(
        { w, actor },
        { isDisabled = false, isRemoved = false, ...record }: PersonCreate,
        hash,
      ) {
        if (isRemoved) refuseProperty("isRemoved", "a new person cannot be removed");
        const made = await changes.create(w, actor, withLists(record), hash);
        if (isDisabled) await changes.update(w, actor, made.id, { isDisabled });
        const { roles: _, isDisabled: __, isRemoved: ___, ...set } = recordOf(made);
        return set;
      },
      // The identities in a person's own account follow the addresses, its sessions end, and what it may keep is its own.
      async alsoChanges({ db }, updates) {
        const ids = updates.filter(({ paths }) => changesAccount(paths)).map(({ id }) => id);
        return (await readPersons(db, ids)).map(({ accountId }) => accountId);
      },
      async update({ w, actor }, updates) {
        const set = new Map<string, Partial<PersonRecord>>();
        for (const { id, after, changed } of updates) {
          const given = Object.fromEntries(changed.map((name) => [name, after[name]]));
          const { name, aliases, roles, isDisabled, deletedAt } = recordOf(
            await changes.update(w, actor, id, withLists(given as Partial<PersonRecord>)),
          );
          set.set(id, { name, aliases, roles, isDisabled, deletedAt });
        }
        return set;
      },
    },
    methods: {
      storage: storageMethod(async (db, id) => (await readPersons(db, [id]))[0]?.accountId ?? null),
      setPassword: onOne(
        async (call, { name, address, aliases }) =>
          (await hashOf(call, call.args.password, {
            name,
            addresses: [address, ...aliases],
          }))!,
        ({ w, actor }, { id }, hash) => changes.setPassword(w, actor, id, hash),
        PERSON_METHODS.setPassword,
      ),
      remove: method({
        verb: "update",
        arguments: PERSON_METHODS.remove,
        async run({ args: { id, filesTo }, actor, accountId, db }, engine) {
          const accountIds = await accountsOf(db, filesTo === null ? [id] : [id, filesTo]);
          await engine.write([ORGANISATION, ...accountIds], (w) =>
            changes.remove(w, actor, id, filesTo),
          );
          return { accountId, id };
        },
      }),
      endSessions: onOne(
        async () => undefined,
        ({ w, actor }, { id }) => changes.endSessions(w, actor, id),
      ),
      resetSecondFactor: onOne(
        async () => undefined,
        ({ w, actor }, { id, accountId }) =>
          resetSecondFactor(w, actor, { personId: id, accountId }),
      ),
      invite: onOne(
        async () => undefined,
        async ({ w, actor }, person) => {
          const { token, expiresAt } = await invite(w, actor, person);
          return { token, expiresAt: utcSeconds(expiresAt) };
        },
      ),
    },
  });
}

/** What is given of a person, as the changes take it. */
const withLists = <Given extends Pick<PersonCreate, "aliases" | "roles">>({
  aliases,
  roles,
  ...given
}: Given) => ({
  ...given,
  ...(aliases && { aliases: namesIn(aliases) }),
  ...(roles && { roles: namesIn(roles) }),
});

/** @throws Refusal `weakPassword`, `requestTooLarge` */
async function hashOf(
  { db, budget }: Pick<Call, "db" | "budget">,
  password: string | null,
  whose: Parameters<typeof checkPassword>[2],
): Promise<string | null> {
  if (password === null) return null;
  if (password.length > LONGEST_PASSWORD)
    refuse("invalidProperties", undefined, { properties: ["password"] });
  budget.spend("passwords", 1);
  await checkPassword(db, password, whose);
  return hashPassword(password);
}

const recordOf = (row: Row): PersonRecord => ({
  id: row.id,
  name: row.name,
  address: row.address,
  aliases: setOf(row.aliases),
  roles: setOf(row.roles),
  isDisabled: row.disabled,
  isRemoved: row.removedAt !== null,
  deletedAt: deletedAt(row.removedAt),
  password: null,
  hasSecondFactor: row.secondFactor,
  passkeyCount: row.passkeys,
  invitedUntil: row.invitedUntil && utcSeconds(row.invitedUntil),
  quotaOctets: row.quotaOctets,
  quotaEmails: row.quotaEmails,
  createdAt: utcSeconds(row.createdAt),
});
