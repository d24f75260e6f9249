import type { GetResponse, ResultReference } from "@atrium/contract/types/wire";
import type { CallGroup, PendingCall } from "../connection/batch.ts";
import { MethodFailed } from "../connection/errors.ts";
import type { RowStep } from "../query/windowed-query.ts";
import type { Entries } from "./entries.ts";

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
      const name = step.from.slice(step.from.lastIndexOf("/") + 1);
      rest = { step, ids: previous.list.flatMap((record) => record[name] as string | string[]) };
      break;
    }
  }
  entries.host.notifier.together(() => {
    for (const [index, answer] of answers.entries())
      entries.received(entries.of(steps[index]!.type), answer);
  });
  if (rest) await entries.of(rest.step.type).fetcher.fetch(rest.ids, rest.step);
}
