import { sql, type Selectable } from "kysely";
import type { Identity, IdentityCreate, IdentityRecord } from "@atrium/contract/types/identity";
import type { EmailAddress } from "@atrium/contract/types/email";
import type { Store } from "../../../engine/index.ts";
import { rowsOf, type Db, type Tx } from "../../../platform/db/index.ts";
import type { IdentityTable } from "./tables.ts";
import "./tables.ts";

function recordOf(row: Selectable<IdentityTable>): IdentityRecord {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    replyTo: row.reply_to,
    bcc: row.bcc,
    textSignature: row.text_signature,
    htmlSignature: row.html_signature,
    mayDelete: row.position === null,
  };
}

const json = (list: readonly EmailAddress[] | null | undefined): string | null =>
  list ? JSON.stringify(list) : null;

/** The account's identities: the default ones first, that of the primary address before all. */
export async function readIdentities(
  db: Db | Tx,
  accountId: string,
  options: { ids?: readonly string[] | null; limit?: number } = {},
): Promise<IdentityRecord[]> {
  const { ids = null, limit = 1000 } = options;
  const rows = await db
    .selectFrom("identity")
    .selectAll()
    .where(rowsOf(accountId, ids))
    .orderBy("position", (order) => order.asc().nullsLast())
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(recordOf);
}

export const identityStore: Store<typeof Identity> = {
  get: (call, ids, _properties, limit) => readIdentities(call.db, call.accountId, { ids, limit }),

  async create({ w, accountId }, record: IdentityCreate) {
    const id = w.newId("i");
    await w.tx
      .insertInto("identity")
      .values({
        account_id: accountId,
        id,
        email: record.email,
        name: record.name ?? "",
        reply_to: json(record.replyTo),
        bcc: json(record.bcc),
        text_signature: record.textSignature ?? "",
        html_signature: record.htmlSignature ?? "",
        position: null,
      })
      .execute();
    return { id, mayDelete: true };
  },

  async update({ w, accountId }, updates) {
    for (const { id, after } of updates)
      await w.tx
        .updateTable("identity")
        .set({
          name: after.name,
          reply_to: json(after.replyTo),
          bcc: json(after.bcc),
          text_signature: after.textSignature,
          html_signature: after.htmlSignature,
        })
        .where("account_id", "=", accountId)
        .where("id", "=", id)
        .execute();
  },

  async destroy({ w, accountId }, ids) {
    await w.tx
      .deleteFrom("identity")
      .where("account_id", "=", accountId)
      .where("id", "=", sql<string>`any(${ids})`)
      .execute();
  },
};
