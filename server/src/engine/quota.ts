import type { Db, Tx } from "../platform/db/index.ts";

/** What one account may keep; `null` for as much as it likes. */
export interface QuotaLimits {
  /** Octets of messages and files together. */
  readonly octets: number | null;
  /** Messages. */
  readonly emails: number | null;
}

export const NO_QUOTA: QuotaLimits = { octets: null, emails: null };

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

/** The ids of the Quota records that a change of usage shows in. */
export function quotasTouched(limits: QuotaLimits, more: Usage): string[] {
  return RESOURCES.filter((name) => limits[name] !== null && (more[name] ?? 0) !== 0);
}

/** What an account's records take up now. */
export async function usageOf(db: Db | Tx, accountId: string): Promise<Required<Usage>> {
  const row = await db
    .selectFrom("account")
    .select(["used_octets as octets", "used_emails as emails"])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ?? { octets: 0, emails: 0 };
}
