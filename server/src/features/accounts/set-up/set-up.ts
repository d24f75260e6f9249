import type { SetUp } from "@atrium/contract/api/session";
import { refuse, type Engine, type UnitOfWork } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import { assignable } from "../addresses/address.rules.ts";
import { checkName } from "../name.rules.ts";
import { checkPassword } from "../passwords/password.rules.ts";
import { recordAct } from "../history/admin-acts.store.ts";
import { checkDomain } from "../domains/domain-changes.ts";
import {
  insertDomain,
  insertOrganisation,
  ORGANISATION,
  readOrganisation,
} from "../organisation/organisation.store.ts";
import { hashPassword } from "../passwords/password.ts";
import type { Persons } from "../persons/persons.ts";
import { readIdentity } from "../identity/identity.store.ts";
import { hashToken, newToken, type Client, type Sessions } from "../sessions/sessions.ts";
import { signedInAs, type SignedIn } from "../identity/identity.ts";
import "../tables.ts";
import { ACCOUNT_REFUSALS } from "../refusals.ts";

/** The first minutes of a store: the organisation, its domain and its first administrator, by a one-time link. */
export function createSetUp(options: {
  db: Db;
  engine: Engine;
  clock: Clock;
  persons: Persons;
  sessions: Sessions;
}) {
  const { db, engine, clock, persons, sessions } = options;

  async function hasToken(token: string): Promise<boolean> {
    const row = await db
      .selectFrom("set_up_token")
      .select("created_at")
      .where("account_id", "=", ORGANISATION)
      .where("token_hash", "=", hashToken(token))
      .executeTakeFirst();
    return row !== undefined;
  }

  return {
    /** A fresh token for the link, or null when there is an organisation. Earlier links stay good until one is used. */
    async token(): Promise<string | null> {
      if ((await readOrganisation(db)) !== null) return null;
      const token = newToken();
      await db
        .insertInto("set_up_token")
        .values({
          account_id: ORGANISATION,
          token_hash: hashToken(token),
          created_at: clock.now(),
        })
        .execute();
      return token;
    },

    isEmpty: async (): Promise<boolean> => (await readOrganisation(db)) === null,

    isOpen: async (token: string): Promise<boolean> =>
      (await readOrganisation(db)) === null && (await hasToken(token)),

    /** @throws Refusal `setUpDone` when a user was faster, `forbidden` without a good token. */
    async complete(given: SetUp, client: Client): Promise<SignedIn & { readonly token: string }> {
      // In this order: whoever is faster takes the links away.
      const isInvited = await hasToken(given.token);
      if ((await readOrganisation(db)) !== null) refuse(ACCOUNT_REFUSALS.setUpDone);
      if (!isInvited) refuse("forbidden", "not a set-up link of this server");
      const domain = checkDomain(given.domain);
      const address = assignable(`${given.localPart}@${domain}`).canonical;
      const organisation = checkName(given.organisation);
      const name = checkName(given.name);
      await checkPassword(db, given.password, { name, addresses: [address], organisation });
      const hash = await hashPassword(given.password);
      const person = await engine.write([], async (w) => {
        await found(w, organisation, domain);
        const roles = ["member", "administrator"] as const;
        const made = await persons.insert(w, { name, address, roles }, hash);
        await recordAct(w, "system", {
          verb: "person.create",
          thing: made.id,
          detail: { address },
        });
        return made;
      });
      const session = await sessions.start(
        { personId: person.id, accountId: person.accountId },
        client,
      );
      const identity = await readIdentity(db, person.id);
      if (identity === null) return refuse(ACCOUNT_REFUSALS.notSignedIn);
      return {
        ...signedInAs(identity, session.id, clock.now(), client.ip, sessions.provedUntil()),
        token: session.token,
      };
    },

    /** The same without a link or a person, for the command line, the demo and tests. */
    async createOrganisation(given: { name: string; domain: string }): Promise<void> {
      const domain = checkDomain(given.domain);
      const name = checkName(given.name);
      await engine.write([], (w) => found(w, name, domain));
    },
  };
}

/** Makes the organisation with its account and domain, and all links worthless. Of two at once the second is refused. */
async function found(w: UnitOfWork, name: string, domain: string): Promise<void> {
  if (!(await insertOrganisation(w.tx, name, w.now))) refuse(ACCOUNT_REFUSALS.setUpDone);
  await w.addAccount({ accountId: ORGANISATION, kind: "organisation", name });
  await insertDomain(w.tx, domain, w.now);
  await w.tx.deleteFrom("set_up_token").where("account_id", "=", ORGANISATION).execute();
  await recordAct(w, "system", { verb: "organisation.create", thing: name, detail: { domain } });
}
