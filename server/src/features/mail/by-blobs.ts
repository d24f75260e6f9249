import { sql, type RawBuilder } from "kysely";
import type { Call } from "../../engine/index.ts";

type Found = readonly { readonly hash: string; readonly id: string }[];

/** RFC 9404 §4.3: what shows the messages that lie in these blobs. */
const found =
  (id: RawBuilder<string>, from: RawBuilder<unknown> = sql`email`) =>
  async (
    { db, accountId }: Pick<Call, "accountId" | "db">,
    hashes: readonly string[],
  ): Promise<Found> => {
    const { rows } = await sql<{ hash: string; id: string }>`
      select distinct blob_hash as hash, ${id} as id from ${from}
      where account_id = ${accountId} and blob_hash = any(${[...hashes]})
      order by id`.execute(db);
    return rows;
  };

export const emailsByBlobs = found(sql`id`);
export const threadsByBlobs = found(sql`thread_id`);
export const mailboxesByBlobs = found(
  sql`mailbox_id`,
  sql`email cross join unnest(mailbox_ids) as mailbox_id`,
);
