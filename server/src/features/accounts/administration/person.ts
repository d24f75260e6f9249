import {
  Person,
  type PersonCreate,
  type PersonFilter,
  type PersonRecord,
} from "@atrium/contract/types/person";
import type { Comparator } from "@atrium/contract/types/define";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import {
  checkArguments,
  refuse,
  serve,
  type Call,
  type Method,
  type Served,
  type WriteCall,
} from "../../../engine/index.ts";
import { LIMITS } from "../limits.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { checkPassword } from "../passwords/password.rules.ts";
import { hashPassword, LONGEST_PASSWORD } from "../passwords/password.ts";
import { may } from "../policy.ts";
import { resetSecondFactor } from "../second-factor/reset.ts";
import { personChanges, type PersonChange, type PersonParts } from "../persons/person-changes.ts";
import { readPersons, searchPersons, type Person as Row } from "../persons/persons.store.ts";

/** People as administrators look after them. */
export function personType(parts: PersonParts): Served {
  const changes = personChanges(parts);

  /** A verb on one person, whose slow part is before the transaction. */
  const onOne = <T>(
    prepare: (call: Call, person: Row) => Promise<T>,
    work: (call: WriteCall, id: string, prepared: T) => Promise<void>,
    properties: Parameters<typeof checkArguments>[0] = {},
  ): Method => ({
    verb: "update",
    async run(call, engine) {
      const args = checkArguments(
        { accountId: { type: "Id" }, id: { type: "Id" }, ...properties },
        call.args,
      );
      const id = args["id"] as string;
      const [person] = await readPersons(call.db, [id]);
      if (person === undefined) return refuse("notFound", "no such person");
      const prepared = await prepare(call, person);
      await engine.write([ORGANISATION], (w) => work({ ...call, db: w.tx, w }, id, prepared));
      return { accountId: call.accountId, id };
    },
  });

  return serve(Person, {
    access: (actor, verb, accountId) =>
      accountId === ORGANISATION &&
      may(actor, verb === "read" ? "read" : "change", { type: "people" }),
    store: {
      async get({ db }, ids, _properties, limit) {
        return (await readPersons(db, ids, limit)).map(recordOf);
      },
      list: ({ db }, filter: PersonFilter | null, sort: readonly Comparator[]) =>
        searchPersons(db, filter, sort),
      prepare: (call, { password = null, name, address, aliases = [] }: PersonCreate) =>
        hashOf(call, password, { name, addresses: [address, ...aliases] }),
      async create(
        { w, actor },
        { isDisabled = false, isRemoved = false, ...record }: PersonCreate,
        hash,
      ) {
        const made = await changes.create(w, actor, record, hash);
        if (isDisabled) await changes.update(w, actor, made.id, { isDisabled });
        if (isRemoved) refuse("invalidProperties", undefined, { properties: ["isRemoved"] });
        const { roles: _, isDisabled: __, isRemoved: ___, ...set } = recordOf(made);
        return set;
      },
      // The identities in a person's own account follow the addresses.
      async alsoChanges({ db }, updates) {
        const renamed = updates.filter(({ paths }) => paths.includes("aliases"));
        return (
          await readPersons(
            db,
            renamed.map(({ id }) => id),
          )
        ).map(({ accountId }) => accountId);
      },
      async update({ w, actor }, updates) {
        const set = new Map<string, Partial<PersonRecord>>();
        for (const { id, after, changed } of updates) {
          const given = Object.fromEntries(changed.map((name) => [name, after[name]]));
          const { name, aliases, roles, isDisabled, deletedAt } = recordOf(
            await changes.update(w, actor, id, given as PersonChange),
          );
          set.set(id, { name, aliases, roles, isDisabled, deletedAt });
        }
        return set;
      },
    },
    methods: {
      setPassword: onOne(
        async (call, { name, address, aliases }) =>
          (await hashOf(call, call.args["password"] as string, {
            name,
            addresses: [address, ...aliases],
          }))!,
        ({ w, actor }, id, hash) => changes.setPassword(w, actor, id, hash),
        { password: { type: "String" } },
      ),
      endSessions: onOne(
        async () => undefined,
        ({ w, actor }, id) => changes.endSessions(w, actor, id),
      ),
      resetSecondFactor: onOne(
        async () => undefined,
        ({ w, actor }, id) => resetSecondFactor(w, actor, id),
      ),
    },
  });
}

/** @throws Refusal `weakPassword`, `requestTooLarge` */
async function hashOf(
  { db, budget }: Call,
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
  aliases: row.aliases,
  roles: row.roles,
  isDisabled: row.disabled,
  isRemoved: row.removedAt !== null,
  deletedAt: row.removedAt && utcSeconds(new Date(row.removedAt.getTime() + LIMITS.removedKept)),
  password: null,
  hasSecondFactor: row.secondFactor,
  passkeyCount: row.passkeys,
  createdAt: utcSeconds(row.createdAt),
});
