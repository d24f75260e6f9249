import { Label } from "@atrium/contract/types/label";
import { serve, tableStore, type Served } from "../../../engine/index.ts";
import type { Tx } from "../../../platform/db/index.ts";
import { toMail } from "../access.ts";
import { MAX_LABELS, MAX_SORT_ORDER } from "../limits.ts";
import { keywordFor } from "./keyword.ts";
import { labelName } from "./label-name.ts";
import { releaseKeywords } from "./remove-keywords.ts";

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    label: { account_id: string; keyword: string };
    label_removal: { account_id: string; keyword: string };
  }
}

/** Keywords that people see by a name and a colour. */
export const label: Served = serve(Label, {
  access: toMail,
  store: tableStore(Label, {
    table: "label",
    idPrefix: "l",
    most: MAX_LABELS,
    // The name by which two labels are the same.
    derived: ({ name }) => ({ name_key: name.normalize("NFKC").toLowerCase() }),
    unique: { column: "name_key", property: "name" },
    initial: async ({ w, accountId }, { name }) => ({
      keyword: keywordFor(name, await keywordsInUse(w.tx, accountId)),
    }),
    destroyed: ({ w, accountId }, rows) =>
      releaseKeywords(
        w.tx,
        accountId,
        rows.map(({ keyword }) => keyword as string),
      ),
  }),
  limits: { sortOrder: { max: MAX_SORT_ORDER } },
  rules: {
    create: (record) => ({ ...record, name: labelName(record.name) }),
    update: (after, _before, _call, changed) =>
      changed.includes("name") ? { ...after, name: labelName(after.name) } : after,
  },
});

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
