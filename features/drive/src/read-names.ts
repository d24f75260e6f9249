import { CAPABILITY, type JmapSession } from "@atrium/contract/types/wire";
import type { DriveClient } from "./client.ts";

/** Ids in one request. */
const AT_ONCE = 400;

/** The names of people and shared accounts by their ids; those who are not in the directory get none. */
export async function readNames(
  { call }: Pick<DriveClient, "call">,
  { primaryAccounts }: Pick<JmapSession, "primaryAccounts">,
  asked: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  const accountId = primaryAccounts[CAPABILITY.principals];
  if (accountId === undefined) return names;
  const all = [...new Set(asked)];
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const ids = all.slice(at, at + AT_ONCE);
    // Without them the accounts are called as the session calls them.
    const answer = await call("Principal/get", {
      accountId,
      ids,
      properties: ["id", "name"],
    }).catch(() => undefined);
    for (const { id, name } of answer?.list ?? []) names.set(id, name);
  }
  return names;
}
