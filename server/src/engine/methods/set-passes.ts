import { Refusal } from "../errors.ts";
import { mayTry } from "./context.ts";
import {
  create,
  destroy,
  noteUpdates,
  update,
  type Outcome,
  type Operation,
  type SetContext,
} from "./set-operations.ts";
import { updateTogether } from "./set-together.ts";

/** More passes bring nothing that clients want, and each costs as much as the first. */
const MAX_PASSES = 10;

/**
 * Takes the operations in their order. Those refused are tried again while others succeed, since only the final state has
 * to be valid (RFC 8620 §5.3): a parent may be destroyed with its child, a name freed and taken in one call. Every
 * other pass goes backwards, for chains that were listed the wrong way round.
 */
export async function applyOperations(
  context: SetContext,
  operations: readonly Operation[],
): Promise<Outcome> {
  const outcome: Outcome = { created: new Map(), updated: new Map(), destroyed: [] };
  let open = operations.filter((operation) => operation.refusal === undefined);
  for (let pass = 0; pass < MAX_PASSES && open.length > 0; pass += 1) {
    for (const group of groups(open, context.served.store.inBatches === true)) {
      for (const operation of group) operation.refusal = undefined;
      await applyGroup(context, group, outcome);
    }
    const before = open.length;
    open = open.filter((operation) => operation.refusal !== undefined);
    if (open.length < before && pass < MAX_PASSES - 2) open.reverse();
    else if (!(await applyTogether(context, open, outcome))) break;
    open = open.filter((operation) => operation.refusal !== undefined);
  }
  return outcome;
}

/** Updates and destroys go to the store together where it can take them so. */
function* groups(operations: readonly Operation[], inBatches: boolean): Generator<Operation[]> {
  const batches: Record<"update" | "destroy", Operation[]> = { update: [], destroy: [] };
  for (const operation of operations) {
    if (operation.verb === "create" || !inBatches) yield [operation];
    else batches[operation.verb].push(operation);
  }
  for (const batch of [batches.update, batches.destroy]) if (batch.length > 0) yield batch;
}

async function applyGroup(
  context: SetContext,
  group: readonly Operation[],
  outcome: Outcome,
): Promise<void> {
  const { verb } = group[0]!;
  const { served, call } = context;
  if (!mayTry(served, call, verb)) {
    for (const operation of group) operation.refusal = new Refusal("forbidden");
    return;
  }
  const apply = async (): Promise<void> => {
    if (verb === "create") await create(context, group[0]!, outcome);
    else if (verb === "destroy") await destroy(context, group, outcome);
    else await noteUpdates(context, await update(context, group), outcome);
  };
  // What a rule has written before the store refuses goes with it; where there are several, rules write nothing.
  if (group.length === 1) await leavingNothing(context, group[0]!, apply);
  else await apply();
}

/** Nothing is left of an operation that is refused. */
async function leavingNothing(
  { served, call }: SetContext,
  operation: Operation,
  apply: () => Promise<void>,
): Promise<void> {
  try {
    await call.w.tentatively(async () => {
      await apply();
      if (operation.refusal !== undefined) throw operation.refusal;
    }, served.store);
  } catch (error) {
    if (error !== operation.refusal) throw error;
  }
}

/** The updates that are left may stand in each other's way only: two records that swap their names. */
async function applyTogether(
  context: SetContext,
  open: readonly Operation[],
  outcome: Outcome,
): Promise<boolean> {
  const updates = open.filter((operation) => operation.verb === "update");
  const done = await updateTogether(context, updates);
  await noteUpdates(context, done, outcome);
  return done.length > 0;
}
