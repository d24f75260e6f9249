import { randomBytes } from "node:crypto";
import {
  CAPABILITY,
  type JmapResponse,
  type JmapSession,
  type JsonObject,
  type MethodError,
} from "@atrium/contract/types/wire";
import type { BlobStore } from "../platform/blobs/index.ts";
import type { Clock } from "../platform/clock.ts";
import { limitStatements, onBehalfOf } from "../platform/db/index.ts";
import type { Db, Notify } from "../platform/db/index.ts";
import type { Ids } from "../platform/ids.ts";
import type { Log } from "../platform/log/index.ts";
import type { WorkerPool } from "../platform/workers/index.ts";
import { releaseBlobs } from "./blob-release.ts";
import type { Unpack } from "./blob-ids.ts";
import { createBlobAccess, type BlobAccess } from "./blobs.ts";
import { trimChangeLog } from "./change-log.ts";
import { CallFailed, RequestError } from "./errors.ts";
import { DEFAULT_LIMITS, type Limits } from "./limits.ts";
import { capabilitiesOfProperties } from "./methods/type-seen.ts";
import { isOver, NO_QUOTA, storageOf, type QuotaLimits, type Usage } from "./quota.ts";
import { forgetRemovedAccounts } from "./removed-accounts.ts";
import { createPush, type ChangeListener } from "./push.ts";
import { checkRequest, methodsOf, runCalls, type MethodObserver } from "./request.ts";
import { createWithShares, partialAccountOf, reachOf, type ReadShares } from "./reach.ts";
import { browserCapabilities, isOpenTo, stateFilter, typesSeenBy } from "./scope.ts";
import type { Actor, Served, Services } from "./serve.ts";
import { createShownTo } from "./shown.ts";
import { describeSession, sessionState, type Capability, type SessionUrls } from "./session.ts";
import { readNewest, readStateIn, readStates } from "./states.ts";
import { createWrite, type Changed, type UnitOfWork } from "./unit-of-work.ts";
import { createStateTexts } from "./state-texts.ts";
import { maxUnusedOf } from "./upload-quota.ts";
import "./tables.ts";

export { blobId, containedBlobId, encodedSize, parseBlobId, partBlobId } from "./blob-ids.ts";
export type { ContainedFile, TransferEncoding, Unpack } from "./blob-ids.ts";
export { broughtInBy, findBlob, findBlobs, openBlob, readBlob } from "./blobs.ts";
export type { BlobAccess, OpenBlob } from "./blobs.ts";
export {
  CallFailed,
  defineRefusals,
  meaning,
  Refusal,
  refuse,
  refuseProperty,
  RequestError,
  TOO_SLOW,
} from "./errors.ts";
export type { Refused } from "./errors.ts";
export { checkArguments, fits, isWithin } from "./check.ts";
export { sameJson } from "./patch.ts";
export { inMemory } from "./in-memory.ts";
export { MAX_PROPERTIES, type Limits } from "./limits.ts";
export { QUOTA_WARN_AT, storageOf } from "./quota.ts";
export type { QuotaLimits, Storage, Usage } from "./quota.ts";
export { copyAccounts } from "./methods/copy.ts";
export { holdsWord, whereOf } from "./where.ts";
export { orNull } from "./methods/or-null.ts";
export { checkFilter } from "./methods/query.ts";
export { isOwnAccount } from "./reach.ts";
export type { PartialAccount, PrincipalVersion, Reach, ReadShares } from "./reach.ts";
export { isId } from "./check.ts";
export { isInScope, recordsByBlobs, typesSeenBy, typesWithBlobs } from "./scope.ts";
export { realId } from "./references.ts";
export { method, serve, serveMethods } from "./serve.ts";
export type {
  Access,
  Actor,
  ActorAccount,
  Call,
  Container,
  CopyCall,
  FollowUp,
  Method,
  MethodEngine,
  Named,
  Need,
  QueryChangesRequest,
  QueryDifference,
  QueryPage,
  QueryRequest,
  Rules,
  Served,
  Services,
  Store,
  Update,
  Verb,
  WriteCall,
} from "./serve.ts";
export { tableStore, type TableOptions, type TableStore } from "./table-store.ts";
export type { Capability, SessionUrls } from "./session.ts";
export type { AccountKind } from "./tables.ts";
export type { BeforeCommit, Changed, UnitOfWork } from "./unit-of-work.ts";

/** What a function that reads a request answers: the request, and how many octets it had. */
interface Received {
  readonly body: unknown;
  readonly size: number;
}

/** JMAP for all described types: reads, changes, authorises, logs and pushes. Written once, served by every protocol. */
export interface Engine {
  /**
   * Processes an API request (RFC 8620 §3).
   * @param body the request, or a function that reads it (`Received`): then it counts among the person's requests at once
   * while it comes.
   * @param size octets of the body, when the server knows them.
   * @throws RequestError when the request as a whole cannot be processed.
   */
  handle(actor: Actor, body: unknown, options?: { readonly size?: number }): Promise<JmapResponse>;
  /** The session resource (RFC 8620 §2). */
  session(actor: Actor, urls: SessionUrls): Promise<JmapSession>;
  sessionState(actor: Actor): string;
  /** Changes accounts in one transaction, with their rows locked in the order of their ids. */
  write<T>(accountIds: readonly string[], work: (w: UnitOfWork) => Promise<T>): Promise<T>;
  /**
   * Calls a method within a unit of work, which has locked all accounts that the call changes: it is done with all else
   * that the unit does, or not at all. Whoever calls it throws what it threw, unless nothing had been changed.
   * @throws CallFailed
   */
  within(w: UnitOfWork, actor: Actor, name: string, args: JsonObject): Promise<JsonObject>;
  /** Called after every commit, also of other processes. Returns the end of listening. */
  onChange(listener: ChangeListener, missed?: () => void): () => void;
  /** The present state of each type in an account. */
  states(accountId: string): Promise<Readonly<Record<string, string>>>;
  /** The same of an account that is part in reach of an actor `withShares`. */
  statesIn(actor: Actor, accountId: string): Promise<Readonly<Record<string, string>>>;
  /** The actor with all that is shared with it, for what looks at `partialAccounts`. */
  withShares(actor: Actor): Promise<Actor>;
  /** The types whose states an actor may see. */
  typesOf(actor: Actor): readonly string[];
  /** Whether an actor may hear of the states of a type. */
  hearsOf(actor: Actor, type: string): boolean;
  /** States as an actor sees them, in the accounts where their types are shown (`ServeOptions.shownIn`). */
  shownTo(actor: Actor, changed: Changed): Changed;
  /** The newest of the states of each account, to see at little cost whether anything has happened. */
  newest(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Whether an account's quota would be exceeded by so much more. */
  isOverQuota(accountId: string, more: Usage): Promise<boolean>;
  readonly blobs: BlobAccess;
  readonly limits: Limits;
  /** What stores get beside a call, for features that work outside of one. */
  readonly services: Services;
  readonly db: Db;
  /** Names of all methods, for tests that hold for each of them. */
  readonly methods: readonly string[];
  /** Forgets what is left of removed accounts, old changes, and blobs that no record refers to any more; to be called once a day. */
  trim(): Promise<void>;
  close(): Promise<void>;
}

export interface EngineOptions {
  readonly db: Db;
  readonly blobs: BlobStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  readonly notify: Notify;
  readonly workers: WorkerPool;
  /** Without it, no part of a message is a container. */
  readonly unpack?: Unpack;
  readonly types: readonly Served[];
  readonly capabilities?: readonly Capability[];
  readonly limits?: Partial<Limits>;
  /** No limits unless given. */
  readonly quota?: QuotaLimits;
  /** How long one statement of a request may take, in milliseconds; any time unless given. */
  readonly statementTime?: number;
  readonly observed?: MethodObserver;
  /** What is shared with an actor; nothing unless given. */
  readonly readShares?: ReadShares;
  /** What states are encrypted with that people get who have part of an account in reach; of this process alone unless given. */
  readonly stateKey?: Uint8Array;
}

export function createEngine(options: EngineOptions): Engine {
  const { db, blobs, clock, ids, log, notify, workers, types, quota = NO_QUOTA, unpack } = options;
  const browserOnly = browserCapabilities(types);
  const withAccess = (capability: string) => ({
    capability,
    access: browserOnly.has(capability) ? ("browserSession" as const) : undefined,
  });
  const capabilities = (options.capabilities ?? []).map((capability) => ({
    ...capability,
    ...withAccess(capability.urn),
  }));
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const stateTexts = createStateTexts(options.stateKey ?? randomBytes(32));
  const services: Services = {
    blobs,
    clock,
    ids,
    log,
    limits,
    quota,
    unpack,
    workers,
    types,
    stateTexts,
    withShares: createWithShares(options.readShares ?? (async () => ({}))),
  };
  const push = createPush({ db, notify, log });
  const write = createWrite({
    db,
    clock,
    ids,
    quota,
    maxUnused: maxUnusedOf(limits),
    notify,
    log,
    committed: push.announce,
  });
  const methods = methodsOf(types);
  const known = new Set<string>([
    CAPABILITY.core,
    CAPABILITY.websocket,
    ...capabilities.map(({ urn }) => urn),
    ...types.map(({ type }) => type.capability),
    ...types.flatMap(({ type }) => capabilitiesOfProperties(type)),
  ]);
  const knownTo = (actor: Actor) => ({
    has: (urn: string) => known.has(urn) && isOpenTo(actor, withAccess(urn)),
  });
  const running = new Map<string, number>();

  return {
    async handle(actor, given, { size = 0 } = {}) {
      const count = running.get(actor.personId) ?? 0;
      if (count >= limits.maxConcurrentRequests)
        throw new RequestError("limit", "too many requests at once", "maxConcurrentRequests");
      running.set(actor.personId, count + 1);
      try {
        const received =
          typeof given === "function"
            ? await (given as () => Promise<Received>)()
            : { body: given, size };
        if (received.size > limits.maxSizeRequest)
          throw new RequestError("limit", "the request is too large", "maxSizeRequest");
        const request = checkRequest(received.body, knownTo(actor), limits);
        const createdIds = new Map(Object.entries(request.createdIds ?? {}));
        const { observed } = options;
        const context = {
          actor,
          db,
          write,
          services,
          createdIds,
          ...(observed && { observed }),
        };
        const methodResponses = await limitStatements(options.statementTime ?? 0, () =>
          onBehalfOf(actor.personId, () => runCalls(request, methods, context)),
        );
        return {
          methodResponses,
          ...(request.createdIds ? { createdIds: Object.fromEntries(createdIds) } : {}),
          sessionState: sessionState(actor, { limits, capabilities, types }),
        };
      } finally {
        const left = (running.get(actor.personId) ?? 1) - 1;
        if (left > 0) running.set(actor.personId, left);
        else running.delete(actor.personId);
      }
    },
    async within(w, actor, name, args) {
      const using = [...known].filter((urn) => knownTo(actor).has(urn));
      const answers = await runCalls({ using, methodCalls: [[name, args, "0"]] }, methods, {
        actor,
        db: w.tx,
        write: (_accountIds, work) => work(w),
        services,
        createdIds: new Map(),
      });
      const [answer, result] = answers[0]!;
      if (answer === "error") throw new CallFailed(result as unknown as MethodError);
      return result;
    },
    session: async (actor, urls) =>
      describeSession(await services.withShares(actor, null, db), urls, {
        limits,
        capabilities,
        types,
      }),
    withShares: (actor) => services.withShares(actor, null, db),
    sessionState: (actor) => sessionState(actor, { limits, capabilities, types }),
    write,
    onChange: push.listen,
    states: (accountId) => readStates(db, accountId),
    async statesIn(actor, accountId) {
      const states: Record<string, string> = {};
      if (partialAccountOf(actor, accountId) === undefined) return states;
      for (const served of types) {
        const { name } = served.type;
        const reach = isOpenTo(actor, served.type) ? reachOf(served, actor, accountId) : null;
        if (reach === null || served.container === undefined) continue;
        // Nothing of it can change.
        if (reach !== "everything" && reach.size === 0) continue;
        const modseq = await readStateIn(db, accountId, name, reach);
        states[name] = services.stateTexts.write({ actor, accountId, reach }, name, modseq);
      }
      return states;
    },
    hearsOf: stateFilter(types),
    shownTo: createShownTo(types),
    typesOf: (actor) => typesSeenBy(actor, types),
    newest: (accountIds) => readNewest(db, accountIds),
    async isOverQuota(accountId, more) {
      const { limits, used } = await storageOf(db, accountId, quota);
      return isOver(limits, used, more);
    },
    blobs: createBlobAccess({ db, services, write, limits }),
    limits,
    services,
    db,
    methods: [...methods.keys()],
    async trim() {
      const now = clock.now();
      await forgetRemovedAccounts(db);
      await trimChangeLog(db, now);
      await releaseBlobs({ db, write, now });
    },
    close: push.close,
  };
}
