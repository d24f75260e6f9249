import { sql } from "kysely";
import type { Label, LabelColor, LabelRecord } from "@atrium/contract/types/label";
import type { Store } from "../../../engine/index.ts";
import { rowsOf, type Db, type Tx } from "../../../platform/db/index.ts";
import { enqueue } from "../../../platform/jobs/index.ts";
import { MAX_LABELS } from "../limits.ts";
import { keywordFor } from "./keyword.ts";
import { REMOVE_KEYWORDS } from "./remove-keywords.ts";

interface LabelTable {
  account_id: string;
  id: string;
  name: string;
  name_key: string;
  color: LabelColor;
  keyword: string;
  sort_order: number;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    label: LabelTable;
    label_removal: { account_id: string; keyword: string };
  }
}

/** The name by which two labels are told to be the same. */
export const nameKey = (name: string): string => name.normalize("NFKC").toLowerCase();

/** The account's labels, in the order in which they were made. */
export async function readLabels(
  db: Db | Tx,
  accountId: string,
  ids: readonly string[] | null = null,
  limit = MAX_LABELS,
): Promise<LabelRecord[]> {
  const rows = await db
    .selectFrom("label")
    .selectAll()
    .where(rowsOf(accountId, ids))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id, name, color, keyword, sort_order }) => ({
    id,
    name,
    color,
    keyword,
    sortOrder: sort_order,
  }));
}

/** Keywords of labels that there are, and of those that some message may still carry. */
async function keywordsInUse(tx: Tx, accountId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("label")
    .select("keyword")
    .where("account_id", "=", accountId)
    .union(tx.selectFrom("label_removal").select("keyword").where("account_id", "=", accountId))
    .execute();
  return new Set(rows.map(({ keyword }) => keyword));
}

export const labelStore: Store<typeof Label> = {
  get: ({ db, accountId }, ids, _properties, limit) => readLabels(db, accountId, ids, limit),

  async create({ w, accountId }, { name, color = "gray", sortOrder = 0 }) {
    const id = w.newId("l");
    const keyword = keywordFor(name, await keywordsInUse(w.tx, accountId));
    await w.tx
      .insertInto("label")
      .values({
        account_id: accountId,
        id,
        name,
        name_key: nameKey(name),
        color,
        keyword,
        sort_order: sortOrder,
      })
      .execute();
    return { id, keyword };
  },

  async update({ w, accountId }, updates) {
    for (const { id, after } of updates)
      await w.tx
        .updateTable("label")
        .set({
          name: after.name,
          name_key: nameKey(after.name),
          color: after.color,
          sort_order: after.sortOrder,
        })
        .where("account_id", "=", accountId)
        .where("id", "=", id)
        .execute();
  },

  async destroy({ w, accountId }, ids) {
    const gone = await w.tx
      .deleteFrom("label")
      .where("account_id", "=", accountId)
      .where("id", "=", sql<string>`any(${ids})`)
      .returning("keyword")
      .execute();
    await w.tx
      .insertInto("label_removal")
      .values(gone.map(({ keyword }) => ({ account_id: accountId, keyword })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await enqueue(w.tx, REMOVE_KEYWORDS);
  },
};
