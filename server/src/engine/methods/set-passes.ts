import { Refusal } from "../errors.ts";
import {
  create,
  destroy,
  noteUpdates,
  update,
  type Outcome,
  type Step,
  type Taking,
} from "./set-steps.ts";
import { updateTogether } from "./set-together.ts";

/** More passes bring nothing that clients want, and each costs as much as the first. */
const MAX_PASSES = 10;

/**
 * Takes the steps in their order. Those refused are tried again while others succeed, since only the final state has
 * to be valid (RFC 8620 §5.3): a parent may be destroyed with its child, a name freed and taken in one call. Every
 * other pass goes backwards, for chains that were listed the wrong way round.
 */
export async function takeSteps(taking: Taking, steps: readonly Step[]): Promise<Outcome> {
  const outcome: Outcome = { created: new Map(), updated: new Map(), destroyed: [] };
  let open = steps.filter((step) => step.refusal === undefined);
  for (let pass = 0; pass < MAX_PASSES && open.length > 0; pass += 1) {
    for (const group of groups(open, taking.served.store.inBatches === true)) {
      for (const step of group) step.refusal = undefined;
      await takeGroup(taking, group, outcome);
    }
    const before = open.length;
    open = open.filter((step) => step.refusal !== undefined);
    if (open.length < before && pass < MAX_PASSES - 2) open.reverse();
    else if (!(await together(taking, open, outcome))) break;
    open = open.filter((step) => step.refusal !== undefined);
  }
  return outcome;
}

/** Updates and destroys go to the store together where it can take them so. */
function* groups(steps: readonly Step[], inBatches: boolean): Generator<Step[]> {
  const batches: Record<"update" | "destroy", Step[]> = { update: [], destroy: [] };
  for (const step of steps) {
    if (step.verb === "create" || !inBatches) yield [step];
    else batches[step.verb].push(step);
  }
  for (const batch of [batches.update, batches.destroy]) if (batch.length > 0) yield batch;
}

async function takeGroup(taking: Taking, group: readonly Step[], outcome: Outcome): Promise<void> {
  const { verb } = group[0]!;
  const { served, call } = taking;
  if (!served.access(call.actor, verb, call.accountId)) {
    for (const step of group) step.refusal = new Refusal("forbidden");
  } else if (verb === "create") await create(taking, group[0]!, outcome);
  else if (verb === "destroy") await destroy(taking, group, outcome);
  else noteUpdates(taking, await update(taking, group), outcome);
}

/** The updates that are left may stand in each other's way only: two records that swap their names. */
async function together(taking: Taking, open: readonly Step[], outcome: Outcome): Promise<boolean> {
  const updates = open.filter((step) => step.verb === "update");
  const done = await updateTogether(taking, updates);
  noteUpdates(taking, done, outcome);
  return done.length > 0;
}
