import { Refusal, refuse } from "../errors.ts";
import type { LooseRecord } from "../serve.ts";
import {
  current,
  idOf,
  update,
  type Operation,
  type SetContext,
  type Updated,
} from "./set-operations.ts";

/** How often those that cannot be done are left out and the rest is tried again. */
const MAX_TRIES = 5;

/**
 * Updates that were each refused because of another one: all records give up first what only one of them may have,
 * and then become what they shall be (RFC 8620 §5.3: A becomes B while B becomes A). Answers those that were updated,
 * which is none when no part of them leads to a valid state; their refusals are then as they were.
 */
export async function updateTogether(
  context: SetContext,
  steps: readonly Operation[],
): Promise<Updated[]> {
  const { call, served } = context;
  if (served.store.releaseUnique === undefined) return [];
  const refusals = new Map(steps.map((operation) => [operation, operation.refusal]));
  const before = await current(context, steps);
  let group = steps.filter((operation) => before.has(idOf(context, operation)));
  for (let tries = 0; tries < MAX_TRIES && group.length > 1; tries += 1) {
    const trial = group;
    const done = await call.w
      .tentatively(
        async () => {
          const updated = await all(context, trial, before);
          return updated.length === trial.length ? updated : refuse("forbidden");
        },
        { writesFirst: true },
      )
      .catch(noneIfRefused);
    if (done !== null) return done;
    const possible = group.filter((operation) => operation.refusal === undefined);
    for (const operation of group) operation.refusal = refusals.get(operation);
    group = possible;
  }
  return [];
}

/** Those of the updates that were done, when all of them had given up what only one may have. */
async function all(
  context: SetContext,
  group: readonly Operation[],
  before: ReadonlyMap<string, LooseRecord>,
): Promise<Updated[]> {
  const ids = new Set(group.map((operation) => idOf(context, operation)));
  await context.served.store.releaseUnique!(context.call, [...ids]);
  const done: Updated[] = [];
  for (const operation of group) {
    operation.refusal = undefined;
    done.push(...(await update(context, [operation], before)));
  }
  return done;
}

function noneIfRefused(error: unknown): null {
  if (!(error instanceof Refusal)) throw error;
  return null;
}
