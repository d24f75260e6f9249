import { sql } from "kysely";
import type { Clock } from "../platform/clock.ts";
import { WITH_NEXT, type Db, type Notify, type Tx } from "../platform/db/index.ts";
import type { Ids } from "../platform/ids.ts";
import type { Log } from "../platform/log/index.ts";
import { refuse } from "./errors.ts";
import type { Reach } from "./reach.ts";
import { MOVED, readStateIn } from "./states.ts";
import { createTentative, type Tentative, type Tentatively } from "./tentative.ts";
import { createTurns } from "./turns.ts";
import { checkBrought, forgetOldUploads } from "./upload-quota.ts";
import {
  isOver,
  limitsOf,
  NO_QUOTA,
  quotasChanged,
  quotasTouched,
  roomBeside,
  type QuotaLimits,
  type Usage,
} from "./quota.ts";
import type { AccountKind, Change } from "./tables.ts";

/** Account → type → new state, as in a StateChange (RFC 8620 §7.1). */
export type Changed = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * One transaction that changes accounts. Their rows are locked from its start to its commit, so all changes to an
 * account happen one after the other. Nothing slow (no blob, no network) belongs inside.
 */
export interface UnitOfWork {
  readonly tx: Tx;
  readonly log: Log;
  /** The time of the whole unit. */
  readonly now: Date;
  /** Runs work of which nothing is left when it is refused: no row, no change, no quota, no hint. The refusal is thrown on. */
  readonly tentatively: Tentatively;
  newId(prefix: string): string;
  /** Makes a new account, which then counts as locked. */
  addAccount(account: { accountId: string; kind: AccountKind; name: string }): Promise<void>;
  /** Takes a locked account away for good: nobody reaches or changes it from the commit on; what lies in it is deleted later. */
  removeAccount(accountId: string): Promise<void>;
  /** Notes a change for the log and for push. `detail` says what an update touched, for types that look at it. */
  changed(
    accountId: string,
    type: string,
    id: string,
    change: Change,
    detail?: string | null,
    /** Where the account is shared, for types that are containers. */
    within?: Within,
  ): void;
  /** Whether anything in the account is shared, or was. */
  isShared(accountId: string): boolean;
  /** Notes that something in the account is shared from now on. */
  share(accountId: string): void;
  /** Moves the state of a type that has no records, such as EmailDelivery (RFC 8621 §1.5). */
  touched(accountId: string, type: string): void;
  /** Lets an account read a blob, that no record may refer to yet. The blob is durable already. */
  addBlob(accountId: string, blob: AddedBlob): Promise<void>;
  /** Counts what records take up of the account's quota, or give back (negative). */
  used(accountId: string, more: Usage): void;
  /** Whether so much more, with all that this unit has counted already, is beyond the account's quota. */
  isOverQuota(accountId: string, more: Usage): boolean;
  /** Lets a locked account keep so much, where that is not what all may; what is `null` is as all again. */
  setQuota(accountId: string, own: QuotaLimits): Promise<void>;
  /** The modseq of the last change of a type before this unit. */
  stateOf(accountId: string, type: string, reach?: Reach): Promise<number>;
  /** Runs after the commit, with the new states; not at all when the transaction fails. */
  afterCommit(run: (changed: Changed) => void): void;
  /**
   * Does something once before the commit, with all items that the unit has brought for it; `run` is what it is known by.
   * What others bring for it before the commit is done after them.
   */
  beforeCommit(run: BeforeCommit, items: readonly string[]): void;
  /**
   * Notifies every process that listens to the topic, after the commit, once however often the unit asks for it. May be
   * lost, like every hint.
   */
  hint(topic: string, hint: string): void;
}

/** What is done once for all items that a unit of work brings. */
export type BeforeCommit = (w: UnitOfWork, items: readonly string[]) => Promise<void>;

interface AddedBlob {
  readonly hash: string;
  /** Octets. */
  readonly size: number;
  readonly type: string;
  /** The credential (`Actor.credential`) that brings it, and may use it before any record does. */
  readonly by?: string | undefined;
  /** The person or guest who does, with part of the account in reach: it counts against them until a record uses it. */
  readonly broughtBy?: string | undefined;
}

/**
 * Runs a unit of work. Units of this process that have the same accounts wait for each other before they take a
 * connection: no unit may begin another one inside it, or ask the database but by its `tx`.
 */
export type Write = <T>(
  accountIds: readonly string[],
  work: (w: UnitOfWork) => Promise<T>,
) => Promise<T>;

interface Entry {
  readonly type: string;
  readonly id: string | null;
  change: Change;
  detail: string | null;
  within: Within | undefined;
}

/** The shared containers that a record lay in before a change, and lies in since. */
export interface Within {
  readonly was: readonly string[];
  readonly is: readonly string[];
}

interface LockedAccount {
  modseq: number;
  /** With what this unit has counted. */
  readonly usage: { octets: number; emails: number };
  /** What it may keep of its own. */
  own: QuotaLimits;
  /** What this unit has counted. */
  readonly more: { octets: number; emails: number };
  readonly entries: Map<string, Entry>;
  readonly isShared: boolean;
  /** Whether this unit shares something of it for the first time. */
  beginsToShare: boolean;
}

export function createWrite(options: {
  db: Db;
  clock: Clock;
  ids: Ids;
  quota: QuotaLimits;
  /** Octets of uploads that an account may have and not use. */
  maxUnused: number;
  notify: Notify;
  log: Log;
  /** Called after each commit that changed something, with the modseq before it. */
  readonly committed: (changed: Changed, since: ReadonlyMap<string, number>) => void;
}): Write {
  const { db, clock, ids, quota, maxUnused, notify, log, committed } = options;
  const turns = createTurns();
  return async (accountIds, work) => {
    const later: ((changed: Changed) => void)[] = [];
    const accounts = new Map<string, LockedAccount>();
    const since = new Map<string, number>();
    let changed: Changed = {};
    const leave = await turns.take(accountIds);
    const result = await db
      .transaction()
      .execute(async (tx) => {
        await lock(tx, accountIds, accounts);
        for (const [accountId, { modseq }] of accounts) since.set(accountId, modseq);
        const now = clock.now();
        const tentative = createTentative(tx);
        const last = new Map<BeforeCommit, Set<string>>();
        const parts = { tentative, now, ids, quota, maxUnused, notify, log, accounts, later, last };
        const w = unitOfWork(parts);
        const value = await work(w);
        for (const [run, items] of last) {
          // Others may bring more for it while they run; then it runs again, at the end.
          last.delete(run);
          await run(w, [...items]);
        }
        changed = await writeLog(tx, now, accounts);
        return value;
      })
      .finally(leave);
    if (Object.keys(changed).length > 0) committed(changed, since);
    for (const run of later) run(changed);
    return result;
  };
}

/** Locks in the order of ids: two units that want the same accounts wait for each other and never in a circle. */
async function lock(
  tx: Tx,
  accountIds: readonly string[],
  accounts: Map<string, LockedAccount>,
): Promise<void> {
  if (accountIds.length === 0) return;
  const wanted = [...new Set(accountIds)];
  const account = tx
    .selectFrom("account")
    .select([
      "account_id",
      "modseq",
      "used_octets",
      "used_emails",
      "shared_since",
      "quota_octets",
      "quota_emails",
    ]);
  // A plan for one fits all; for a list PostgreSQL plans again each time.
  const chosen =
    wanted.length === 1
      ? account.where("account_id", "=", wanted[0]!)
      : account.where("account_id", "=", sql<string>`any(${wanted})`).orderBy("account_id");
  const rows = await chosen.forUpdate().execute();
  for (const row of rows)
    accounts.set(
      row.account_id,
      lockedAccount(row.modseq, {
        octets: row.used_octets,
        emails: row.used_emails,
        isShared: row.shared_since !== null,
        own: { octets: row.quota_octets, emails: row.quota_emails },
      }),
    );
  if (rows.length < wanted.length) refuse("accountNotFound");
}

function lockedAccount(
  modseq: number,
  {
    octets = 0,
    emails = 0,
    isShared = false,
    own = NO_QUOTA,
  }: Usage & { readonly isShared?: boolean; readonly own?: QuotaLimits },
): LockedAccount {
  const more = { octets: 0, emails: 0 };
  return {
    modseq,
    usage: { octets, emails },
    own,
    more,
    entries: new Map(),
    isShared,
    beginsToShare: false,
  };
}

function unitOfWork(context: {
  tentative: Tentative;
  now: Date;
  ids: Ids;
  quota: QuotaLimits;
  maxUnused: number;
  notify: Notify;
  log: Log;
  accounts: Map<string, LockedAccount>;
  later: ((changed: Changed) => void)[];
  last: Map<BeforeCommit, Set<string>>;
}): UnitOfWork {
  const { tentative, now, ids, quota, maxUnused, notify, log, accounts, later, last } = context;
  const { tx, tentatively, onRefusal } = tentative;
  const afterwards = (run: (changed: Changed) => void): void => {
    later.push(run);
    onRefusal(() => void later.splice(later.lastIndexOf(run), 1));
  };
  const hinted = new Set<string>();
  /** Answers whether it was not there yet. */
  const addTo = (set: Set<string>, item: string): boolean => {
    if (set.has(item)) return false;
    set.add(item);
    onRefusal(() => void set.delete(item));
    return true;
  };
  /** Puts an entry in its place, or none. */
  const putEntry = ({ entries }: LockedAccount, key: string, entry: Entry | null): void => {
    const before = entries.get(key);
    if (entry === null) entries.delete(key);
    else entries.set(key, entry);
    onRefusal(() => void (before === undefined ? entries.delete(key) : entries.set(key, before)));
  };
  const locked = (accountId: string): LockedAccount => {
    const account = accounts.get(accountId);
    if (account === undefined) throw new Error(`account ${accountId} is not part of this unit`);
    return account;
  };
  return {
    tx,
    log,
    now,
    tentatively,
    newId: (prefix) => ids.next(prefix),
    async addAccount({ accountId, kind, name }) {
      await tx
        .insertInto("account")
        .values({ account_id: accountId, kind, name, created_at: now })
        .execute();
      accounts.set(accountId, lockedAccount(0, {}));
      onRefusal(() => void accounts.delete(accountId));
    },
    async removeAccount(accountId) {
      const account = locked(accountId);
      await tx.deleteFrom("account").where("account_id", "=", accountId).execute();
      await tx
        .insertInto("removed_account")
        .values({ account_id: accountId, removed_at: now })
        .execute();
      accounts.delete(accountId);
      onRefusal(() => void accounts.set(accountId, account));
    },
    isShared: (accountId) => locked(accountId).isShared,
    share(accountId) {
      const account = locked(accountId);
      const before = account.beginsToShare;
      account.beginsToShare = !account.isShared;
      onRefusal(() => (account.beginsToShare = before));
    },
    changed(accountId, type, id, change, detail = null, within) {
      const account = locked(accountId);
      const key = `${type} ${id}`;
      const entry = { type, id, change, detail, within };
      putEntry(account, key, merge(account.entries.get(key), entry));
    },
    touched(accountId, type) {
      const touched = {
        type,
        id: null,
        change: "updated",
        detail: null,
        within: undefined,
      } as const;
      putEntry(locked(accountId), type, touched);
    },
    async addBlob(accountId, { hash, size, type, by = null, broughtBy = null }) {
      const added = { created_at: now, uploaded_at: now, uploaded_by: by };
      await tx
        .insertInto("blob")
        .values({ account_id: accountId, hash, size, type, ...added, brought_by: broughtBy })
        // Uploaded again, it is unused for no time at all, and the owner's when it was or becomes it.
        .onConflict((conflict) =>
          conflict.columns(["account_id", "hash"]).doUpdateSet({
            ...added,
            brought_by: sql`case when blob.brought_by is null then null else ${broughtBy} end`,
          }),
        )
        .execute();
      if (broughtBy === null) {
        await forgetOldUploads(tx, accountId, { hash, now, maxOctets: maxUnused });
        return;
      }
      const { own, usage } = locked(accountId);
      const room = roomBeside(limitsOf(own, quota), usage);
      await checkBrought(tx, { accountId, broughtBy, now, maxOctets: maxUnused, room }, hash);
    },
    used(accountId, { octets = 0, emails = 0 }) {
      const { usage, more, own } = locked(accountId);
      usage.octets += octets;
      usage.emails += emails;
      more.octets += octets;
      more.emails += emails;
      onRefusal(() => {
        for (const sum of [usage, more]) {
          sum.octets -= octets;
          sum.emails -= emails;
        }
      });
      for (const id of quotasTouched(limitsOf(own, quota), { octets, emails }))
        this.changed(accountId, "Quota", id, "updated", "used");
    },
    isOverQuota(accountId, more) {
      const { own, usage } = locked(accountId);
      return isOver(limitsOf(own, quota), usage, more);
    },
    async setQuota(accountId, own) {
      const account = locked(accountId);
      const [before, after] = [limitsOf(account.own, quota), limitsOf(own, quota)];
      const had = account.own;
      account.own = own;
      onRefusal(() => (account.own = had));
      await tx
        .updateTable("account")
        .set({ quota_octets: own.octets, quota_emails: own.emails })
        .where("account_id", "=", accountId)
        .execute();
      for (const [id, change] of quotasChanged(before, after))
        this.changed(accountId, "Quota", id, change);
    },
    stateOf: (accountId, type, reach = "everything") => readStateIn(tx, accountId, type, reach),
    afterCommit: afterwards,
    beforeCommit(run, items) {
      let all = last.get(run);
      if (all === undefined) last.set(run, (all = new Set()));
      for (const item of items) addTo(all, item);
    },
    hint(topic, hint) {
      if (addTo(hinted, `${topic} ${hint}`)) afterwards(() => notify.send(topic, hint));
    },
  };
}

/** In no shared place before and after: nobody but the owner sees it. */
const isOfOwner = (within: Within | undefined): boolean =>
  within !== undefined && within.was.length + within.is.length === 0;

/** What is left of two changes of one record in one transaction; `null` when nobody can have seen it. */
function merge(earlier: Entry | undefined, later: Entry): Entry | null {
  if (earlier === undefined) return later;
  // Where it lay may be said after the store has noted what became of it, when that followed from another change.
  const follows = later.detail === MOVED || earlier.change === "destroyed";
  const was = earlier.within?.was ?? (follows ? later.within?.was : undefined);
  const is = later.within?.is;
  const within =
    isOfOwner(later.within) && earlier.within ? earlier.within : was && is && { was, is };
  const entry = { ...later, within: isOfOwner(earlier.within) ? (later.within ?? within) : within };
  if (entry.change === "destroyed") return earlier.change === "created" ? null : entry;
  if (earlier.change === "destroyed") return { ...entry, change: "updated", detail: null };
  if (earlier.change === "created") return { ...earlier, within: entry.within };
  return { ...entry, detail: detailOf(earlier, later) };
}

/** What is left of what two updates of one record touched. What only the owner sees of one that moved is no more to others. */
function detailOf(earlier: Entry, later: Entry): string | null {
  if (earlier.detail === later.detail) return later.detail;
  const [moved, other] = earlier.detail === MOVED ? [earlier, later] : [later, earlier];
  return moved.detail === MOVED && isOfOwner(other.within) ? MOVED : null;
}

/** Every change gets a modseq of its own, so that `/changes` can stop after any of them. */
async function writeLog(
  tx: Tx,
  now: Date,
  accounts: ReadonlyMap<string, LockedAccount>,
): Promise<Changed> {
  const log = { account: [] as string[], modseq: [] as number[], type: [] as string[] };
  const records = { id: [] as string[], change: [] as string[], detail: [] as (string | null)[] };
  const within = { was: [] as (string | null)[], is: [] as (string | null)[] };
  const states = { account: [] as string[], type: [] as string[], modseq: [] as number[] };
  const counters = { account: [] as string[], modseq: [] as number[], shares: [] as boolean[] };
  const used = { octets: [] as number[], emails: [] as number[] };
  const changed: Record<string, Record<string, string>> = {};
  for (const [accountId, account] of accounts) {
    if (account.entries.size === 0) continue;
    const newest = new Map<string, number>();
    for (const { type, id, change, detail, within: places } of account.entries.values()) {
      account.modseq += 1;
      newest.set(type, account.modseq);
      if (id === null) continue;
      log.account.push(accountId);
      log.modseq.push(account.modseq);
      log.type.push(type);
      records.id.push(id);
      records.change.push(change);
      records.detail.push(detail);
      // Ids have no comma: arrays of arrays would have to be of one length.
      within.was.push(places ? places.was.join(",") : null);
      within.is.push(places ? places.is.join(",") : null);
    }
    counters.account.push(accountId);
    counters.modseq.push(account.modseq);
    counters.shares.push(account.beginsToShare);
    used.octets.push(account.more.octets);
    used.emails.push(account.more.emails);
    changed[accountId] = {};
    for (const [type, modseq] of newest) {
      states.account.push(accountId);
      states.type.push(type);
      states.modseq.push(modseq);
      changed[accountId][type] = String(modseq);
    }
  }
  if (counters.account.length === 0) return changed;
  await sql`${sql.raw(WITH_NEXT)}
    with log as (
      insert into change_log (account_id, modseq, type, id, change, detail, changed_at, was_in, is_in)
      select a, m, t, i, c, d, ${now}::timestamptz, string_to_array(w, ','), string_to_array(s, ',')
      from unnest(${log.account}::text[], ${log.modseq}::int8[], ${log.type}::text[],
        ${records.id}::text[], ${records.change}::text[], ${records.detail}::text[],
        ${within.was}::text[], ${within.is}::text[]) as l (a, m, t, i, c, d, w, s)
    ), states as (
      insert into type_state (account_id, type, modseq)
      select * from unnest(${states.account}::text[], ${states.type}::text[], ${states.modseq}::int8[])
      on conflict (account_id, type) do update set modseq = excluded.modseq
    )
    update account set modseq = c.m, used_octets = used_octets + c.o, used_emails = used_emails + c.e,
      shared_since = case when c.s then c.m else shared_since end
    from unnest(${counters.account}::text[], ${counters.modseq}::int8[],
      ${used.octets}::int8[], ${used.emails}::int8[], ${counters.shares}::boolean[]) as c (a, m, o, e, s)
    where account.account_id = c.a`.execute(tx);
  return changed;
}
