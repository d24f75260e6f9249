import type { GetResponse, JsonObject, ResultReference } from "@atrium/contract/types/wire";
import type { StandardCallGroup, PendingCall } from "../connection/batch.ts";
import { MethodFailed } from "../connection/errors.ts";
import type { RowStep } from "../query/query.ts";
import type { Entries } from "./entries.ts";

/** Gets what a list's rows show, step after step by reference, in the request that asks for the list itself. */
export async function loadRows(
  entries: Entries,
  group: StandardCallGroup,
  steps: readonly RowStep[],
  ids: readonly string[] | ResultReference,
): Promise<void> {
  let before: PendingCall<GetResponse> | undefined;
  const calls = steps.map(({ type, properties, from }) => {
    const source = before && from !== undefined ? before.ref(from) : ids;
    before = group.call(`${type.name}/get`, {
      accountId: entries.accountId,
      ...("resultOf" in source ? { "#ids": source } : { ids: source }),
      properties: [...new Set(["id", ...properties])],
    });
    return before.result;
  });
  const answers: GetResponse[] = [];
  let rest: { readonly step: RowStep; readonly ids: string[] } | undefined;
  for (const [index, call] of calls.entries()) {
    try {
      answers.push(await call);
    } catch (error) {
      const step = steps[index]!;
      const previous = answers.at(-1);
      const isTooLarge = error instanceof MethodFailed && error.type === "requestTooLarge";
      if (!isTooLarge || !previous || step.from === undefined) throw error;
      // More records than one call may get: they are fetched in parts.
      rest = { step, ids: following(step, previous.list) };
      break;
    }
  }
  entries.host.notifier.together(() => {
    for (const [index, answer] of answers.entries())
      entries.received(entries.of(steps[index]!.type), answer);
  });
  if (rest) await entries.of(rest.step.type).fetcher.fetch(rest.ids, rest.step);
}

/** The records that a step names in those of the step before. */
function following({ from = "" }: RowStep, list: readonly JsonObject[]): string[] {
  const name = from.slice(from.lastIndexOf("/") + 1);
  return [...new Set(list.flatMap((record) => (record[name] ?? []) as string | string[]))];
}

/** Brings what rows show from what is persisted into the tables. Answers the rows up to the first that is not whole. */
export async function restoreRows(
  entries: Entries,
  steps: readonly RowStep[],
  ids: readonly string[],
): Promise<readonly string[]> {
  let wanted = ids;
  for (const [index, { type, properties }] of steps.entries()) {
    if (index > 0) wanted = followingHere(entries, steps, index, wanted);
    const { table } = entries.of(type);
    const missing = wanted.filter((id) => !table.has(id, properties));
    await entries.persistence?.load(type.name, table, missing);
  }
  return wholeRows(entries, steps, ids);
}

/** The rows up to the first of which not everything is here. */
export function wholeRows(
  entries: Entries,
  steps: readonly RowStep[],
  ids: readonly string[],
): readonly string[] {
  const isWhole = (id: string): boolean => {
    let row: readonly string[] = [id];
    return steps.every(({ type, properties }, index) => {
      if (index > 0) row = followingHere(entries, steps, index, row);
      return row.every((one) => entries.of(type).table.has(one, properties));
    });
  };
  const end = ids.findIndex((id) => !isWhole(id));
  return end < 0 ? ids : ids.slice(0, end);
}

/** Records that a window reads before it has its program; conversations may have hundreds each. */
const MOST_NEEDED = 500;

/** The records that rows show, by type, as far as they are known; `undefined` for more than are read ahead. */
export function recordsOfRows(
  entries: Entries,
  steps: readonly RowStep[],
  ids: readonly string[],
): Record<string, readonly string[]> | undefined {
  const needs: Record<string, readonly string[]> = {};
  let wanted = ids;
  let count = 0;
  for (const [index, { type }] of steps.entries()) {
    if (index > 0) wanted = followingHere(entries, steps, index, wanted);
    count += wanted.length;
    if (count > MOST_NEEDED) return undefined;
    needs[type.name] = [...new Set([...(needs[type.name] ?? []), ...wanted])];
  }
  return needs;
}

/** The ids that a step asks for, by the records of the step before that are here. */
function followingHere(
  entries: Entries,
  steps: readonly RowStep[],
  index: number,
  before: readonly string[],
): string[] {
  const { table } = entries.of(steps[index - 1]!.type);
  return following(
    steps[index]!,
    before.flatMap<JsonObject>((id) => table.get(id) ?? []),
  );
}
