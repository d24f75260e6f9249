import { refuseProperty, type Engine, type UnitOfWork } from "../../../engine/index.ts";
import type { Db, Tx } from "../../../platform/db/index.ts";
import { LIMITS } from "../limits.ts";
import { settleShares } from "./settle.ts";
import {
  grantsOf,
  overShares,
  principalsAmong,
  sharesAbove,
  writeGrants,
  type Container,
  type Share,
} from "./shares.store.ts";
import { writeIfThere } from "../access/write-if-there.ts";

/** As the property `shareWith` of a container has it (RFC 9670 §4): rights by the id of a person or a group. */
export type ShareWith = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
/** As `shareUntil` has it: a UTCDate by the id of a person or a group. */
export type ShareUntil = Readonly<Record<string, unknown>>;

/** How many are ended in one transaction. */
const AT_ONCE = 100;
const UTC_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/**
 * Checks what a client wants to be shared with whom.
 * @param names the rights that the type has; `mayRead` goes with every other one.
 * @throws Refusal `invalidProperties`
 */
export async function checkShares(
  db: Db | Tx,
  {
    shareWith,
    shareUntil,
  }: { readonly shareWith: ShareWith | null; readonly shareUntil: ShareUntil | null },
  { names, accountId }: { readonly names: readonly string[]; readonly accountId: string },
): Promise<Share[]> {
  const given = Object.entries(shareWith ?? {});
  if (given.length > LIMITS.sharesPerRecord) refuseProperty("shareWith", "shared with too many");
  const ends = new Map(Object.entries(shareUntil ?? {}).map(([id, end]) => [id, endOf(end)]));
  const shares: Share[] = [];
  for (const [principalId, rights] of given) {
    if (typeof rights !== "object" || rights === null || Array.isArray(rights))
      refuseProperty("shareWith", "rights must be an object");
    for (const [name, has] of Object.entries(rights))
      if (!names.includes(name) || typeof has !== "boolean")
        refuseProperty("shareWith", `there is no right "${name.slice(0, 50)}"`);
    const chosen = names.filter((name) => rights[name] === true);
    if (!chosen.includes("mayRead")) refuseProperty("shareWith", "every right needs mayRead");
    shares.push({ principalId, rights: chosen, until: ends.get(principalId) ?? null });
  }
  const known = await principalsAmong(
    db,
    accountId,
    shares.map(({ principalId }) => principalId),
  );
  if (shares.some(({ principalId }) => !known.has(principalId)))
    refuseProperty("shareWith", "only other users and groups of the organisation are allowed");
  for (const { principalId, rights } of shares)
    if (known.get(principalId) === "guest" && rights.includes("mayShare"))
      refuseProperty("shareWith", "a guest cannot share");
  for (const id of ends.keys())
    if (!shares.some(({ principalId }) => principalId === id))
      refuseProperty("shareUntil", "it is not shared with them");
  return shares;
}

function endOf(end: unknown): Date {
  const date = typeof end === "string" && UTC_DATE.test(end) ? new Date(end) : new Date(NaN);
  return Number.isNaN(date.getTime()) ? refuseProperty("shareUntil", "must be a UTCDate") : date;
}

/** Ends what was shared until now; to be called every few minutes. */
export async function endShares(engine: Engine): Promise<void> {
  const now = engine.services.clock.now();
  for (;;) {
    const over = await overShares(engine.db, now, AT_ONCE);
    for (const container of over)
      await writeIfThere(engine, [container.accountId], (w) => endOne(engine, w, container));
    if (over.length < AT_ONCE) return;
  }
}

async function endOne({ services }: Engine, w: UnitOfWork, container: Container): Promise<void> {
  const { accountId, type, id } = container;
  const grants = (await grantsOf(w.tx, container, [id])).get(id) ?? [];
  const ends = grants.flatMap(({ until }) => until ?? []).filter((until) => until <= w.now);
  // It may have been prolonged meanwhile.
  if (ends.length === 0) return;
  const left = grants.filter(({ until }) => until === null || until > w.now);
  const served = services.types.find((one) => one.type.name === type);
  const places = await served?.container?.above({ accountId, db: w.tx }, [id]);
  const above = await sharesAbove(w.tx, container, places?.get(id) ?? []);
  const overSince = new Date(Math.min(...ends.map(Number)));
  await writeGrants(w, container, left, { by: null, overSince, above });
  settleShares(w, services, container, { by: null });
  // With whom it is shared is seen by the owner alone; what the others see has changed by their reach.
  w.changed(accountId, type, id, "updated", null, { was: [], is: [] });
}
