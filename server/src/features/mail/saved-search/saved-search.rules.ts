import type { SavedSearch } from "@atrium/contract/types/saved-search";
import { refuse, type Rules } from "../../../engine/index.ts";
import { readSavedSearches } from "./saved-search.store.ts";

/** Of one account. */
const MOST = 200;
/** In octets. */
const MAX_NAME = 255;
/** In characters. */
const MAX_TEXT = 2000;

/** What the description cannot say. @throws Refusal naming all that is wrong. */
function checked<T extends { readonly name: string; readonly text: string }>(record: T): T {
  const { name, text } = record;
  const properties = [
    ...(isLine(name) && Buffer.byteLength(name) <= MAX_NAME ? [] : ["name"]),
    ...(isLine(text) && text.length <= MAX_TEXT ? [] : ["text"]),
  ];
  if (properties.length > 0) refuse("invalidProperties", undefined, { properties });
  return record;
}

const isLine = (text: string): boolean =>
  text.trim() !== "" && !/\p{Cc}/u.test(text) && text.isWellFormed();

export const savedSearchRules: Rules<typeof SavedSearch> = {
  async create(record, { db, accountId }) {
    const all = await readSavedSearches(db, accountId);
    if (all.length >= MOST) refuse("overQuota", "too many saved searches");
    return checked(record);
  },
  update: (after) => checked(after),
};
