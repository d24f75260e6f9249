import { SavedSearch, type SavedSearchRecord } from "@atrium/contract/types/saved-search";
import { SetRefused, type Account } from "@atrium/jmap";

export function renameSavedSearch(
  account: Account,
  { id }: SavedSearchRecord,
  name: string,
): Promise<void> {
  return account.mutate({ type: SavedSearch, update: { [id]: { name } } });
}

export function removeSavedSearch(account: Account, { id }: SavedSearchRecord): Promise<void> {
  return account.mutate({ type: SavedSearch, destroy: [id] });
}

/** Whether it failed because there are as many as there may be. */
export function isTooMany(error: unknown): boolean {
  return (
    error instanceof SetRefused &&
    Object.values(error.refused).some(({ type }) => type === "overQuota")
  );
}
