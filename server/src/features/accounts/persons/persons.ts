import type { Role } from "@atrium/contract/api/session";
import { refuse, type Engine, type UnitOfWork } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { accessChanged } from "../access/access.ts";
import { parseAddress } from "../addresses/address.ts";
import { ownerOf, replaceAddresses } from "../addresses/addresses.store.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { deleteCredentials } from "../credentials/credentials.store.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import { deletePasskeys } from "../passkeys/passkeys.store.ts";
import { hashPassword } from "../passwords/password.ts";
import { may, type ActorOrSystem } from "../policy.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { checkAddresses } from "../addresses/address.rules.ts";
import { checkName } from "../name.rules.ts";
import { checkPassword } from "../passwords/password.rules.ts";
import {
  countOtherAdministrators,
  deletePerson,
  insertPerson,
  readPersons,
  updatePerson,
  writePassword,
  type Person,
} from "./persons.store.ts";

export type { Person } from "./persons.store.ts";

/** What every new personal or shared account gets in the transaction that makes it, such as its mailboxes. */
export type PrepareAccount = (w: UnitOfWork, accountId: string) => Promise<unknown>;

export interface NewPerson {
  readonly name: string;
  readonly address: string;
  /** `null`: no password sign-in. */
  readonly password: string | null;
  /** `["member"]` unless given. */
  readonly roles?: readonly Role[];
  readonly aliases?: readonly string[];
  readonly locale?: "en" | "ko";
}

export interface PersonChange {
  readonly name?: string;
  readonly roles?: readonly Role[];
  readonly aliases?: readonly string[];
}

export type Persons = ReturnType<typeof createPersons>;

/** Who belongs to the organisation. Every change is checked by the policy and written to the administrators' acts. */
export function createPersons(options: {
  db: Db;
  engine: Engine;
  sessions: Sessions;
  prepareAccount: readonly PrepareAccount[];
  /** Brings an account's records in line with its addresses, in the transaction that changed those. */
  addressesChanged: readonly PrepareAccount[];
}) {
  const { db, engine, sessions, prepareAccount, addressesChanged } = options;

  const allow = (by: ActorOrSystem, verb: "create" | "change" | "remove"): void => {
    if (!may(by, verb, { type: "people" })) refuse("forbidden");
  };

  async function existing(w: UnitOfWork, id: string): Promise<Person> {
    const [person] = await readPersons(w.tx, id);
    return person ?? refuse("notFound");
  }

  /** A change to one person under the organisation's lock, with its act and its push. */
  async function change<T>(
    by: ActorOrSystem,
    id: string,
    verb: string,
    work: (w: UnitOfWork, person: Person) => Promise<T>,
    detail: Readonly<Record<string, unknown>> = {},
    accountIds: readonly string[] = [],
  ): Promise<T> {
    allow(by, "change");
    return engine.write([ORGANISATION, ...accountIds], async (w) => {
      const before = await existing(w, id);
      const result = await work(w, before);
      await recordAct(w, by, { verb: `person.${verb}`, thing: id, detail });
      const seen = directoryChange(before, await existing(w, id));
      if (seen !== null) w.changed(ORGANISATION, "Principal", id, seen);
      return result;
    });
  }

  /** A user must be left who can repair things. Holds because all these changes wait for the same row. */
  async function keepAnAdministrator(w: UnitOfWork, person: Person): Promise<void> {
    if (!person.roles.includes("administrator") || person.disabled) return;
    if ((await countOtherAdministrators(w.tx, person.id)) === 0)
      refuse("forbidden", "this is the last administrator", { properties: ["roles"] });
  }

  async function insert(w: UnitOfWork, person: NewPerson, hash: string | null): Promise<Person> {
    const addresses = await checkAddresses(w.tx, person.address, person.aliases ?? []);
    const row = {
      id: w.newId("p"),
      accountId: w.newId("a"),
      name: checkName(person.name),
      roles: [...new Set<Role>(person.roles ?? ["member"])],
      createdAt: w.now,
      preferences: person.locale === undefined ? {} : { locale: person.locale },
    };
    await claim(w, row.id, addresses);
    await insertPerson(w.tx, row);
    if (hash !== null) await writePassword(w.tx, row.id, hash, w.now);
    await w.addAccount({ accountId: row.accountId, kind: "personal", name: addresses[0]! });
    for (const prepare of prepareAccount) await prepare(w, row.accountId);
    w.changed(ORGANISATION, "Principal", row.id, "created");
    return existing(w, row.id);
  }

  async function claim(w: UnitOfWork, id: string, addresses: readonly string[]): Promise<void> {
    const taken = await replaceAddresses(w.tx, id, addresses);
    if (taken !== null)
      refuse("alreadyExists", `${taken} belongs to somebody already`, { properties: ["address"] });
  }

  return {
    insert,

    async create(by: ActorOrSystem, person: NewPerson): Promise<Person> {
      allow(by, "create");
      let hash: string | null = null;
      if (person.password !== null) {
        await checkPassword(db, person.password, {
          name: person.name,
          addresses: [person.address, ...(person.aliases ?? [])],
        });
        hash = await hashPassword(person.password);
      }
      return engine.write([ORGANISATION], async (w) => {
        const made = await insert(w, person, hash);
        const { address, roles } = made;
        await recordAct(w, by, {
          verb: "person.create",
          thing: made.id,
          detail: { address, roles },
        });
        return made;
      });
    },

    list: (): Promise<Person[]> => readPersons(db),

    /** By id, or by any of the person's addresses. */
    async find(idOrAddress: string): Promise<Person | null> {
      const address = parseAddress(idOrAddress);
      const id = address === null ? idOrAddress : await ownerOf(db, [address.canonical]);
      if (id === null) return null;
      const [person] = await readPersons(db, id);
      return person ?? null;
    },

    async update(
      by: ActorOrSystem,
      id: string,
      { name, roles, aliases }: PersonChange,
    ): Promise<Person> {
      allow(by, "change");
      const detail = { name, roles, aliases };
      const [found] = aliases === undefined ? [] : await readPersons(db, id);
      return change(
        by,
        id,
        "change",
        async (w, person) => {
          if (roles && !roles.includes("administrator")) await keepAnAdministrator(w, person);
          if (aliases) {
            await claim(w, id, await checkAddresses(w.tx, person.address, aliases));
            for (const follow of addressesChanged) await follow(w, person.accountId);
          }
          await updatePerson(w.tx, id, {
            ...(name === undefined ? {} : { name: checkName(name) }),
            ...(roles === undefined ? {} : { roles: [...new Set(roles)] }),
          });
          return existing(w, id);
        },
        detail,
        found === undefined ? [] : [found.accountId],
      );
    },

    /** Ends all sessions at once; mail to the person is refused from then on. */
    disable: (by: ActorOrSystem, id: string): Promise<void> =>
      change(by, id, "disable", async (w, person) => {
        await keepAnAdministrator(w, person);
        await updatePerson(w.tx, id, { disabledAt: w.now });
        w.afterCommit(await sessions.endIn(w.tx, id));
        accessChanged(w, id);
      }),

    enable: (by: ActorOrSystem, id: string): Promise<void> =>
      change(by, id, "enable", (w) => updatePerson(w.tx, id, { disabledAt: null })),

    /** Signs a person out of every browser. */
    endSessions: (by: ActorOrSystem, id: string): Promise<void> =>
      change(by, id, "end-sessions", async (w) => {
        w.afterCommit(await sessions.endIn(w.tx, id));
      }),

    /** Sets a user's password and ends every other way in: sessions, app passwords, tokens and passkeys. */
    async setPassword(by: ActorOrSystem, id: string, password: string): Promise<void> {
      allow(by, "change");
      const [person] = await readPersons(db, id);
      if (person === undefined) refuse("notFound");
      const { name, address, aliases } = person;
      await checkPassword(db, password, { name, addresses: [address, ...aliases] });
      const hash = await hashPassword(password);
      await change(by, id, "set-password", async (w) => {
        await writePassword(w.tx, id, hash, w.now);
        // Done when someone else knew the old one, who may have left a way in.
        await deleteCredentials(w.tx, id);
        await deletePasskeys(w.tx, id);
        w.afterCommit(await sessions.endIn(w.tx, id));
        accessChanged(w, id);
      });
    },

    /** Takes a person away with everything that this feature keeps. The account's records are the caller's to remove. */
    async remove(by: ActorOrSystem, id: string): Promise<void> {
      allow(by, "remove");
      await engine.write([ORGANISATION], async (w) => {
        const person = await existing(w, id);
        w.afterCommit(await sessions.endIn(w.tx, id));
        await deletePerson(w.tx, id);
        accessChanged(w, id);
        await recordAct(w, by, {
          verb: "person.remove",
          thing: id,
          detail: { address: person.address },
        });
        if (!person.disabled) w.changed(ORGANISATION, "Principal", id, "destroyed");
      });
    },
  };
}

/** What a change of a person is to the directory, in which nobody disabled stands. */
function directoryChange(
  before: Person,
  after: Person,
): "created" | "updated" | "destroyed" | null {
  if (before.disabled !== after.disabled) return after.disabled ? "destroyed" : "created";
  return before.name === after.name || after.disabled ? null : "updated";
}
