import { refuse, type Engine } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { writeIfThere } from "../access/write-if-there.ts";
import { parseAddress } from "../addresses/address.ts";
import { ownerOf } from "../addresses/addresses.store.ts";
import { LIMITS } from "../limits.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { hashPassword } from "../passwords/password.ts";
import { may, type ActorOrSystem } from "../policy.ts";
import { checkPassword } from "../passwords/password.rules.ts";
import {
  changesAccount,
  personChanges,
  type NewPerson as Given,
  type PersonChange,
  type PersonParts,
} from "./person-changes.ts";
import { accountsOf, readPersons, removedBefore, type Person } from "./persons.store.ts";

export type { AccountRemoved, HandOver, PrepareAccount } from "./person-changes.ts";
export type { Person } from "./persons.store.ts";

export interface NewPerson extends Given {
  /** `null`: no password sign-in. */
  readonly password: string | null;
}

export type Persons = ReturnType<typeof createPersons>;

/** Who belongs to the organisation, for the command line and the set-up; in browsers it is the type `Person`. */
export function createPersons({
  db,
  engine,
  ...parts
}: PersonParts & { readonly db: Db; readonly engine: Engine }) {
  const changes = personChanges(parts);

  const allow = (by: ActorOrSystem, verb: "create" | "change"): void => {
    if (!may(by, verb, { type: "people" })) refuse("forbidden");
  };

  async function update(by: ActorOrSystem, id: string, given: PersonChange): Promise<Person> {
    allow(by, "change");
    const [found] = changesAccount(Object.keys(given)) ? await readPersons(db, [id]) : [];
    const own = found === undefined ? [] : [found.accountId];
    return engine.write([ORGANISATION, ...own], (w) => changes.update(w, by, id, given));
  }

  return {
    insert: changes.insert,

    async create(by: ActorOrSystem, { password, ...person }: NewPerson): Promise<Person> {
      allow(by, "create");
      const { name, address, aliases = [] } = person;
      if (password !== null)
        await checkPassword(db, password, { name, addresses: [address, ...aliases] });
      const hash = password === null ? null : await hashPassword(password);
      return engine.write([ORGANISATION], (w) => changes.create(w, by, person, hash));
    },

    list: (): Promise<Person[]> => readPersons(db),

    /** By id, or by any of the person's addresses. */
    async find(idOrAddress: string): Promise<Person | null> {
      const address = parseAddress(idOrAddress);
      const id = address === null ? idOrAddress : await ownerOf(db, [address.canonical]);
      if (id === null) return null;
      const [person] = await readPersons(db, [id]);
      return person ?? null;
    },

    update,

    /** Removes a person, whose files go to `filesTo` if there is one. @throws Refusal, as when they do not fit there. */
    async remove(by: ActorOrSystem, id: string, filesTo: string | null): Promise<Person> {
      allow(by, "change");
      const accountIds = await accountsOf(db, filesTo === null ? [id] : [id, filesTo]);
      return engine.write([ORGANISATION, ...accountIds], (w) => changes.remove(w, by, id, filesTo));
    },

    disable: async (by: ActorOrSystem, id: string): Promise<void> =>
      void (await update(by, id, { isDisabled: true })),
    enable: async (by: ActorOrSystem, id: string): Promise<void> =>
      void (await update(by, id, { isDisabled: false })),

    /** Sets a user's password and ends every other way in: sessions, app passwords, tokens and passkeys. */
    async setPassword(by: ActorOrSystem, id: string, password: string): Promise<void> {
      allow(by, "change");
      const [person] = await readPersons(db, [id]);
      if (person === undefined) refuse("notFound");
      const { accountId, name, address, aliases } = person;
      await checkPassword(db, password, { name, addresses: [address, ...aliases] });
      const hash = await hashPassword(password);
      await engine.write([ORGANISATION, accountId], (w) => changes.setPassword(w, by, id, hash));
    },

    /** Deletes for good whoever was removed long enough ago. */
    async deleteRemoved(now = engine.services.clock.now()): Promise<void> {
      const before = new Date(now.getTime() - LIMITS.removedKept);
      for (const { id, accountId } of await removedBefore(db, before))
        await writeIfThere(engine, [ORGANISATION, accountId], async (w) => {
          // Someone may have been restored meanwhile.
          const [person] = await readPersons(w.tx, [id]);
          if (person?.removedAt && person.removedAt <= before)
            await changes.delete(w, "system", id);
        });
    },
  };
}
