import { utcDate } from "@atrium/contract/types/utc-date";
import type { TypeDescription } from "@atrium/contract/types/define";
import {
  refuse,
  refuseProperty,
  type Call,
  type Container as Containers,
  type TableOptions,
  type WriteCall,
} from "../../../engine/index.ts";
import { checkShares, type ShareUntil, type ShareWith } from "./shares.ts";
import { givenAs, isSameShare } from "./passed-on.ts";
import { settledIn, settleShares } from "./settle.ts";
import { LIMITS } from "../limits.ts";
import {
  countGrants,
  grantsOf,
  OWNER,
  sharesIn,
  sharesOf,
  writeGrants,
  type Grant,
  type Share,
} from "./shares.store.ts";

/** With whom a record is shared, as its properties say it (RFC 9670 §4; `shareUntil` is of Atrium). */
export interface SharedAs {
  readonly shareWith: Readonly<Record<string, Readonly<Record<string, boolean>>>> | null;
  readonly shareUntil: Readonly<Record<string, string>> | null;
}

/** What is shared: a type whose records are containers, with the rights that it has. */
export interface Shareable {
  readonly type: string;
  readonly names: readonly string[];
  readonly above: Containers<TypeDescription>["above"];
}

const UNSHARED: SharedAs = { shareWith: null, shareUntil: null };

function sharedAs(shares: readonly Share[]): SharedAs {
  if (shares.length === 0) return UNSHARED;
  const ends = shares.flatMap(({ principalId, until }) =>
    until === null ? [] : [[principalId, utcDate(until)] as const],
  );
  return {
    shareWith: Object.fromEntries(
      shares.map(({ principalId, rights }) => [
        principalId,
        Object.fromEntries(rights.map((right) => [right, true])),
      ]),
    ),
    shareUntil: ends.length === 0 ? null : Object.fromEntries(ends),
  };
}

/** With whom each of these records is shared. To be told only to who may share it. */
export async function readShared(
  { db, accountId }: Pick<Call, "db" | "accountId">,
  type: string,
  ids: readonly string[],
): Promise<(id: string) => SharedAs> {
  const shares = ids.length === 0 ? new Map() : await sharesOf(db, { accountId, type }, ids);
  return (id) => sharedAs(shares.get(id) ?? []);
}

/**
 * Shares a record as its properties say. Those whom it concerns learn its name. Answers what it is shared as when that is
 * less: what somebody passes on ends with what they have themselves.
 * @throws Refusal `invalidProperties`, `overQuota`
 */
export async function shareRecord(
  call: WriteCall,
  { type, names, above }: Shareable,
  id: string,
  {
    shareWith = null,
    shareUntil = null,
    name,
  }: {
    readonly shareWith?: ShareWith | null;
    readonly shareUntil?: ShareUntil | null;
    readonly name?: unknown;
  },
): Promise<SharedAs | undefined> {
  const { w, actor, accountId, services } = call;
  const container = { accountId, type, id };
  const places = (await above(call, [id])).get(id) ?? [];
  const around = await grantsOf(w.tx, container, [...new Set([...places, id])]);
  const before = around.get(id) ?? [];
  const wanted = await checkShares(
    w.tx,
    { shareWith, shareUntil: endsLeft(shareWith, shareUntil, before) },
    { names, accountId },
  );
  if (wanted.length === 0 && !w.isShared(accountId)) return undefined;
  checkGiver(call, places, before, wanted);
  const by = actor.personId;
  const given = givenAs(before, wanted, call.reach === "everything" ? OWNER : by);
  const is = await leftOf(call, { above, id }, new Map([...around, [id, given]]));
  await checkRoom(w, accountId, before, is);
  await writeGrants(w, container, is, {
    by,
    name: typeof name === "string" ? name : undefined,
    above: [...around].flatMap(([place, of]) => (place === id ? [] : sharesIn(of))),
  });
  // What others have passed on below is settled with all else of this unit.
  settleShares(w, services, container, { by });
  const shares = sharesIn(is);
  const isAsWanted =
    shares.length === wanted.length &&
    wanted.every((share) =>
      shares.some((one) => one.principalId === share.principalId && isSameShare(one, share)),
    );
  return isAsWanted ? undefined : sharedAs(shares);
}

/** What is left of what is given of a record, which depends on nothing else than what was given of its places. */
async function leftOf(
  call: WriteCall,
  { above, id }: Pick<Shareable, "above"> & { readonly id: string },
  around: ReadonlyMap<string, readonly Grant[]>,
): Promise<readonly Grant[]> {
  const given = around.get(id)!;
  if (given.every(({ givenBy }) => givenBy === OWNER)) return given;
  const ids = [...around.keys()];
  const places = await above(call, ids);
  // What is shared for the first time is no place yet.
  const withItself = ids.map(
    (one) => [one, [...new Set([...(places.get(one) ?? []), one])]] as const,
  );
  return (await settledIn(call.w, around, new Map(withItself))).get(id) ?? [];
}

/** Without the ends of what is shared no more, unless a client has given another one. */
function endsLeft(
  shareWith: ShareWith | null,
  shareUntil: ShareUntil | null,
  before: readonly Grant[],
): ShareUntil | null {
  const had = sharedAs(sharesIn(before)).shareUntil ?? {};
  const ends = Object.entries(shareUntil ?? {}).filter(
    ([id, end]) => Object.hasOwn(shareWith ?? {}, id) || had[id] !== end,
  );
  return ends.length === 0 ? null : Object.fromEntries(ends);
}

/** By each principal, how many of the grants are with it. */
const countByPrincipal = (grants: readonly Grant[]): ReadonlyMap<string, number> => {
  const byPrincipal = Map.groupBy(grants, ({ principalId }) => principalId);
  return new Map([...byPrincipal].map(([id, of]) => [id, of.length]));
};

/**
 * Whether the account, which is locked, may have what is given of a record in place of what was. What there is already may
 * become less where it is too much.
 * @throws Refusal `overQuota`
 */
async function checkRoom(
  { tx }: Pick<WriteCall["w"], "tx">,
  accountId: string,
  before: readonly Grant[],
  given: readonly Grant[],
): Promise<void> {
  const was = countByPrincipal(before);
  const more = [...countByPrincipal(given)]
    .map(([id, count]) => [id, count - (was.get(id) ?? 0)] as const)
    .filter(([, added]) => added > 0);
  if (more.length === 0) return;
  const { all, byPrincipal } = await countGrants(
    tx,
    accountId,
    more.map(([id]) => id),
  );
  if (given.length > before.length && all + given.length - before.length > LIMITS.sharesPerAccount)
    refuse("overQuota", `an account has at most ${LIMITS.sharesPerAccount} shares`);
  for (const [id, added] of more)
    if ((byPrincipal.get(id) ?? 0) + added > LIMITS.sharesPerPrincipal)
      refuse("overQuota", `at most ${LIMITS.sharesPerPrincipal} shares are with the same one`);
}

/** Nobody gives to others what that person may not do, but what they have already stays. */
function checkGiver(
  { reach }: WriteCall,
  places: readonly string[],
  before: readonly Grant[],
  wanted: readonly Share[],
): void {
  if (reach === "everything") return;
  const own = new Set(places.flatMap((place) => [...(reach.get(place) ?? [])]));
  const shares = sharesIn(before);
  for (const { principalId, rights } of wanted) {
    const had = shares.find((share) => share.principalId === principalId)?.rights ?? [];
    if (rights.some((right) => !own.has(right) && !had.includes(right)))
      refuseProperty("shareWith", "you can only grant rights that you have");
  }
}

/** The properties `myRights`, `shareWith` and `shareUntil` of a plain type whose records can be shared. */
export function sharedBeside<D extends TypeDescription>(
  type: D,
  names: readonly string[],
): NonNullable<TableOptions<D>["beside"]> {
  const above: Shareable["above"] = async (_call, ids) => new Map(ids.map((id) => [id, [id]]));
  const rightsTo = ({ actor, accountId, reach }: Call, id: string): Record<string, boolean> => {
    const isMine = actor.accounts[accountId]?.isReadOnly === false;
    const has = (name: string): boolean =>
      reach === "everything"
        ? isMine || name.startsWith("mayRead")
        : reach.get(id)?.has(name) === true;
    return Object.fromEntries(names.map((name) => [name, has(name)]));
  };
  return {
    properties: ["myRights", "shareWith", "shareUntil"],
    async read(call, ids) {
      const rights = new Map(ids.map((id) => [id, rightsTo(call, id)]));
      const shareable = ids.filter((id) => rights.get(id)!["mayShare"] === true);
      const shared = await readShared(call, type.name, shareable);
      const records = ids.map((id) => {
        const as = rights.get(id)!["mayShare"] === true ? shared(id) : UNSHARED;
        return [id, { myRights: rights.get(id), ...as }] as const;
      });
      return new Map(records) as never;
    },
    write: async (call, id, record) =>
      (await shareRecord(call, { type: type.name, names, above }, id, record)) as never,
  };
}
