import type { ChangesResponse, GetResponse } from "@atrium/contract/types/wire";
import { MethodFailed } from "../connection/errors.ts";
import type { Entries, Entry } from "./entries.ts";
import { WHOLE, type RecordTable } from "./table.ts";

const MAX_CHANGES = 500;
/** Answers of so many changes after which asking anew is cheaper than following. */
const MOST_ANSWERS = 6;

/**
 * Brings the records of one type from their state to the server's (RFC 8620 §5.2).
 * @param arrived is called in the same moment in which the last of them are in the table.
 */
export async function follow(
  entries: Entries,
  entry: Entry,
  arrived: (table: RecordTable) => void,
): Promise<void> {
  const { type, table } = entry;
  const { notifier } = entries.host;
  let answers = 0;
  for (let isMore = true; isMore;) {
    let answer: ChangesResponse;
    try {
      answer = await entries.host.group().call<ChangesResponse>(`${type.name}/changes`, {
        accountId: entries.accountId,
        sinceState: table.state,
        maxChanges: MAX_CHANGES,
      }).result;
    } catch (error) {
      if (!(error instanceof MethodFailed && error.type === "cannotCalculateChanges")) throw error;
      await startAnew(entries, entry);
      return;
    }
    answers += 1;
    if (answers === MOST_ANSWERS && answer.hasMoreChanges) return startAnew(entries, entry);
    const { created, updated, destroyed, updatedProperties } = answer;
    const known = updated.filter((id) => table.knows(id));
    const fresh = table.isWhole ? [...created, ...updated].filter((id) => !table.knows(id)) : [];
    const lists = await Promise.all([
      ...getParts(entries, entry, known, updatedProperties ?? mutable(entry)),
      ...getParts(entries, entry, fresh, null),
    ]);
    notifier.together(() => {
      for (const list of lists) {
        table.merge(list.list);
        table.remove(list.notFound);
      }
      table.recorder?.missed([...updated, ...destroyed].filter((id) => !table.knows(id)));
      table.remove(destroyed.filter((id) => table.knows(id)));
      table.state = answer.newState;
      if (table.isWhole) notifier.changed(table, WHOLE);
      if (!answer.hasMoreChanges) arrived(table);
    });
    isMore = answer.hasMoreChanges;
  }
}

/** Gets all records of a type that is small enough to be here whole. */
export async function getWhole(entries: Entries, entry: Entry): Promise<void> {
  const { type, table } = entry;
  const answer = await entries.host
    .group()
    .call<GetResponse>(`${type.name}/get`, { accountId: entries.accountId, ids: null }).result;
  entries.host.notifier.together(() => {
    const there = new Set(answer.list.map((record) => record["id"]));
    table.remove(table.ids().filter((id) => !there.has(id)));
    entries.received(entry, answer);
    table.isWhole = true;
    entries.host.notifier.changed(table, WHOLE);
  });
}

/** The change log does not reach back far enough: what is here is asked for again. */
async function startAnew(entries: Entries, entry: Entry): Promise<void> {
  const { table } = entry;
  table.state = undefined;
  table.recorder?.missed(null);
  if (table.isWhole) return getWhole(entries, entry);
  const lists = await Promise.all(getParts(entries, entry, table.ids(), mutable(entry)));
  entries.host.notifier.together(() => {
    for (const list of lists) entries.received(entry, list);
  });
}

/** Of records that are here only what can change is asked for again. */
function mutable({ type }: Entry): string[] {
  return Object.entries(type.properties)
    .filter(([, property]) => property.immutable !== true)
    .map(([name]) => name);
}

/** Not through the fetcher: a `/get` already under way may be older than the change. */
function getParts(
  { accountId, host }: Entries,
  { type }: Entry,
  ids: readonly string[],
  properties: readonly string[] | null,
): Promise<GetResponse>[] {
  const size = host.limit("maxObjectsInGet");
  const parts: Promise<GetResponse>[] = [];
  for (let start = 0; start < ids.length; start += size)
    parts.push(
      host.group().call<GetResponse>(`${type.name}/get`, {
        accountId,
        ids: ids.slice(start, start + size),
        properties: properties && [...new Set(["id", ...properties])],
      }).result,
    );
  return parts;
}
