import type { Db, Tx } from "../platform/db/index.ts";
import type { Change } from "./tables.ts";

/** What one account may keep; `null` for as much as it likes. */
export interface QuotaLimits {
  /** Octets of messages and files together. */
  readonly octets: number | null;
  /** Messages. */
  readonly emails: number | null;
}

export const NO_QUOTA: QuotaLimits = { octets: null, emails: null };

/** The limits of one account: `null` means the setting for all accounts. */
export const limitsOf = (own: QuotaLimits, usual: QuotaLimits): QuotaLimits => ({
  octets: own.octets ?? usual.octets,
  emails: own.emails ?? usual.emails,
});

/** Of a limit, from where on a client may warn. */
export const QUOTA_WARN_AT = 0.9;

/** What records take up, or will. */
export interface Usage {
  readonly octets?: number;
  readonly emails?: number;
}

/** The resources that can have a limit; their names are the ids of the Quota records (RFC 9425). */
const RESOURCES = ["octets", "emails"] as const;

/** Whether `more` beside what is used exceeds a limit. What needs nothing is never too much. */
export function isOver(limits: QuotaLimits, used: Usage, more: Usage): boolean {
  return RESOURCES.some((name) => {
    const [limit, wanted = 0] = [limits[name], more[name]];
    return limit !== null && wanted > 0 && (used[name] ?? 0) + wanted > limit;
  });
}

/** How many octets may be kept beside what is used; `null` for as many as one likes. */
export const roomBeside = ({ octets }: QuotaLimits, used: Usage): number | null =>
  octets === null ? null : octets - (used.octets ?? 0);

/** The ids of the Quota records that a change of usage shows in. */
export function quotasTouched(limits: QuotaLimits, more: Usage): string[] {
  return RESOURCES.filter((name) => limits[name] !== null && (more[name] ?? 0) !== 0);
}

/** How the Quota records change when an account gets other limits. */
export function quotasChanged(
  before: QuotaLimits,
  after: QuotaLimits,
): (readonly [id: string, change: Change])[] {
  return RESOURCES.filter((name) => before[name] !== after[name]).map((name) => [
    name,
    before[name] === null ? "created" : after[name] === null ? "destroyed" : "updated",
  ]);
}

/** What an account's records take up now, and what they may. */
export interface Storage {
  readonly used: Required<Usage>;
  /** What it has of its own; `null`: as all. */
  readonly own: QuotaLimits;
  readonly limits: QuotaLimits;
}

export async function storageOf(
  db: Db | Tx,
  accountId: string,
  usual: QuotaLimits,
): Promise<Storage> {
  const row = await db
    .selectFrom("account")
    .select(["used_octets", "used_emails", "quota_octets", "quota_emails"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  const own = { octets: row?.quota_octets ?? null, emails: row?.quota_emails ?? null };
  return {
    used: { octets: row?.used_octets ?? 0, emails: row?.used_emails ?? 0 },
    own,
    limits: limitsOf(own, usual),
  };
}
