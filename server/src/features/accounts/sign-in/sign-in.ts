import { createHmac, randomBytes } from "node:crypto";
import type { SignIn } from "@atrium/contract/api/session";
import { refuse, type Actor } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import { parseAddress } from "../addresses/address.ts";
import { ownerOf } from "../addresses/addresses.store.ts";
import type { Limits } from "../limits.ts";
import { isPassword } from "../passwords/password.ts";
import { readPassword } from "../persons/persons.store.ts";
import { readIdentity, type Identity } from "./identity.store.ts";
import type { Client, Sessions } from "../sessions/sessions.ts";
import type { Throttle } from "../throttle/throttle.ts";
import { actorOf, infoOf, type SignedIn } from "./identity.ts";

/** Verified credentials that are remembered at once; the oldest make room. */
const CACHE_MAX = 5000;

export type SigningIn = ReturnType<typeof createSignIn>;

export function createSignIn(options: {
  db: Db;
  clock: Clock;
  sessions: Sessions;
  throttle: Throttle;
  limits: Limits;
}) {
  const { db, clock, sessions, throttle, limits } = options;
  const secret = randomBytes(32);
  const cache = new Map<string, { personId: string; passwordOf: number; until: number }>();

  /**
   * Whose credentials these are. Who has no account here is refused in the same words and the same time as who mistyped.
   * @throws Refusal `wrongCredentials` or `tooManyRequests`.
   */
  async function verify({ address, password }: SignIn, ip: string): Promise<Verified> {
    const canonical = parseAddress(address.trim())?.canonical ?? null;
    const name = canonical ?? address.trim().toLowerCase().slice(0, 320);
    await throttle.attempt(name, ip);
    // The same steps for everybody: an address that is nobody's is looked up, and its password hashed, all the same.
    const personId = (await ownerOf(db, [canonical ?? ""])) ?? "";
    const stored = await readPassword(db, personId);
    const right = await isPassword(password, stored?.hash ?? null);
    const identity = right ? await readIdentity(db, personId) : null;
    if (identity === null) refuse("wrongCredentials");
    await throttle.succeeded(name, ip);
    return { identity, passwordOf: stored!.changedAt.getTime() };
  }

  const keyOf = ({ address, password }: SignIn): string =>
    createHmac("sha256", secret).update(`${address}\0${password}`).digest("base64");

  async function remembered(key: string): Promise<Identity | null> {
    const hit = cache.get(key);
    if (hit === undefined) return null;
    cache.delete(key);
    if (hit.until <= clock.now().getTime()) return null;
    // A changed password or a disabled person counts at once.
    const stored = await readPassword(db, hit.personId);
    if (stored?.changedAt.getTime() !== hit.passwordOf) return null;
    const identity = await readIdentity(db, hit.personId);
    if (identity !== null) cache.set(key, hit);
    return identity;
  }

  return {
    verify,

    /** Starts a session. The token goes into the cookie and is kept nowhere. */
    async signIn(given: SignIn, client: Client): Promise<SignedIn & { readonly token: string }> {
      const { identity, passwordOf } = await verify(given, client.ip);
      const { token, id } = await sessions.start(identity.personId, client, passwordOf);
      return { token, sessionId: id, actor: actorOf(identity), info: infoOf(identity) };
    },

    /** For protocols that send the password each time. Answers without argon2 for a minute after it was right. */
    async authenticate(given: SignIn, ip: string): Promise<Actor> {
      const key = keyOf(given);
      const known = await remembered(key);
      if (known !== null) return actorOf(known);
      const { identity, passwordOf } = await verify(given, ip);
      if (cache.size >= CACHE_MAX) cache.delete(cache.keys().next().value!);
      const until = clock.now().getTime() + limits.credentialCache;
      cache.set(key, { personId: identity.personId, passwordOf, until });
      return actorOf(identity);
    },

    /** Who the token of a session belongs to; null when it has ended, expired, or the person is disabled. */
    async actorOfToken(token: string, ip: string): Promise<SignedIn | null> {
      const found = await sessions.use(token, ip);
      if (found === null) return null;
      const { session, identity } = found;
      return { sessionId: session.id, actor: actorOf(identity), info: infoOf(identity) };
    },
  };
}

interface Verified {
  readonly identity: Identity;
  /** When the password was set, in epoch milliseconds. */
  readonly passwordOf: number;
}
