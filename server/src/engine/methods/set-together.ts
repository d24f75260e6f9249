import { sql } from "kysely";
import { current, idOf, update, type Step, type Taking, type Updated } from "./set-steps.ts";

/** How often those that cannot be done are left out and the rest is tried anew. */
const MAX_TRIES = 5;

/**
 * Updates that were each refused because of another one: all records give up first what only one of them may have,
 * and then become what they shall be (RFC 8620 §5.3: A becomes B while B becomes A). Answers those that were updated,
 * which is none when no part of them leads to a valid state; their refusals are then as they were.
 */
export async function updateTogether(taking: Taking, steps: readonly Step[]): Promise<Updated[]> {
  const { call, served } = taking;
  if (served.store.yieldPlaces === undefined) return [];
  const refusals = new Map(steps.map((step) => [step, step.refusal]));
  const before = await current(taking, steps);
  let group = steps.filter((step) => before.has(idOf(taking, step)));
  for (let tries = 0; tries < MAX_TRIES && group.length > 1; tries += 1) {
    await sql`savepoint together`.execute(call.w.tx);
    await served.store.yieldPlaces(call, [...new Set(group.map((step) => idOf(taking, step)))]);
    const done: Updated[] = [];
    for (const step of group) {
      step.refusal = undefined;
      done.push(...(await update(taking, [step], before)));
    }
    if (done.length === group.length) {
      await sql`release savepoint together`.execute(call.w.tx);
      return done;
    }
    await sql`rollback to savepoint together`.execute(call.w.tx);
    const possible = group.filter((step) => step.refusal === undefined);
    for (const step of group) step.refusal = refusals.get(step);
    group = possible;
  }
  return [];
}
