import {
  SavedSearch,
  type SavedSearchCreate,
  type SavedSearchRecord,
} from "@atrium/contract/types/saved-search";
import type { SetResponse } from "@atrium/contract/types/wire";
import { SetRefused, type Account, type JmapClient } from "@atrium/jmap";

/** Keeps a search with the account. Rejects with `SetRefused`, or as every call does. */
export async function createSavedSearch(
  client: JmapClient,
  account: Account,
  search: SavedSearchCreate,
): Promise<void> {
  const answer = await client.call<SetResponse>(`${SavedSearch.name}/set`, {
    accountId: account.id,
    create: { new: search },
  });
  if (answer.notCreated) throw new SetRefused(answer.notCreated);
  await account.fetchAll(SavedSearch);
  await account.sync();
}

export function renameSavedSearch(
  account: Account,
  { id }: SavedSearchRecord,
  name: string,
): Promise<void> {
  return account.act({ type: SavedSearch, update: { [id]: { name } } });
}

export function removeSavedSearch(account: Account, { id }: SavedSearchRecord): Promise<void> {
  return account.act({ type: SavedSearch, destroy: [id] });
}

/** Whether it failed because there are as many as there may be. */
export function isTooMany(error: unknown): boolean {
  return (
    error instanceof SetRefused &&
    Object.values(error.refused).some(({ type }) => type === "overQuota")
  );
}
