import { parsePolicy, resolvePolicy, validateMx } from "mailauth/lib/mta-sts.js";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Resolver } from "../../../platform/dns/index.ts";
import type { Log } from "../../../platform/log/index.ts";
import type { OutboundHttp } from "../../../platform/outbound-http/index.ts";
import { ORGANISATION } from "../../accounts/index.ts";
import "./tables.ts";

/** What a domain demands of those who send to it (RFC 8461); null: nothing. */
export interface TransportPolicy {
  readonly mode: "testing" | "enforce";
  /** Whether it names this server. */
  allows(host: string): boolean;
}

export interface TransportPolicies {
  of(domain: string): Promise<TransportPolicy | null>;
}

/** RFC 8461 §3.3. */
const FETCH_WITHIN = 60_000;
const MAX_SIZE = 64 * 1024;
/** RFC 8461 §3.2 allows a year; a policy that nobody can fetch any more should not stand in the way so long. */
const MAX_AGE = 90 * 86_400_000;

/** How long a policy that could not be fetched is not asked for again, in milliseconds. */
const FETCH_AGAIN = 5 * 60_000;

interface Kept {
  readonly id: string;
  readonly mode: "none" | "testing" | "enforce";
  readonly mx: readonly string[];
  readonly expiresAt: Date;
}

/** Fetches and keeps the policies of other domains. What is kept holds until it expires, whatever DNS says now. */
export function createTransportPolicies(options: {
  readonly db: Db;
  readonly resolver: Pick<Resolver, "resolveTxt">;
  readonly http: OutboundHttp;
  readonly clock: Clock;
  readonly log: Log;
}): TransportPolicies {
  const { db, resolver, http, clock, log } = options;
  /** When a fetch failed last, by domain and id of the policy. */
  const failed = new Map<string, number>();

  async function kept(domain: string): Promise<Kept | null> {
    const row = await db
      .selectFrom("mta_sts_policy")
      .select(["policy_id", "mode", "mx", "expires_at"])
      .where("account_id", "=", ORGANISATION)
      .where("domain", "=", domain)
      .where("expires_at", ">", clock.now())
      .executeTakeFirst();
    if (row === undefined) return null;
    return { id: row.policy_id, mode: row.mode, mx: row.mx, expiresAt: row.expires_at };
  }

  async function keep(domain: string, policy: Kept): Promise<void> {
    const row = {
      policy_id: policy.id,
      mode: policy.mode,
      mx: [...policy.mx],
      expires_at: policy.expiresAt,
    };
    await db
      .insertInto("mta_sts_policy")
      .values({ account_id: ORGANISATION, domain, ...row })
      .onConflict((conflict) => conflict.columns(["account_id", "domain"]).doUpdateSet(row))
      .execute();
  }

  async function fetched(domain: string, id: string): Promise<Kept> {
    const url = `https://mta-sts.${domain}/.well-known/mta-sts.txt`;
    const { status, headers, body } = await http.send(url, {
      timeout: FETCH_WITHIN,
      maxSize: MAX_SIZE,
    });
    if (status !== 200) throw new Error(`the policy's host answered ${status}`);
    if (!/^text\/plain\b/i.test(headers["content-type"] ?? ""))
      throw new Error("the policy is no plain text");
    const policy = parsePolicy(body);
    const age = Math.min((policy.maxAge ?? 0) * 1000, MAX_AGE);
    return {
      id,
      mode: policy.mode,
      mx: policy.mx ?? [],
      expiresAt: new Date(clock.now().getTime() + age),
    };
  }

  return {
    async of(domain) {
      const known = await kept(domain);
      const policy = await current(domain, known).catch((err: unknown) => {
        // RFC 8461 §3.3: what cannot be fetched changes nothing.
        log.info({ err, domain }, "could not read the MTA-STS policy of a domain");
        return known;
      });
      if (policy === null || policy.mode === "none") return null;
      const { mode, mx } = policy;
      return { mode, allows: (host) => validateMx(host, { mode, mx: [...mx] }).valid };
    },
  };

  async function current(domain: string, known: Kept | null): Promise<Kept | null> {
    const id = await resolvePolicy(domain, {
      resolver: (name: string) => resolver.resolveTxt(name),
    });
    if (typeof id !== "string" || id === known?.id) return known;
    const key = `${domain} ${id}`;
    const now = clock.now().getTime();
    if (now < (failed.get(key) ?? 0) + FETCH_AGAIN) return known;
    for (const [other, at] of failed) if (now >= at + FETCH_AGAIN) failed.delete(other);
    failed.set(key, now);
    const policy = await fetched(domain, id);
    failed.delete(key);
    await keep(domain, policy);
    return policy;
  }
}
