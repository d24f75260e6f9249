import type { QuotaLimits, UnitOfWork } from "../../../engine/index.ts";

/** What an account may keep where that is not what all may; what is left out stays. */
export interface OwnQuota {
  readonly quotaOctets?: number | null;
  readonly quotaEmails?: number | null;
}

export const OWN_QUOTA_PROPERTIES: readonly (keyof OwnQuota)[] = ["quotaOctets", "quotaEmails"];

export const changesQuota = ({ quotaOctets, quotaEmails }: OwnQuota): boolean =>
  quotaOctets !== undefined || quotaEmails !== undefined;

/** The unit has locked the account. */
export const writeOwnQuota = (
  w: UnitOfWork,
  accountId: string,
  before: Required<OwnQuota>,
  { quotaOctets = before.quotaOctets, quotaEmails = before.quotaEmails }: OwnQuota,
): Promise<void> => w.setQuota(accountId, { octets: quotaOctets, emails: quotaEmails });

/** Of a row that has the columns of an account. */
export const ownQuotaOf = ({
  quota_octets,
  quota_emails,
}: {
  readonly quota_octets: QuotaLimits["octets"];
  readonly quota_emails: QuotaLimits["emails"];
}): Required<OwnQuota> => ({ quotaOctets: quota_octets, quotaEmails: quota_emails });
