import type { TypeDescription } from "@atrium/contract/types/define";
import { refuse, refuseProperty } from "../errors.ts";
import { reachOf } from "../reach.ts";
import type { Need, RecordChange, Served, WriteCall } from "../serve.ts";
import { MOVED } from "../states.ts";
import type { Within } from "../unit-of-work.ts";

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
  context: Context,
  change: RecordChange<TypeDescription>,
): Promise<void> {
  const { container } = context.served;
  if (context.call.reach === "everything" || container === undefined) return;
  const needs = container.needs(change);
  const known = await rightsTo(context, needs);
  for (const need of needs) {
    const { id, right, property } = need;
    if (id === null) refuse("forbidden", "only the owner may do this");
    const rights = known(need);
    // What is out of reach looks as if it were not there.
    if (rights.length === 0)
      if (property === undefined) refuse("notFound");
      else refuseProperty(property, "there is no such record");
    if (!rights.includes(right)) refuse("forbidden", right);
  }
}

/** The rights that the actor has to the records of needs, by all containers above them. */
async function rightsTo(
  { served, call }: Context,
  needs: readonly Need[],
): Promise<(need: Need) => readonly string[]> {
  const typeOf = ({ type = served.type.name }: Need): string => type;
  const byType = new Map<string, Map<string, readonly string[]>>();
  for (const name of new Set(needs.map(typeOf))) {
    const other = call.services.types.find(({ type }) => type.name === name);
    if (other?.container === undefined) throw new Error(`${name} is not the type of a container`);
    const reach = other === served ? call.reach : reachOf(other, call.actor, call.accountId);
    if (reach === null || reach === "everything") continue;
    const ids = needs.flatMap((need) =>
      need.id === null || typeOf(need) !== name ? [] : [need.id],
    );
    const above = await other.container.above(call, ids);
    const rights = [...above].map(
      ([id, places]) => [id, places.flatMap((place) => [...(reach.get(place) ?? [])])] as const,
    );
    byType.set(name, new Map(rights));
  }
  return (need) => byType.get(typeOf(need))?.get(need.id ?? "") ?? [];
}

/** The shared containers above records, for the log; nothing where nothing is shared. */
export async function sharedAbove(
  { served: { container }, call }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const isLogged = container !== undefined && ids.length > 0 && call.w.isShared(call.accountId);
  return isLogged ? await container.above(call, ids) : new Map();
}

/** The types whose records may lie in such a one. */
const insideOf = ({ served, call }: Context): readonly Served[] =>
  call.services.types.filter(
    ({ container }) => container && Object.hasOwn(container.within, served.type.name),
  );

/** Notes what went along with a record that left a shared container, or came into one. */
export async function noteMoved(context: Context, id: string, { was, is }: Within): Promise<void> {
  const { served, call } = context;
  if (was.join() === is.join()) return;
  for (const inside of insideOf(context)) {
    const below = await inside.container!.below(call, { type: served.type.name, id });
    const now = await sharedAbove({ served: inside, call }, below);
    for (const one of below) {
      const places = now.get(one) ?? [];
      const own = places.filter((place) => !is.includes(place));
      const within = { was: [...was, ...own], is: places };
      call.w.changed(call.accountId, inside.type.name, one, "updated", MOVED, within);
    }
  }
}

/** Records of a type that lie in others, and where each of them lies. */
interface Inside {
  readonly served: Served;
  readonly places: ReadonlyMap<string, readonly string[]>;
}

/** What lies in records that are about to be destroyed, as far as others may have it in reach. */
export async function lyingIn(context: Context, ids: readonly string[]): Promise<Inside[]> {
  const { served, call } = context;
  if (served.container === undefined || !call.w.isShared(call.accountId)) return [];
  const found: Inside[] = [];
  for (const inside of insideOf(context)) {
    const below: string[] = [];
    for (const id of ids)
      below.push(...(await inside.container!.below(call, { type: served.type.name, id })));
    found.push({ served: inside, places: await sharedAbove({ served: inside, call }, below) });
  }
  return found;
}

/** Notes what became of that: it is gone too, or lies elsewhere. */
export async function noteLeft({ call }: Context, inside: readonly Inside[]): Promise<void> {
  const { accountId, w } = call;
  for (const { served, places } of inside) {
    if (places.size === 0) continue;
    const whole = { ...call, reach: "everything" } as const;
    const left = await served.store.get(whole, [...places.keys()], ["id"], places.size);
    const there = new Set(left.map(({ id }) => id as string));
    const now = await sharedAbove({ served, call }, [...there]);
    for (const [id, was] of places) {
      const within = { was, is: now.get(id) ?? [] };
      if (there.has(id)) w.changed(accountId, served.type.name, id, "updated", MOVED, within);
      else w.changed(accountId, served.type.name, id, "destroyed", null, within);
    }
  }
}
