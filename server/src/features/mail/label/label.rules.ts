import type { Label, LabelRecord } from "@atrium/contract/types/label";
import { refuse, refuseProperty, type Rules } from "../../../engine/index.ts";
import { MAX_LABELS, MAX_LABEL_NAME } from "../limits.ts";
import { checkSortOrder } from "../sort-order.ts";
import { nameKey, readLabels } from "./label.store.ts";

/** Would turn the words around it, or the end of the line, into something else. */
const MISLEADING = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** The name as it is kept. */
function checkName(given: string): string {
  const name = given.normalize("NFC").trim();
  if (!name.isWellFormed() || MISLEADING.test(name))
    refuseProperty("name", "no control characters");
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(name))
    refuseProperty("name", "a label has a name that can be seen");
  if (Buffer.byteLength(name) > MAX_LABEL_NAME) refuseProperty("name", "too long");
  return name;
}

function checkIsAlone(name: string, others: readonly LabelRecord[]): void {
  const same = others.find((other) => nameKey(other.name) === nameKey(name));
  if (same !== undefined)
    refuse("alreadyExists", "another label has this name", {
      existingId: same.id,
      properties: ["name"],
    });
}

export const labelRules: Rules<typeof Label> = {
  async create(record, { db, accountId }) {
    const name = checkName(record.name);
    checkSortOrder(record.sortOrder ?? 0);
    const all = await readLabels(db, accountId);
    if (all.length >= MAX_LABELS) refuse("overQuota", "too many labels");
    checkIsAlone(name, all);
    return { ...record, name };
  },

  async update(after, _before, { db, accountId }, changed) {
    if (changed.includes("sortOrder")) checkSortOrder(after.sortOrder);
    if (!changed.includes("name")) return after;
    const name = checkName(after.name);
    const all = await readLabels(db, accountId);
    checkIsAlone(
      name,
      all.filter(({ id }) => id !== after.id),
    );
    return { ...after, name };
  },
};
