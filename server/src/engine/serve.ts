import type {
  Comparator,
  ConditionOf,
  CreateOf,
  Filter,
  Properties,
  RecordOf,
  TypeDescription,
  ValuesOf,
} from "@atrium/contract/types/define";
import type { ExtraArguments } from "@atrium/contract/types/methods";
import type { ACCOUNT_ARGUMENT } from "@atrium/contract/types/standard-arguments";
import type { JsonObject, SetResponse } from "@atrium/contract/types/wire";
import type { Role } from "@atrium/contract/api/session";
import type { BlobStore } from "../platform/blobs/index.ts";
import type { Clock } from "../platform/clock.ts";
import type { Db, Tx } from "../platform/db/index.ts";
import type { Ids } from "../platform/ids.ts";
import type { Log } from "../platform/log/index.ts";
import type { WorkerPool } from "../platform/workers/index.ts";
import type { Unpack } from "./blob-ids.ts";
import type { Budget } from "./budget.ts";
import type { ValueLimits } from "./check.ts";
import type { Limits } from "./limits.ts";
import type { QuotaLimits } from "./quota.ts";
import type { PartialAccount, PrincipalVersion, Reach, WithShares } from "./reach.ts";
import type { StateTexts } from "./state-texts.ts";
import type { AccountKind } from "./tables.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** An account as the person who asks sees it. */
export interface ActorAccount {
  /** `personal` unless given. The organisation's holds the directory and what administrators made, no mail. */
  readonly kind?: AccountKind;
  readonly name: string;
  readonly isPersonal: boolean;
  readonly isReadOnly: boolean;
}

export interface BrowserSession {
  /** Until when the last proof of who it is counts for what wants one (`TypeDescription.proof`). */
  readonly provedUntil: Date;
  /** Where its pages are, without a slash at the end; absent where no request of one is answered. */
  readonly origin?: string;
}

/** Who asks, and every account that this person may see, the own one first. A guest has none. */
export interface Actor {
  /** Of a guest its own id. */
  readonly personId: string;
  /** The own account; of a guest an id that no account has. */
  readonly accountId: string;
  /** What the actor is called in its session, where that is not the name of the own account. */
  readonly username?: string;
  readonly roles: readonly Role[];
  readonly accounts: Readonly<Record<string, ActorAccount>>;
  /** By whom something may be shared with this person: the person and groups. Absent where nothing ever was. */
  readonly principals?: readonly PrincipalVersion[];
  /**
   * Accounts of others in which something is shared with this person. What asks for `accounts` never sees them. The engine
   * reads them by `principals`, where a call names one of them (`withShares`).
   */
  readonly partialAccounts?: Readonly<Record<string, PartialAccount>>;
  /** What the person signed in with, by a name that stays the same as long as it is valid: a session, a password. */
  readonly credential?: string;
  /** The capabilities that a program may use for the person; all unless given. What it may only read is `isReadOnly`. */
  readonly scope?: ReadonlySet<string>;
  /** Signed in in a browser; absent for programs. */
  readonly browserSession?: BrowserSession;
  /** Where the request came from, where it is known. */
  readonly ip?: string;
}

export type Verb = "read" | "create" | "update" | "destroy";

/** What the engine hands to stores besides the call itself. */
export interface Services {
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly limits: Limits;
  readonly quota: QuotaLimits;
  /** For what costs as much as the sender of a message wants it to. */
  readonly workers: WorkerPool;
  readonly unpack: Unpack | undefined;
  readonly stateTexts: StateTexts;
  readonly withShares: WithShares;
  /** All types that are served. */
  readonly types: readonly Served[];
}

/** One method call, after the engine has checked its account and arguments. */
export interface Call<Args extends object = JsonObject> {
  readonly actor: Actor;
  readonly accountId: string;
  /** What the actor sees of the type's records in the account; a store answers and changes nothing beyond it. */
  readonly reach: Reach;
  /** Reads; inside a `/set` this is the transaction. */
  readonly db: Db | Tx;
  readonly args: Args;
  readonly services: Services;
  /** While a record is prepared: ids of what earlier calls created, for values that the engine cannot look into. */
  readonly createdIds?: ReadonlyMap<string, string>;
  /** The capabilities that the request names (RFC 8620 §3.3). */
  readonly using: ReadonlySet<string>;
  /** What all calls of the request may use together; a call spends before it does what costs. */
  readonly budget: Budget;
}

/** A call that changes something: inside a unit of work that has locked the account. */
export interface WriteCall extends Call {
  readonly db: Tx;
  readonly w: UnitOfWork;
}

/** A `/copy` (RFC 8620 §5.4): the unit of work has locked both accounts. */
export interface CopyCall extends WriteCall {
  readonly fromAccountId: string;
  /** What the actor sees of the type's records there; nothing else is copied. */
  readonly fromReach: Reach;
}

export interface Update<T> {
  readonly id: string;
  readonly before: T;
  readonly after: T;
  /** Names of the top-level properties whose value differs. */
  readonly changed: readonly (keyof T & string)[];
}

/** A checked `/query`. `limit` is never above the engine's own. */
export interface QueryRequest<D extends TypeDescription> {
  readonly filter: Filter<ConditionOf<D>> | null;
  readonly sort: readonly Comparator[];
  readonly position: number;
  readonly anchor: string | null;
  readonly anchorOffset: number;
  readonly limit: number;
  readonly calculateTotal: boolean;
}

export interface QueryPage {
  readonly ids: readonly string[];
  readonly position: number;
  readonly total?: number;
}

export interface QueryChangesRequest<D extends TypeDescription> {
  readonly filter: Filter<ConditionOf<D>> | null;
  readonly sort: readonly Comparator[];
  readonly calculateTotal: boolean;
  /** Ids of this type's records that changed since the client's state. */
  readonly changed: readonly string[];
  readonly destroyed: readonly string[];
  readonly since: number;
}

export interface QueryDifference {
  readonly removed: readonly string[];
  readonly added: readonly { readonly id: string; readonly index: number }[];
  readonly total?: number;
}

/**
 * All SQL of a type. Every statement is bound to `call.accountId`. Whatever a store refuses, the engine leaves nothing of it;
 * one that has not `writesFirst` refuses a record before the record's first write, and else the whole `/set` fails.
 */
export interface Store<D extends TypeDescription, Prepared = unknown> {
  /** Records in any order; those that are not there are left out. `null` asks for all, at most `limit`. */
  get(
    call: Call<ExtraArguments<D, "get">>,
    ids: readonly string[] | null,
    properties: readonly string[],
    limit: number,
  ): Promise<readonly Partial<RecordOf<D>>[]>;
  /**
   * The slow part of creating a record, such as putting a blob: done before the transaction. A refusal is the
   * record's. Creation ids of the same call are not resolved yet, and `rules` have not seen the record.
   */
  prepare?(call: Call, record: CreateOf<D>): Promise<Prepared>;
  /** Other accounts that these updates of a `/set` change too; it locks them as well. */
  alsoChanges?(
    call: Call,
    updates: readonly { readonly id: string; readonly paths: readonly string[] }[],
  ): Promise<readonly string[]>;
  /** Answers the properties that the server set or changed, `id` among them. */
  create?(
    call: WriteCall,
    record: CreateOf<D>,
    prepared: Prepared,
  ): Promise<Partial<RecordOf<D>> & { id: string }>;
  /**
   * Copies a record of another account (RFC 8620 §5.4), with the client's properties in the place of the original's;
   * they are of their types. Answers what the server set, `id` among them.
   */
  copy?(
    call: CopyCall,
    originalId: string,
    given: Partial<CreateOf<D>>,
  ): Promise<Partial<RecordOf<D>> & { id: string }>;
  /** Answers what changed beyond the client's patch, by id. */
  update?(
    call: WriteCall,
    updates: readonly Update<RecordOf<D>>[],
  ): Promise<ReadonlyMap<string, Partial<RecordOf<D>>> | void>;
  /** With part of the account in reach, what lies elsewhere too stays there. */
  destroy?(call: WriteCall, ids: readonly string[]): Promise<void>;
  /**
   * What the arguments of a `/set` bring about behind its changes, in the same transaction, when all of them succeeded.
   * Answers what it changed, by id.
   */
  allSucceeded?(
    call: WriteCall,
    createdIds: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, Partial<RecordOf<D>>>>;
  /**
   * Takes from records what only one of an account may have (a name, a role), for updates of one call that pass it
   * on among them. Every one of the records is updated in the same transaction, or the transaction forgets it.
   */
  releaseUnique?(call: WriteCall, ids: readonly string[]): Promise<void>;
  /** Records that refer to stored blobs, by the blob's hash; those that show messages do so by the message's (RFC 9404 §4.3). */
  findByBlobs?(
    call: Pick<Call, "accountId" | "db" | "reach">,
    hashes: readonly string[],
  ): Promise<readonly { readonly hash: string; readonly id: string }[]>;
  /** Every matching id in order, for types of which an account has few. */
  list?(
    call: Call,
    filter: Filter<ConditionOf<D>> | null,
    sort: readonly Comparator[],
  ): Promise<readonly string[]>;
  /** One page, for types of which an account has many. */
  query?(call: Call, request: QueryRequest<D>): Promise<QueryPage>;
  queryChanges?(call: Call, request: QueryChangesRequest<D>): Promise<QueryDifference>;
  /** Says no where `list` cannot show what a change did to the order, as in a tree. */
  canCalculateChanges?(call: Call, sort: readonly Comparator[]): boolean;
  /** Properties that `update` compares, when not all (Email: none of those that need the message itself). */
  readonly updatable?: readonly string[];
  /**
   * Which of the values that updates send back for properties that are not `updatable`, because reading them takes more
   * than a row, are those that the records have and always will (RFC 8620 §5.3). Asked before anything is locked, and
   * answered in the same order.
   */
  unchanged?(
    call: Call,
    sentBack: readonly { readonly id: string; readonly values: JsonObject }[],
  ): Promise<readonly ReadonlySet<string>[]>;
  /** Whether records of one `/set` may be checked first and written together. */
  readonly inBatches?: boolean;
  /** Whether it, or one of the type's rules, may refuse a record after it has written: it costs two more statements a record. */
  readonly writesFirst?: boolean;
}

/** A record that is to change. */
export type RecordChange<D extends TypeDescription> =
  | { readonly verb: "create"; readonly after: CreateOf<D> }
  | ({ readonly verb: "update" } & Omit<Update<RecordOf<D>>, "id">)
  | { readonly verb: "destroy"; readonly before: RecordOf<D> };

/** A right that a change asks for, where the actor has not everything in reach. */
export interface Need {
  /** The record that the right is to; `null` for what only someone with everything in reach may do. */
  readonly id: string | null;
  /** Its type, when it is another one than that of the record which changes. */
  readonly type?: string;
  readonly right: string;
  /** The property that names the record, when it is not the record that changes. */
  readonly property?: string;
}

/**
 * How the records of a type are reached in accounts of others (RFC 9670): through containers, which are shared one by one
 * with all that lies in them. They may be of the type itself, or of others.
 */
export interface Container<D extends TypeDescription> {
  /** By each type of containers, the type itself if its records can be shared, the right there that lets see what lies in them. */
  readonly within: Readonly<Record<string, string>>;
  /**
   * By each record, the containers that it lies in, itself among them if it is one; those that are shared with nobody may be
   * left out. An id says of which type a container is (`Ids`).
   */
  above(
    call: Pick<Call, "accountId" | "db">,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>>;
  /** All of this type that lies in a container, at any depth, without the container itself. */
  below(
    call: Pick<Call, "accountId" | "db">,
    container: { readonly type: string; readonly id: string },
  ): Promise<readonly string[]>;
  /** What the engine demands before it lets `rules` and the store see a change. */
  needs(change: RecordChange<D>): readonly Need[];
  /** The rights to its records as `myRights` has them; where the type's own can be shared. */
  readonly rights?: {
    readonly names: readonly string[];
    /** Those that come from above alone: being shared by itself does not give them. */
    readonly fromAbove: readonly string[];
  };
}

/**
 * What the description cannot say. Each throws a `Refusal`, or agrees; `create` and `update` may answer the record as
 * it shall be kept instead (a name normalised), which the client gets in the answer.
 */
export interface Rules<D extends TypeDescription> {
  create?(record: CreateOf<D>, call: WriteCall): Promise<CreateOf<D> | void> | CreateOf<D> | void;
  update?(
    after: RecordOf<D>,
    before: RecordOf<D>,
    call: WriteCall,
    changed: readonly string[],
  ): Promise<RecordOf<D> | void> | RecordOf<D> | void;
  destroy?(record: RecordOf<D>, call: WriteCall): Promise<void> | void;
}

/**
 * A verb of its own, such as `Email/import`. Its name on the wire is the type's name and the key in `methods`.
 * `method` makes one.
 */
export interface Method {
  readonly verb: Verb;
  /** When it is another one than the type's. */
  readonly capability?: string;
  /** What it takes beyond the account; checked before it runs. Without, `run` checks `call.args` itself. */
  readonly arguments?: Properties;
  run(call: Call, engine: MethodEngine): Promise<JsonObject | readonly Named[]>;
}

/** A method whose `call.args` are what its `arguments` describe, the account among them. */
export const method = <const Expected extends Properties>(
  description: Omit<Method, "arguments" | "run"> & {
    readonly arguments: Expected;
    run(
      call: Call<ValuesOf<typeof ACCOUNT_ARGUMENT & Expected>>,
      engine: MethodEngine,
    ): ReturnType<Method["run"]>;
  },
): Method => description;

/** What a verb of its own may use of the engine. */
export interface MethodEngine {
  write<T>(accountIds: readonly string[], work: (w: UnitOfWork) => Promise<T>): Promise<T>;
  /** Ids of records that were created earlier in the request, by creation id. */
  readonly createdIds: Map<string, string>;
  /**
   * Runs another method as part of this one, such as the `/set` that destroys what was copied. Its responses, errors
   * among them, are to be answered too.
   */
  readonly invoke: Invoke;
}

/** A method's name and arguments, or those of a response. */
export type Named = readonly [name: string, args: JsonObject];

export type Invoke = (name: string, args: JsonObject) => Promise<readonly Named[]>;

export type Access = (actor: Actor, verb: Verb, accountId: string) => boolean;

export interface ServeOptions<D extends TypeDescription, Prepared = unknown> {
  /**
   * Whether the actor may do this to records of the type in the account. The engine has already made sure that
   * the account is one of the actor's and, for changes, not read-only.
   */
  readonly access: Access;
  readonly store: Store<D, Prepared>;
  /** Makes the type reachable in accounts of others, as far as its records lie in what is shared. */
  readonly container?: Container<D>;
  /** Whether its methods may be called there though it is none, since what they read is looked up by other types. */
  readonly worksInPartialAccounts?: true;
  readonly rules?: Rules<D>;
  /** What is checked of records that are made and of properties that change, before `rules`. */
  readonly limits?: { readonly [Name in keyof D["properties"]]?: ValueLimits };
  readonly methods?: Readonly<Record<string, Method>>;
  /**
   * Calls that a successful `/set` brings about (RFC 8621 §7.5); their responses follow its own. `call.args` are the
   * arguments as the client gave them.
   */
  readonly followUp?: FollowUp<D>;
  /** Belongs to the person and to no account (RFC 8620 §7.2): only `/get` and `/set`, without account and state. */
  readonly withoutAccount?: true;
  /**
   * The id of an account of all in which clients find what is each person's own: its records lie in the own account, with
   * their states and locks, and stand under this one in calls, answers and pushes (RFC 9670 §3).
   */
  readonly shownIn?: string;
  /** Each account has one, always: none is created or destroyed (RFC 8620 §5.3). */
  readonly singleton?: true;
  /** What changed is not known: its state moves (`touched`), and then `/changes` is `cannotCalculateChanges`. */
  readonly isUnlogged?: true;
  /** Verbs of RFC 8620 §5 that clients may not use on this type, though the store could. */
  readonly without?: readonly StandardVerb[];
}

export type FollowUp<D extends TypeDescription = TypeDescription> = (
  call: Call<ExtraArguments<D, "set">>,
  response: SetResponse,
) => Promise<readonly Named[]> | readonly Named[];

export type StandardVerb = "get" | "changes" | "set" | "copy" | "query" | "queryChanges";

/** A record whose type only its description knows. */
export type LooseRecord = { readonly id?: string; readonly [name: string]: unknown };

/** A served type as the engine holds it: records are JSON, checked against the description at the border. */
export interface Served {
  readonly type: TypeDescription;
  readonly access: Access;
  readonly store: Store<TypeDescription>;
  readonly container: Container<TypeDescription> | undefined;
  readonly worksInPartialAccounts: boolean;
  readonly rules: Rules<TypeDescription>;
  readonly limits: Readonly<Record<string, ValueLimits>>;
  readonly methods: Readonly<Record<string, Method>>;
  readonly without: readonly StandardVerb[];
  readonly followUp: FollowUp | undefined;
  readonly withoutAccount: boolean;
  readonly shownIn: string | undefined;
  readonly singleton: boolean;
  readonly isUnlogged: boolean;
}

/** Binds a description to what reads, changes and guards its records. */
export function serve<const D extends TypeDescription, Prepared = unknown>(
  type: D,
  options: ServeOptions<D, Prepared>,
): Served {
  const { access, store, rules = {}, limits = {}, methods = {}, without = [], followUp } = options;
  const {
    withoutAccount = false,
    singleton = false,
    isUnlogged = false,
    worksInPartialAccounts = false,
    container,
    shownIn,
  } = options;
  // The engine checks every record against `type` before a store sees it, so the exact types hold inside.
  const erased = {
    type,
    access,
    store,
    container,
    worksInPartialAccounts,
    rules,
    limits,
    methods,
    without,
    followUp,
    withoutAccount,
    shownIn,
    singleton,
    isUnlogged,
  };
  return erased as unknown as Served;
}

/** Serves methods that share a name and have no records, such as those of `Blob`. */
export function serveMethods(
  type: Pick<TypeDescription, "name" | "capability">,
  options: Required<Pick<ServeOptions<TypeDescription>, "access" | "methods">> &
    Pick<ServeOptions<TypeDescription>, "worksInPartialAccounts">,
): Served {
  return serve(
    { ...type, properties: {} },
    {
      ...options,
      store: { get: async () => [] },
      without: ["get", "changes"],
    },
  );
}
