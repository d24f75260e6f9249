import type { GetResponse, JsonObject, ResultReference } from "@atrium/contract/types/wire";
import type { CallGroup, PendingCall } from "../connection/batch.ts";
import { MethodFailed } from "../connection/errors.ts";
import type { RowStep } from "../query/query.ts";
import type { Entries } from "./entries.ts";
import type { RecordTable } from "./table.ts";

/** Gets what a list's rows show, step after step by reference, in the request that asks for the list itself. */
export async function loadRows(
  entries: Entries,
  group: CallGroup,
  steps: readonly RowStep[],
  ids: readonly string[] | ResultReference,
): Promise<void> {
  let before: PendingCall<GetResponse> | undefined;
  const calls = steps.map(({ type, properties, from }) => {
    const source = before && from !== undefined ? before.ref(from) : ids;
    before = group.call<GetResponse>(`${type.name}/get`, {
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

/** Brings what rows show from what is kept into the tables. Answers the rows up to the first that is not whole. */
export async function restoreRows(
  entries: Entries,
  steps: readonly RowStep[],
  ids: readonly string[],
): Promise<readonly string[]> {
  let wanted = ids;
  let tables: RecordTable[] = [];
  for (const step of steps) {
    const { type, properties } = step;
    const { table } = entries.of(type);
    const before = tables.at(-1);
    if (before)
      wanted = following(
        step,
        wanted.flatMap<JsonObject>((id) => before.get(id) ?? []),
      );
    const missing = wanted.filter((id) => !table.has(id, properties));
    await entries.keeper?.load(type.name, table, missing);
    tables = [...tables, table];
  }
  const isWhole = (id: string): boolean => {
    let row: readonly string[] = [id];
    return steps.every((step, index) => {
      const before = tables[index - 1];
      if (before)
        row = following(
          step,
          row.flatMap<JsonObject>((id) => before.get(id) ?? []),
        );
      return row.every((id) => tables[index]!.has(id, step.properties));
    });
  };
  const end = ids.findIndex((id) => !isWhole(id));
  return end < 0 ? ids : ids.slice(0, end);
}
