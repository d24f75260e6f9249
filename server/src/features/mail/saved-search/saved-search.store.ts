import { sql } from "kysely";
import type { SavedSearch, SavedSearchRecord } from "@atrium/contract/types/saved-search";
import type { Store } from "../../../engine/index.ts";
import { rowsOf, type Db, type Tx } from "../../../platform/db/index.ts";

interface SavedSearchTable {
  account_id: string;
  id: string;
  name: string;
  search: string;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    saved_search: SavedSearchTable;
  }
}

/** The account's saved searches, in the order in which they were made. */
export async function readSavedSearches(
  db: Db | Tx,
  accountId: string,
  ids: readonly string[] | null = null,
  limit = 1000,
): Promise<SavedSearchRecord[]> {
  const rows = await db
    .selectFrom("saved_search")
    .selectAll()
    .where(rowsOf(accountId, ids))
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id, name, search }) => ({ id, name, text: search }));
}

export const savedSearchStore: Store<typeof SavedSearch> = {
  get: ({ db, accountId }, ids, _properties, limit) => readSavedSearches(db, accountId, ids, limit),

  async create({ w, accountId }, { name, text }) {
    const id = w.newId("y");
    await w.tx
      .insertInto("saved_search")
      .values({ account_id: accountId, id, name, search: text })
      .execute();
    return { id };
  },

  async update({ w, accountId }, updates) {
    for (const { id, after } of updates)
      await w.tx
        .updateTable("saved_search")
        .set({ name: after.name, search: after.text })
        .where("account_id", "=", accountId)
        .where("id", "=", id)
        .execute();
  },

  async destroy({ w, accountId }, ids) {
    await w.tx
      .deleteFrom("saved_search")
      .where("account_id", "=", accountId)
      .where("id", "=", sql<string>`any(${ids})`)
      .execute();
  },
};
