import type { Account, JmapClient } from "@atrium/jmap";

/** Messages that one request brings back or deletes. */
const AT_ONCE = 200;

/** The ids of all deleted messages that are found by a text; all of them by none. */
export async function findDeleted(
  client: JmapClient,
  { id: accountId }: Account,
  text: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (;;) {
    const { ids } = await client.call("DeletedEmail/query", {
      accountId,
      filter: text === "" ? null : { text },
      position: found.length,
    });
    if (ids.length === 0) return found;
    found.push(...ids);
  }
}

export interface Recovered {
  readonly recovered: number;
  /** There is no room for them. */
  readonly noRoom: number;
  /** They were recovered or deleted elsewhere. */
  readonly gone: number;
}

export async function recover(
  client: JmapClient,
  { id: accountId }: Account,
  ids: readonly string[],
): Promise<Recovered> {
  let [recovered, noRoom, gone] = [0, 0, 0];
  for (const some of parts(ids)) {
    const answer = await client.call("DeletedEmail/restore", { accountId, ids: some });
    recovered += Object.keys(answer.restored ?? {}).length;
    for (const { type } of Object.values(answer.notRestored ?? {}))
      if (type === "notFound") gone += 1;
      else noRoom += 1;
  }
  return { recovered, noRoom, gone };
}

/** Deletes them now; answers how many there were. */
export async function deleteNow(
  client: JmapClient,
  { id: accountId }: Account,
  ids: readonly string[],
): Promise<number> {
  let count = 0;
  for (const some of parts(ids)) {
    const { destroyed } = await client.call("DeletedEmail/set", { accountId, destroy: some });
    count += destroyed?.length ?? 0;
  }
  return count;
}

function* parts(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += AT_ONCE) yield ids.slice(start, start + AT_ONCE);
}
