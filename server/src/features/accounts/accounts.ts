import type { SignIn } from "@atrium/contract/api/session";
import { refuse, type Engine } from "../../engine/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db, Notify } from "../../platform/db/index.ts";
import type { Ids } from "../../platform/ids.ts";
import { createAccess } from "./access/access.ts";
import { findGroup, findRecipient } from "./addresses/find-recipient.ts";
import { listActs } from "./audit/admin-acts.store.ts";
import { createGroups } from "./groups/groups.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { createDomains } from "./organisation/domains.ts";
import { readOrganisation } from "./organisation/organisation.store.ts";
import { createPersons, type PrepareAccount } from "./persons/persons.ts";
import { may, type Performer } from "./policy.ts";
import { createSessions, type Client } from "./sessions/sessions.ts";
import { createSetUp } from "./set-up/set-up.ts";
import { createOwnAccount } from "./sign-in/own-account.ts";
import { createSignIn } from "./sign-in/sign-in.ts";
import { createSharedAccounts } from "./shared/shared-accounts.ts";
import { createThrottle } from "./throttle/throttle.ts";

export interface AccountsOptions {
  readonly db: Db;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly notify: Notify;
  /** What each new personal or shared account gets in the transaction that makes it. */
  readonly prepareAccount: readonly PrepareAccount[];
  /** What follows, in the same transaction, when an account gets other addresses. */
  readonly addressesChanged?: readonly PrepareAccount[];
  readonly limits?: Partial<Limits>;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Everything about who belongs to the organisation and who is signed in. */
export function createAccounts(options: AccountsOptions) {
  const { db, engine, clock, ids, notify, prepareAccount, addressesChanged = [] } = options;
  const limits: Limits = { ...LIMITS, ...options.limits };
  const sessions = createSessions({ db, clock, ids, notify, limits });
  const throttle = createThrottle({ db, clock, limits });
  const persons = createPersons({ db, engine, sessions, prepareAccount, addressesChanged });
  const signingIn = createSignIn({ db, clock, sessions, throttle, limits });
  const own = createOwnAccount({ db, clock, sessions, signingIn });
  const setUp = createSetUp({ db, engine, clock, persons, sessions });
  return {
    organisation: () => readOrganisation(db),
    /** For the command line, the demo and tests; in the browser the set-up link does it. */
    createOrganisation: (_by: "system", given: { name: string; domain: string }) =>
      setUp.createOrganisation(given),
    setUp,
    domains: createDomains({ db, engine }),
    persons,
    groups: createGroups({ db, engine }),
    shared: createSharedAccounts({ db, engine, prepareAccount }),
    access: createAccess(notify),
    /** Everyone who gets mail for an address; null when nobody has it here. */
    findRecipient: (address: string) => findRecipient(db, address),
    findGroup: (address: string) => findGroup(db, address),
    /** @throws Refusal `wrongCredentials`, or `tooManyRequests` with `retryAfter`. */
    signIn: (given: SignIn, client: Client) => signingIn.signIn(given, client),
    /** The same without a session, for protocols that send the password each time. */
    authenticate: (given: SignIn, { ip }: { ip: string }) => signingIn.authenticate(given, ip),
    /** Who is signed in by a token; null when the session has ended or the person is disabled. */
    actorOfToken: (token: string, ip: string) => signingIn.actorOfToken(token, ip),
    sessions,
    own,
    acts: {
      async list(by: Performer, page: { limit: number; before?: string }) {
        if (!may(by, "read", { type: "admin-acts" })) refuse("forbidden");
        return listActs(db, page);
      },
    },
    /** Deletes what has run out: sessions, and counts of failed sign-ins. To be called now and then. */
    async sweep(): Promise<void> {
      await sessions.sweep();
      await throttle.sweep();
    },
    limits,
  };
}
