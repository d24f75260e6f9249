import type { SignIn } from "@atrium/contract/api/session";
import { refuse, type Actor, type Engine } from "../../engine/index.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Db, Notify } from "../../platform/db/index.ts";
import type { Ids } from "../../platform/ids.ts";
import type { Log } from "../../platform/log/index.ts";
import type { Secrets } from "../../platform/secrets/index.ts";
import { createAccess } from "./access/access.ts";
import { findRecipient } from "./addresses/find-recipient.ts";
import { listActs } from "./history/admin-acts.store.ts";
import { createSignInEvents } from "./history/sign-in-events.ts";
import { createCredentials } from "./credentials/credentials.ts";
import { createGroups } from "./groups/groups.ts";
import { createInvitations } from "./invitations/invitations.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { createDomains } from "./domains/domains.ts";
import { readLogo, readLook } from "./organisation/look.store.ts";
import { readOrganisation } from "./organisation/organisation.store.ts";
import { createPasskeys } from "./passkeys/passkeys.ts";
import {
  createPersons,
  type AccountRemoved,
  type HandOver,
  type PrepareAccount,
} from "./persons/persons.ts";
import { may, type ActorOrSystem } from "./policy.ts";
import { createPolicies } from "./policies/create-policies.ts";
import { createSecondFactor } from "./second-factor/second-factor.ts";
import { createSessions, type Client } from "./sessions/sessions.ts";
import { createSetUp } from "./set-up/set-up.ts";
import { createOwnAccount } from "./sign-in/own-account.ts";
import { createRefresh } from "./sign-in/refresh.ts";
import { createSignIn, type Basic } from "./sign-in/sign-in.ts";
import { createRecovery } from "./recovery/recovery.ts";
import { readRemotes } from "./remotes/remotes.store.ts";
import { forgetPrincipals } from "./sharing/shared-with.store.ts";
import { createSharedAccounts } from "./shared/shared-accounts.ts";
import { createThrottle } from "./throttle/throttle.ts";

export interface AccountsOptions {
  readonly db: Db;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly notify: Notify;
  readonly log: Log;
  /** Seals what must not be read in a copy of the database. */
  readonly secrets: Secrets;
  /** What each new personal or shared account gets in the transaction that makes it. */
  readonly prepareAccount: readonly PrepareAccount[];
  /** What follows, in the same transaction, when an account gets other addresses. */
  readonly addressesChanged?: readonly PrepareAccount[];
  /** Gives a removed person's files to whom they are to go. */
  readonly handOver?: readonly HandOver[];
  /** What follows, in the same transaction, when a person or a shared account is removed. */
  readonly accountRemoved?: readonly AccountRemoved[];
  readonly limits?: Partial<Limits>;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** Everything about who belongs to the organisation and who is signed in. */
export function createAccounts(options: AccountsOptions) {
  const {
    db,
    engine,
    clock,
    ids,
    notify,
    log,
    secrets,
    prepareAccount,
    addressesChanged = [],
    handOver = [],
    accountRemoved = [],
  } = options;
  const parts = { prepareAccount, addressesChanged, handOver, accountRemoved };
  const limits: Limits = { ...LIMITS, ...options.limits };
  const sessions = createSessions({ db, engine, clock, notify, limits });
  const throttle = createThrottle({ db, clock, limits });
  const persons = createPersons({ db, engine, ...parts });
  const access = createAccess(notify);
  const credentials = createCredentials({ db, engine, clock, limits });
  const secondFactor = createSecondFactor({ db, engine, clock, secrets, sessions, throttle });
  const passkeys = createPasskeys({ db, engine, clock, secrets, log, limits });
  const signIns = createSignInEvents({ db, clock, ids, log, limits });
  const signingIn = createSignIn({
    db,
    clock,
    sessions,
    throttle,
    credentials,
    secondFactor,
    passkeys,
    events: signIns,
    limits,
  });
  const own = createOwnAccount({
    db,
    engine,
    clock,
    sessions,
    access,
    secondFactor,
    passkeys,
    signingIn,
  });
  const policies = createPolicies({ db, engine, clock, access });
  const refreshing = createRefresh({ db, clock, sessions });
  const invitations = createInvitations({
    db,
    engine,
    clock,
    sessions,
    throttle,
    secondFactor,
    events: signIns,
  });
  const recovery = createRecovery({ db, engine, throttle, limits });
  const setUp = createSetUp({ db, engine, clock, persons, sessions });
  return {
    organisation: () => readOrganisation(db),
    /** What strangers see of the organisation. */
    look: {
      read: () => readLook(db),
      logo: (hash: string) => readLogo(db, hash),
    },
    /** What the organisation decided of parts that are built and served on their own. */
    remotes: { read: () => readRemotes(db) },
    /** For the command line, the demo and tests; in the browser the set-up link does it. */
    createOrganisation: (_by: "system", given: { name: string; domain: string }) =>
      setUp.createOrganisation(given),
    setUp,
    invitations,
    recovery,
    domains: createDomains({ db, engine }),
    persons,
    groups: createGroups({ db, engine }),
    shared: createSharedAccounts({ db, engine, ...parts }),
    access,
    /** Everyone who gets mail for an address; null when nobody has it here. */
    findRecipient: (address: string) => findRecipient(db, address),
    /** @throws Refusal `wrongCredentials`, or `tooManyRequests` with `retryAfter`. */
    signIn: (given: SignIn, client: Client) => signingIn.signIn(given, client),
    askPasskey: signingIn.askPasskey,
    signInByPasskey: signingIn.signInByPasskey,
    /** Without a session, for protocols that send the password, or an app password, each time. */
    authenticate: (given: Basic, { ip }: { ip: string }) => signingIn.authenticate(given, ip),
    /** The same with a token that a program was given. @throws Refusal `wrongCredentials`. */
    authenticateToken: (token: string, { ip }: { ip: string }) =>
      signingIn.authenticateToken(token, ip),
    /** Who is signed in by a token; null when the session has ended or the person is disabled. */
    actorOfToken: (token: string, ip: string) => signingIn.actorOfToken(token, ip),
    /** Which of a person's credentials (`Actor.credential`) still let a user in. */
    livingCredentials: async (personId: string, credentials: readonly string[]) =>
      new Set((await refreshing.living(personId, credentials)).keys()),
    /** An actor as it is by now, for what lives longer than a request; null when it may no more. */
    refresh: (actor: Pick<Actor, "personId" | "credential">) => refreshing.refresh(actor),
    /** Of passwords that are no person's, by what they open. */
    throttle: {
      attempt: (what: string, ip: string) => throttle.attempt(what, ip),
      succeeded: (what: string, ip: string) => throttle.succeeded(what, ip),
    },
    sessions,
    signIns,
    credentials,
    secondFactor,
    policies,
    passkeys,
    own,
    acts: {
      async list(by: ActorOrSystem, page: { limit: number; before?: string }) {
        if (!may(by, "read", { type: "admin-acts" })) refuse("forbidden");
        return listActs(db, page);
      },
    },
    /** Deletes what has run out: sessions, app passwords and tokens, challenges for passkeys, counts of failed sign-ins, and versions of what was shared with whoever is gone. Also ends what waits for a second factor without success. To be called now and then. */
    async sweep(): Promise<void> {
      await sessions.sweep();
      await credentials.sweep();
      await throttle.sweep();
      await passkeys.sweep();
      await signIns.sweep();
      await invitations.sweep();
      await recovery.sweep();
      await forgetPrincipals(db, null);
      await policies.announceDue();
    },
    limits,
  };
}
