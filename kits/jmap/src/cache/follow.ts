import type { ChangesResponse, GetResponse } from "@atrium/contract/types/wire";
import { MethodFailed } from "../connection/errors.ts";
import { doubt, mutable, type Doubt, type Entries, type Entry } from "./entries.ts";
import { WHOLE, type RecordTable } from "./table.ts";

const MAX_CHANGES = 500;
/** Answers of so many changes after which asking again is cheaper than following. */
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
    const since = table.state;
    let answer: ChangesResponse;
    try {
      answer = await entries.host.group().call(`${type.name}/changes`, {
        accountId: entries.accountId,
        sinceState: since,
        maxChanges: MAX_CHANGES,
      }).result;
    } catch (error) {
      if (!(error instanceof MethodFailed && error.type === "cannotCalculateChanges")) throw error;
      await startAnew(entries, entry);
      return;
    }
    answers += 1;
    if (answers === MOST_ANSWERS && answer.hasMoreChanges) return startAnew(entries, entry);
    const { created, updated, destroyed, updatedProperties, newState } = answer;
    const known = updated.filter((id) => table.knows(id));
    const fresh = table.isWhole ? [...created, ...updated].filter((id) => !table.knows(id)) : [];
    const doubts = answer.hasMoreChanges ? [] : [...entry.doubts];
    // What is of the very state that is reached now was newer, and is right.
    const old = doubts.filter(([, { state }]) => state !== newState).map(([id]) => id);
    const lists = await Promise.all([
      ...getParts(entries, entry, known, updatedProperties ?? mutable(entry)),
      ...getParts(entries, entry, fresh, null),
      ...getParts(entries, entry, old, mutable(entry)),
    ]);
    // Meanwhile all records came at another state.
    if (table.state !== since) continue;
    notifier.together(() => {
      take(entry, doubts, lists);
      const asked = new Set([...known, ...fresh, ...doubts.map(([id]) => id)]);
      // These came while the others were asked for.
      for (const id of updated) if (table.knows(id) && !asked.has(id)) doubtWhole(entry, id);
      table.recorder?.missed([...updated, ...destroyed].filter((id) => !table.knows(id)));
      table.remove(destroyed.filter((id) => table.knows(id)));
      table.state = newState;
      if (table.isWhole) notifier.changed(table, WHOLE);
      if (!answer.hasMoreChanges) arrived(table);
    });
    isMore = answer.hasMoreChanges || entry.doubts.size > 0;
  }
}

/** Gets all records of a type that is small enough to be here whole. */
export async function getWhole(entries: Entries, entry: Entry): Promise<void> {
  const { type, table } = entry;
  const answer = await entries.host
    .group()
    .call(`${type.name}/get`, { accountId: entries.accountId, ids: null }).result;
  const isMoved = table.state !== undefined && table.state !== answer.state;
  entries.host.notifier.together(() => {
    const there = new Set(answer.list.map((record) => record["id"]));
    table.remove(table.ids().filter((id) => !there.has(id)));
    table.merge(answer.list);
    // All records are of this state now, be it newer or older than the one before.
    if (table.state === undefined) entries.begun(entry, answer.state);
    else table.state = answer.state;
    entry.doubts.clear();
    table.isWhole = true;
    entries.host.notifier.changed(table, WHOLE);
  });
  if (isMoved) entries.behind();
}

/** The change log does not reach back far enough: what is here is asked for again. */
async function startAnew(entries: Entries, entry: Entry): Promise<void> {
  const { table } = entry;
  if (table.isWhole) {
    await getWhole(entries, entry);
    table.recorder?.missed(null);
    return;
  }
  for (const id of table.ids()) doubtWhole(entry, id);
  const doubts = [...entry.doubts];
  const asked = new Set(entry.doubts.keys());
  const lists = await Promise.all(getParts(entries, entry, [...asked], mutable(entry)));
  entries.host.notifier.together(() => {
    take(entry, doubts, lists);
    for (const id of table.ids()) if (!asked.has(id)) doubtWhole(entry, id);
    table.recorder?.missed(null);
    table.state = lists[0]?.state;
  });
  if (entry.doubts.size > 0) entries.behind();
}

function doubtWhole(entry: Entry, id: string): void {
  doubt(entry, id, { state: undefined, record: { id } });
}

/** Takes what was in doubt, and over it what the server says now. */
function take(
  entry: Entry,
  doubts: readonly (readonly [id: string, doubt: Doubt])[],
  lists: readonly GetResponse[],
): void {
  const { table } = entry;
  for (const [id, one] of doubts) {
    table.merge([one.record]);
    if (entry.doubts.get(id) === one) entry.doubts.delete(id);
  }
  for (const list of lists) {
    table.merge(list.list);
    table.remove(list.notFound);
  }
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
      host.group().call(`${type.name}/get`, {
        accountId,
        ids: ids.slice(start, start + size),
        properties: properties && [...new Set(["id", ...properties])],
      }).result,
    );
  return parts;
}
