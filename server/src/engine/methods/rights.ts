import type { TypeDescription } from "@atrium/contract/types/define";
import { refuse, refuseProperty } from "../errors.ts";
import type { RecordChange, Served, WriteCall } from "../serve.ts";
import { MOVED, type Within } from "../unit-of-work.ts";

interface Context {
  readonly served: Served;
  readonly call: WriteCall;
}

/**
 * Refuses a change that the actor has no right to, where only part of the account is in reach (RFC 9670 §4): in both
 * places when something moves.
 * @throws Refusal `notFound`, `forbidden`, `invalidProperties`
 */
export async function checkRights(
  { served: { container }, call }: Context,
  change: RecordChange<TypeDescription>,
): Promise<void> {
  const { reach } = call;
  if (reach === "everything" || container === undefined) return;
  const needs = container.needs(change);
  const above = await container.above(
    call,
    needs.flatMap(({ id }) => (id === null ? [] : [id])),
  );
  for (const { id, right, property } of needs) {
    if (id === null) refuse("forbidden", "only the owner may do this");
    const rights = (above.get(id) ?? []).flatMap((place) => [...(reach.get(place) ?? [])]);
    // What is out of reach looks as if it were not there.
    if (rights.length === 0)
      if (property === undefined) refuse("notFound");
      else refuseProperty(property, "there is no such record");
    if (!rights.includes(right)) refuse("forbidden", right);
  }
}

/** The shared containers above records, for the log; nothing where nothing is shared. */
export async function sharedAbove(
  { served: { container }, call }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const isLogged = container !== undefined && ids.length > 0 && call.w.isShared(call.accountId);
  return isLogged ? await container.above(call, ids) : new Map();
}

/** Notes what went along with a record that left a shared container, or came into one. */
export async function noteMoved(context: Context, id: string, { was, is }: Within): Promise<void> {
  const { served, call } = context;
  if (was.join() === is.join() || served.container === undefined) return;
  const below = await served.container.below(call, id);
  const now = await sharedAbove(context, below);
  for (const one of below) {
    const places = now.get(one) ?? [];
    const own = places.filter((place) => !is.includes(place));
    const within = { was: [...was, ...own], is: places };
    call.w.changed(call.accountId, served.type.name, one, "updated", MOVED, within);
  }
}
