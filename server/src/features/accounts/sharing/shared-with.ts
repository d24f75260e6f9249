import type { PartialAccount, PrincipalVersion, ReadShares } from "../../../engine/index.ts";
import type { Db } from "../../../platform/db/index.ts";
import { LIMITS } from "../limits.ts";
import { readHeld, type Held } from "./shared-with.store.ts";

type Rights = ReadonlySet<string>;
type Containers = ReadonlyMap<string, Rights>;

/**
 * Reads what is shared with somebody. What has no end is kept in memory by the version of each principal, so that it costs
 * the same however much it is; what ends is read each time.
 */
export function createReadShares(most: number = LIMITS.sharesInMemory): ReadShares {
  const memory = createShareMemory(most);
  return async (db, { accountId, accounts, principals }, accountIds) => {
    const isReadOnly = accounts[accountId]?.isReadOnly === true;
    const ids = principals.map(({ id }) => id);
    // What a transaction sees may never be.
    const isKept = accountIds !== null && !db.isTransaction;
    const held = await readHeld(db, ids, accountIds, isKept ? "ending" : "all");
    const parts = [...Map.groupBy(held, (one) => one.accountId)].map(
      ([id, of]) => [id, partOf(of, isReadOnly)] as const,
    );
    for (const id of isKept ? new Set(accountIds) : [])
      for (const part of await memory.get(db, principals, id))
        parts.push([id, isReadOnly ? part.forReaders() : part.whole]);
    const byAccount = Map.groupBy(
      parts.filter(([id]) => !Object.hasOwn(accounts, id)),
      ([id]) => id,
    );
    return Object.fromEntries(
      [...byAccount].map(([id, of]) => [id, merged(of.map(([, part]) => part))]),
    );
  };
}

/** RFC 9670 and RFC 8621 name the rights that change nothing so. */
const isOfReaders = (right: string): boolean => right.startsWith("mayRead");

/** Sets of rights, of which there are few, by their names: thousands of shares have the same. */
const known = new Map<string, Rights>();

function rightsOf(names: Iterable<string>): Rights {
  const sorted = [...new Set(names)].sort();
  const key = sorted.join(" ");
  const rights = known.get(key) ?? new Set(sorted);
  known.set(key, rights);
  return rights;
}

const both = (a: Rights | undefined, b: Rights): Rights =>
  a === undefined || a === b ? b : rightsOf([...a, ...b]);

/** What these have of one account. */
function partOf(held: readonly Held[], isReadOnly: boolean): PartialAccount {
  const reach: Record<string, Map<string, Rights>> = {};
  for (const { type, rights: names, ids } of held) {
    const rights = rightsOf(isReadOnly ? names.filter(isOfReaders) : names);
    const ofType = (reach[type] ??= new Map<string, Rights>());
    for (const id of ids) ofType.set(id, both(ofType.get(id), rights));
  }
  const { name, ownerId } = held[0]!;
  return { name, ownerId, isReadOnly: !changesAnything(reach), reach };
}

const changesAnything = (reach: PartialAccount["reach"]): boolean =>
  Object.values(reach).some((containers) =>
    new Set(containers.values()).values().some((rights) => ![...rights].every(isOfReaders)),
  );

/** All that is shared by several principals together; of one alone it stays the same object. */
function merged(parts: readonly PartialAccount[]): PartialAccount {
  const [first, ...others] = parts;
  if (others.length === 0) return first!;
  const reach: Record<string, Containers> = {};
  for (const part of parts)
    for (const [type, containers] of Object.entries(part.reach))
      reach[type] = union(reach[type], containers);
  return { ...first!, isReadOnly: parts.every((part) => part.isReadOnly), reach };
}

function union(a: Containers | undefined, b: Containers): Containers {
  if (a === undefined) return b;
  const all = new Map(a);
  for (const [id, rights] of b) all.set(id, both(all.get(id), rights));
  return all;
}

/** What a principal has in an account by shares without an end. */
interface Kept {
  readonly whole: PartialAccount;
  /** The same for who only reads, whatever is shared. */
  forReaders(): PartialAccount;
  readonly size: number;
}

function keptOf(held: readonly Held[]): Kept {
  let forReaders: PartialAccount | undefined;
  return {
    whole: partOf(held, false),
    forReaders: () => (forReaders ??= partOf(held, true)),
    size: held.reduce((sum, { ids }) => sum + ids.length, 0),
  };
}

interface Entry {
  readonly kept: Promise<Kept | undefined>;
  /** How many shares it is, once that is known. */
  size: number;
}

/**
 * What principals have in accounts, by version. A version is read before what it stands for, and moves with every change, so
 * that what is found by it is as new as it, or newer. What was not asked for the longest makes room.
 */
function createShareMemory(most: number) {
  const entries = new Map<string, Entry>();
  let total = 0;

  function forget(key: string): void {
    total -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  }

  function makeRoom(): void {
    for (const key of entries.keys()) {
      if (total <= most) return;
      forget(key);
    }
  }

  function add(key: string, kept: Promise<Kept | undefined>): Entry {
    const entry: Entry = { kept, size: 1 };
    total += 1;
    entries.set(key, entry);
    const isThere = (): boolean => entries.get(key) === entry;
    const keep = (found?: Kept): void => {
      if (!isThere()) return;
      const size = found?.size ?? 0;
      entry.size += size;
      total += size;
      makeRoom();
    };
    const drop = (): void => {
      if (isThere()) forget(key);
    };
    kept.then(keep, drop);
    return entry;
  }

  return {
    async get(db: Db, principals: readonly PrincipalVersion[], accountId: string): Promise<Kept[]> {
      const keyOf = ({ id, version }: PrincipalVersion) => `${id} ${version} ${accountId}`;
      const missing = principals.filter((one) => !entries.has(keyOf(one))).map(({ id }) => id);
      // One statement for all that are not there, which others wait for too.
      const held = missing.length > 0 ? readHeld(db, missing, [accountId], "lasting") : null;
      const kept = principals.map(async (one) => {
        const key = keyOf(one);
        const found = entries.get(key);
        if (found === undefined) return await add(key, keptIn(held!, one.id)).kept;
        entries.delete(key);
        entries.set(key, found);
        return await found.kept;
      });
      return (await Promise.all(kept)).filter((one) => one !== undefined);
    },
  };
}

async function keptIn(held: Promise<readonly Held[]>, id: string): Promise<Kept | undefined> {
  const own = (await held).filter(({ principalId }) => principalId === id);
  return own.length === 0 ? undefined : keptOf(own);
}
