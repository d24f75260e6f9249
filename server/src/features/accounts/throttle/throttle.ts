import { sql } from "kysely";
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { refuse } from "../../../engine/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Limits } from "../limits.ts";
import { ORGANISATION } from "../organisation/organisation.store.ts";
import "../tables.ts";

export type Throttle = ReturnType<typeof createThrottle>;

/**
 * Slows down guessing of passwords. Every attempt is counted before the password is looked at, so that many at once
 * don't slip through; a right password takes its count back. Counted in the database: all processes share it.
 */
export function createThrottle({ db, clock, limits }: { db: Db; clock: Clock; limits: Limits }) {
  /** Counts up and answers the milliseconds to wait, 0 when within the limit. */
  async function count(key: string, limit: number): Promise<number> {
    const now = clock.now();
    const expired = new Date(now.getTime() - limits.failureWindow);
    // It began by a clock that was wrong, and would last until that time comes. Clocks of processes differ by less.
    const wrong = new Date(now.getTime() + limits.failureWindow);
    const { rows } = await sql<{ count: number; since: Date }>`
      insert into sign_in_failure as f (account_id, key, count, since)
      values (${ORGANISATION}, ${key}, 1, ${now})
      on conflict (account_id, key) do update set
        count = case when f.since <= ${expired} or f.since > ${wrong} then 1 else f.count + 1 end,
        since = case when f.since <= ${expired} or f.since > ${wrong} then excluded.since else f.since end
      returning count, since`.execute(db);
    const { count, since } = rows[0]!;
    if (count <= limit) return 0;
    return Math.max(1000, since.getTime() + limits.failureWindow - now.getTime());
  }

  async function within(key: string, limit: number): Promise<void> {
    const wait = await count(key, limit);
    if (wait > 0)
      refuse("tooManyRequests", "too many failed sign-ins", { retryAfter: Math.ceil(wait / 1000) });
  }

  /** Refuses without counting, so that who is far beyond a limit writes nothing. */
  async function refuseBeyond(key: string, limit: number): Promise<void> {
    const now = clock.now().getTime();
    const row = await db
      .selectFrom("sign_in_failure")
      .select(["count", "since"])
      .where("account_id", "=", ORGANISATION)
      .where("key", "=", key)
      .executeTakeFirst();
    if (row === undefined || row.count <= limit) return;
    const wait = row.since.getTime() + limits.failureWindow - now;
    if (wait > 0 && wait <= 2 * limits.failureWindow)
      refuse("tooManyRequests", "too many failed sign-ins", { retryAfter: Math.ceil(wait / 1000) });
  }

  async function countDown(key: string): Promise<void> {
    await sql`update sign_in_failure set count = greatest(count - 1, 0)
      where account_id = ${ORGANISATION} and key = ${key}`.execute(db);
  }

  async function forget(key: string): Promise<void> {
    await db
      .deleteFrom("sign_in_failure")
      .where("account_id", "=", ORGANISATION)
      .where("key", "=", key)
      .execute();
  }

  return {
    /** @throws Refusal `tooManyRequests` with `retryAfter`. */
    async attempt(address: string, ip: string): Promise<void> {
      const { pair, name, network } = keysOf(address, ip);
      await refuseBeyond(network, limits.failuresPerNetwork);
      // In this order, so that who is stopped for one address doesn't use up the limit of a whole office.
      for (const [key, limit] of [
        [pair, limits.failuresPerPair],
        [name, limits.failuresPerAddress],
        [network, limits.failuresPerNetwork],
      ] as const) {
        await within(key, limit);
      }
    },

    /** The same for codes of a second factor, which are counted for the person alone. */
    attemptCode: (personId: string): Promise<void> =>
      within(`code ${personId}`, limits.failuresPerCode),

    succeededCode: (personId: string): Promise<void> => forget(`code ${personId}`),

    /**
     * Counts requests for a link in place of a forgotten password, by what was typed alone. Who stops one network for an
     * address does not stop the others.
     */
    async attemptRecovery(address: string, ip: string): Promise<void> {
      const { pair, name, network } = keysOf(address, ip);
      await refuseBeyond(`recovery ${network}`, limits.recoveriesPerNetwork);
      await within(`recovery ${pair}`, limits.recoveriesPerPair);
      await within(`recovery ${name}`, limits.recoveriesPerAddress);
      await within(`recovery ${network}`, limits.recoveriesPerNetwork);
    },

    /** The same for passkeys, of which nobody knows whose they are before they are looked at. */
    attemptNetwork: (ip: string): Promise<void> => within(networkOf(ip), limits.failuresPerNetwork),

    succeededNetwork: (ip: string): Promise<void> => countDown(networkOf(ip)),

    /** Takes back one attempt that was neither right nor wrong. */
    async withdraw(address: string, ip: string): Promise<void> {
      for (const key of Object.values(keysOf(address, ip))) await countDown(key);
    },

    async succeeded(address: string, ip: string): Promise<void> {
      const { pair, name, network } = keysOf(address, ip);
      await forget(pair);
      for (const key of [name, network]) await countDown(key);
    },

    /** Forgets windows that are over. */
    async sweep(): Promise<void> {
      await db
        .deleteFrom("sign_in_failure")
        .where("account_id", "=", ORGANISATION)
        .where("since", "<=", new Date(clock.now().getTime() - limits.failureWindow))
        .execute();
    },
  };
}

/** What was typed as an address may be anything, also a password: only its hash is kept. */
function keysOf(address: string, ip: string) {
  const network = networkOf(ip);
  const name = createHash("sha256").update(address).digest("base64url");
  return { pair: `${network} ${name}`, name, network };
}

/** Whom an address counts for: an IPv4 host, or the /64 that one subscriber has in IPv6. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  if (!isIPv6(ip)) return ip;
  const [before = "", after] = ip.replace(/%.*$/s, "").split("::");
  const head = before.split(":").filter(Boolean);
  const tail = (after ?? "").split(":").filter(Boolean);
  const missing = after === undefined ? 0 : 8 - head.length - tail.length;
  const groups = [...head, ...Array.from({ length: Math.max(0, missing) }, () => "0"), ...tail];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":")}::/64`;
}
