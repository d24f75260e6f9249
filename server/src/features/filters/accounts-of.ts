import type { Db, Tx } from "../../platform/db/index.ts";
import { hasDomain, ORGANISATION, parseAddress } from "../accounts/index.ts";

/** Whether mail to an address stays in the organisation. */
export async function isHere(db: Db | Tx, text: string): Promise<boolean> {
  const address = parseAddress(text);
  return address !== null && (await hasDomain(db, address.domain));
}

/** The person whose own account it is; `null` for a shared one. */
export async function ownerOf(db: Db | Tx, accountId: string): Promise<string | null> {
  const row = await db
    .selectFrom("person")
    .select("id")
    .where("account_id", "=", ORGANISATION)
    .where("personal_account_id", "=", accountId)
    .executeTakeFirst();
  return row?.id ?? null;
}
