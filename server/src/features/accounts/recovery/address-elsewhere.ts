import type { Db } from "../../../platform/db/index.ts";
import { findRecipient } from "../addresses/find-recipient.ts";

/** Whether mail to an address comes elsewhere than into this account, which nobody reads without signing in to it. */
export async function isAddressElsewhere(
  db: Db,
  accountId: string,
  address: string,
): Promise<boolean> {
  const here = await findRecipient(db, address);
  return here === null || here.every((recipient) => recipient.accountId !== accountId);
}
