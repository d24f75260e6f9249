import { sql, type ColumnType } from "kysely";
import type { TrustedSender, TrustedSenderRecord } from "@atrium/contract/types/trusted-sender";
import { utcSeconds } from "@atrium/contract/types/utc-date";
import { refuse, type Store } from "../../../engine/index.ts";
import { rowsOf, type Db, type Tx } from "../../../platform/db/index.ts";

interface TrustedSenderTable {
  account_id: string;
  id: string;
  email: string;
  created_at: ColumnType<Date, Date, never>;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    trusted_sender: TrustedSenderTable;
  }
}

/** How many senders an account trusts. */
export async function countTrusted(db: Db | Tx, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom("trusted_sender")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId)
    .executeTakeFirstOrThrow();
  return count;
}

export const trustedSenderStore: Store<typeof TrustedSender> = {
  async get({ db, accountId }, ids, _properties, limit): Promise<TrustedSenderRecord[]> {
    const rows = await db
      .selectFrom("trusted_sender")
      .selectAll()
      .where(rowsOf(accountId, ids))
      .orderBy("id")
      .limit(limit)
      .execute();
    return rows.map(({ id, email, created_at }) => ({
      id,
      email,
      createdAt: utcSeconds(created_at),
    }));
  },

  async create({ w, accountId }, { email }) {
    const id = w.newId("s");
    const before = await w.tx
      .selectFrom("trusted_sender")
      .select("id")
      .where("account_id", "=", accountId)
      .where("email", "=", email)
      .executeTakeFirst();
    // RFC 8620 §5.3: the one that there is, is named.
    if (before !== undefined)
      refuse("alreadyExists", "this sender is trusted", { existingId: before.id });
    await w.tx
      .insertInto("trusted_sender")
      .values({ account_id: accountId, id, email, created_at: w.now })
      .execute();
    return { id, createdAt: utcSeconds(w.now) };
  },

  // Nothing of it can be changed.
  update: async () => undefined,

  async destroy({ w, accountId }, ids) {
    await w.tx
      .deleteFrom("trusted_sender")
      .where("account_id", "=", accountId)
      .where("id", "=", sql<string>`any(${ids})`)
      .execute();
  },
};
