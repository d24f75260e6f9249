import { createHmac, randomBytes } from "node:crypto";
import type { PasskeyRequest, ShownPasskey } from "@atrium/contract/api/passkeys";
import type { SignIn } from "@atrium/contract/api/session";
import { refuse, type Actor } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import { parseAddress } from "../addresses/address.ts";
import { ownerOf } from "../addresses/addresses.store.ts";
import type { Attempt, SignInEvents } from "../history/sign-in-events.ts";
import type { Credentials } from "../credentials/credentials.ts";
import { guestTokenHash } from "../credentials/secrets.ts";
import { guestActor } from "../guests/guests.ts";
import { findGuest } from "../guests/guests.store.ts";
import type { Limits } from "../limits.ts";
import type { Passkeys } from "../passkeys/passkeys.ts";
import { isHashingBusy, isPassword } from "../passwords/password.ts";
import { readPassword } from "../persons/persons.store.ts";
import type { SecondFactor } from "../second-factor/second-factor.ts";
import type { Client, Sessions } from "../sessions/sessions.ts";
import { networkOf, type Throttle } from "../throttle/throttle.ts";
import {
  actorOf,
  mustEnrol,
  mustShowPasskey,
  signedInAs,
  type SignedIn,
} from "../identity/identity.ts";
import { readIdentity, type Identity } from "../identity/identity.store.ts";
import { ACCOUNT_REFUSALS } from "../refusals.ts";

/** Verified credentials that are remembered at once; the oldest make room. */
const CACHE_MAX = 5000;

/** What a program sends each time: a person's address, and the password or an app password. */
export type Basic = Pick<SignIn, "address" | "password">;

export type SigningIn = ReturnType<typeof createSignIn>;

export function createSignIn(options: {
  db: Db;
  clock: Clock;
  sessions: Sessions;
  throttle: Throttle;
  credentials: Credentials;
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  events: SignInEvents;
  limits: Limits;
}) {
  const { db, clock, sessions, throttle, credentials, events, limits } = options;
  const { secondFactor, passkeys } = options;
  const secret = randomBytes(32);
  const cache = new Map<string, Remembered>();
  /** What is being hashed, by network and credentials. */
  const checks = new Map<string, Promise<Verified>>();

  const isPasswordEnough = (identity: Identity): boolean =>
    !mustEnrol(identity, clock.now()) && !mustShowPasskey(identity, clock.now());

  /**
   * Whose password this is. Who has no account here is refused in the same words and the same time as who mistyped;
   * so is who would need a second step, or has to set one up, where there can be none (`alone`). The attempt stays counted as a failure until
   * `succeeded` or `withdraw` of the throttle.
   * @throws Refusal `wrongCredentials`, `tooManyRequests` or `unavailable`.
   */
  async function check({ address, password }: Basic, attempt: Attempt, alone: boolean) {
    const { ip } = attempt.client;
    if (isHashingBusy()) refuse("unavailable", "too many sign-ins at once", { retryAfter: 1 });
    const canonical = canonicalOf(address);
    const name = canonical ?? address.trim().toLowerCase().slice(0, 320);
    await throttle.attempt(name, ip);
    // The same steps for everyone: an address that is nobody's is looked up, and its password hashed, all the same.
    const personId = (await ownerOf(db, [canonical ?? ""])) ?? "";
    const stored = await readPassword(db, personId);
    if (stored !== null) attempt.personId = personId;
    const right = await isPassword(password, stored?.hash ?? null);
    const mayPass = right && !(alone && stored!.hasSecondFactor);
    const identity = mayPass ? await readIdentity(db, personId) : null;
    if (identity === null || (alone && !isPasswordEnough(identity)))
      return refuse(ACCOUNT_REFUSALS.wrongCredentials);
    return {
      name,
      identity,
      passwordOf: stored!.changedAt.getTime(),
      hasSecondFactor: stored!.hasSecondFactor,
    };
  }

  /**
   * Whose password this is, and that person's second factor where one is on.
   * @throws Refusal `secondFactorRequired` when the password is right and a code has to come with it, `wrongCode`;
   * `passkeyRequired` when it is right and opens nothing; that is of no account to who is signed in already.
   */
  async function checkWhole(
    { code, ...given }: SignIn,
    attempt: Attempt,
  ): Promise<Verified & { readonly withCode: boolean }> {
    const { ip } = attempt.client;
    const { name, identity, passwordOf, hasSecondFactor } = await check(given, attempt, false);
    if (hasSecondFactor) {
      if (code === undefined) {
        // Not a success: guessing codes must not begin again with each right password.
        await throttle.withdraw(name, ip);
        return refuse(ACCOUNT_REFUSALS.secondFactorRequired);
      }
      await secondFactor.check(identity.personId, code);
      attempt.factors = "password and code";
    } else if (attempt.way !== "proof" && mustShowPasskey(identity, clock.now())) {
      await throttle.withdraw(name, ip);
      return refuse(ACCOUNT_REFUSALS.passkeyRequired);
    }
    await throttle.succeeded(name, ip);
    return { identity, passwordOf, withCode: hasSecondFactor };
  }

  const keyOf = ({ address, password }: Basic): string =>
    createHmac("sha256", secret).update(`${address}\0${password}`).digest("base64");

  /** Whose it is still; null when it is worth nothing any more, and forgotten. */
  async function stillRight(key: string, hit: Remembered): Promise<Verified | null> {
    // A changed password, a second factor or a disabled person counts at once.
    const stored = await readPassword(db, hit.personId);
    const identity =
      stored?.changedAt.getTime() === hit.passwordOf && !stored.hasSecondFactor
        ? await readIdentity(db, hit.personId)
        : null;
    const isRight = identity !== null && isPasswordEnough(identity);
    // Another one may have taken its place meanwhile.
    if (cache.get(key) === hit) {
      cache.delete(key);
      if (isRight) cache.set(key, hit);
    }
    return isRight ? { identity, passwordOf: hit.passwordOf } : null;
  }

  async function checkAlone(given: Basic, key: string, ip: string): Promise<Verified> {
    const verified = await events.watched("program", { ip, userAgent: "" }, async (attempt) => {
      const { name, identity, passwordOf } = await check(given, attempt, true);
      await throttle.succeeded(name, ip);
      return { identity, passwordOf };
    });
    const { identity, passwordOf } = verified;
    cache.delete(key);
    if (cache.size >= CACHE_MAX) cache.delete(cache.keys().next().value!);
    const until = clock.now().getTime() + limits.credentialCache;
    cache.set(key, { personId: identity.personId, passwordOf, until });
    return verified;
  }

  /**
   * Whose password it is, by what is remembered or by a check that counts. One check serves all who bring the same from
   * the same network while it runs: what is right is not counted as often as it comes, and the same guess twice reveals
   * nothing that it does not reveal once. Those who waited look at what is remembered then, as it may have changed.
   */
  async function verifyAlone(given: Basic, ip: string): Promise<Verified> {
    const key = keyOf(given);
    const checked = `${networkOf(ip)} ${key}`;
    for (;;) {
      const hit = cache.get(key);
      if (hit !== undefined && hit.until > clock.now().getTime()) {
        const verified = await stillRight(key, hit);
        if (verified !== null) return verified;
        // It is forgotten, or replaced while we looked.
        continue;
      }
      const running = checks.get(checked);
      if (running === undefined) {
        const mine = checkAlone(given, key, ip).finally(() => checks.delete(checked));
        checks.set(checked, mine);
        return await mine;
      }
      await running;
    }
  }

  /** Who an app password belongs to, if it goes with this address. It can't be guessed, so nothing is counted. */
  async function byAppPassword({ address, password }: Basic, ip: string): Promise<Actor | null> {
    const found = await credentials.useAppPassword(password, ip);
    if (found === null) return null;
    const owner = await ownerOf(db, [canonicalOf(address) ?? ""]);
    const { identity, credential, access } = found;
    return owner === identity.personId ? actorOf(identity, credential, ip, access) : null;
  }

  return {
    /** Whose password this is, whether or not a second factor is on. */
    verifyPassword: (given: Basic, client: Client): Promise<Verified> =>
      events.watched("proof", client, async (attempt) => {
        const { name, identity, passwordOf } = await check(given, attempt, false);
        await throttle.succeeded(name, client.ip);
        return { identity, passwordOf };
      }),

    /** Whether it is the person who is signed in, by the password and a code where a second factor is on, before something that a stolen session must not do. */
    verify: (given: SignIn, client: Client): Promise<Verified> =>
      events.watched("proof", client, (attempt) => checkWhole(given, attempt)),

    /**
     * Starts a session. The token goes into the cookie and is kept nowhere.
     * @throws Refusal `secondFactorRequired` when the password is right and a code has to come with it, `wrongCode`.
     */
    signIn: (given: SignIn, client: Client): Promise<SignedIn & { readonly token: string }> =>
      events.watched("browser", client, async (attempt) => {
        const { identity, passwordOf, withCode } = await checkWhole(given, attempt);
        const proved = { passwordOf, withCode };
        const { token, id } = await sessions.start(identity, client, proved);
        return {
          ...signedInAs(identity, id, clock.now(), client.ip, sessions.provedUntil()),
          token,
        };
      }),

    /** Asks for a passkey. `browser` is a secret of the one that may answer. */
    askPasskey: ({ browser, origin }: PasskeyOrigin): PasskeyRequest =>
      passkeys.ask({ what: "sign-in", of: browser }, origin),

    /**
     * Starts a session with a passkey alone, which is something that the person has and a finger, a face or a code besides.
     * @throws Refusal `wrongPasskey`, or `tooManyRequests` with `retryAfter`.
     */
    signInByPasskey: (
      shown: ShownPasskey,
      { browser, origin }: PasskeyOrigin,
      client: Client,
    ): Promise<SignedIn & { readonly token: string }> =>
      events.watched("browser", client, async (attempt) => {
        attempt.factors = "passkey";
        await throttle.attemptNetwork(client.ip);
        const asked = { what: "sign-in", of: browser } as const;
        const { personId, passkeyId } = await passkeys.check(shown, { asked, origin }, attempt);
        const identity = await readIdentity(db, personId);
        if (identity === null) return refuse(ACCOUNT_REFUSALS.wrongPasskey);
        await throttle.succeededNetwork(client.ip);
        const { token, id } = await sessions.start(identity, client, { passkeyId });
        return {
          ...signedInAs(identity, id, clock.now(), client.ip, sessions.provedUntil()),
          token,
        };
      }),

    /**
     * For protocols that send the password each time: an app password, or the person's own where no second factor is
     * on. Answers without argon2 for a minute after it was right.
     */
    async authenticate(given: Basic, ip: string): Promise<Actor> {
      const client = await byAppPassword(given, ip);
      if (client !== null) return client;
      const verified = await verifyAlone(given, ip);
      return actorOf(verified.identity, `password:${verified.passwordOf}`, ip);
    },

    /** Who a token for other programs, or the secret of a guest, belongs to. @throws Refusal `wrongCredentials`. */
    async authenticateToken(token: string, ip: string): Promise<Actor> {
      const found = await credentials.useToken(token, ip);
      if (found !== null) return actorOf(found.identity, found.credential, ip, found.access);
      const secretHash = guestTokenHash(token);
      const guest = secretHash && (await findGuest(db, { secretHash }, clock.now()));
      if (guest !== null) return guestActor(guest, ip);
      return events.watched("program", { ip, userAgent: "" }, async () =>
        refuse(ACCOUNT_REFUSALS.wrongCredentials),
      );
    },

    /** Who the token of a session belongs to; null when it has ended, expired, or the person is disabled. */
    async actorOfToken(token: string, ip: string): Promise<SignedIn | null> {
      const found = await sessions.use(token, ip);
      if (found === null) return null;
      const { identity, session } = found;
      // It began with the password, which has become too little since.
      if (session.passkeyId === null && mustShowPasskey(identity, clock.now())) return null;
      return signedInAs(
        identity,
        session.id,
        clock.now(),
        ip,
        sessions.provedUntil(session.provedAt),
      );
    },
  };
}

/** Where a passkey is shown: in which browser, and on which site. */
export interface PasskeyOrigin {
  readonly browser: string;
  readonly origin: string;
}

const canonicalOf = (address: string): string | null =>
  parseAddress(address.trim())?.canonical ?? null;

interface Remembered {
  readonly personId: string;
  readonly passwordOf: number;
  /** In epoch milliseconds. */
  readonly until: number;
}

interface Verified {
  readonly identity: Identity;
  /** When the password was set, in epoch milliseconds. */
  readonly passwordOf: number;
}
