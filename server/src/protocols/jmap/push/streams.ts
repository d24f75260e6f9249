import { refuse, type Actor, type Engine } from "../../../engine/index.ts";
import type { Accounts } from "../../../features/accounts/index.ts";
import type { Log } from "../../../platform/log/index.ts";
import type { Caller } from "../../http/index.ts";
import { ofTypes, type States } from "./cursor.ts";

const BEAT = 5_000;
/** How often all sessions with a stream are looked up, in one query: for those that expire. */
const RECHECK = 15_000;
/** How often the credentials of those without a session are looked at; mostly their end is announced at once. */
const RECHECK_CREDENTIALS = 5 * 60_000;
/** How often it is looked for changes which a process that was killed could not announce any more. */
const LOOK_AGAIN = 30_000;
const PER_PERSON = 64;

/** A connection to which changes are pushed as they happen: an EventSource, or a WebSocket. */
export interface Stream {
  /** States to be pushed, as far as the client subscribed to them. */
  offer(states: States): void;
  /** Current states, of which those that the client has missed are to be pushed. */
  catchUp(states: States): void;
  /** Sends a sign of life when it is time for one. `now` is of the clock that nobody puts forward or back. */
  beat(now: number): void;
  end(): void;
}

interface Open {
  readonly stream: Stream;
  readonly actor: Actor;
  readonly sessionId: string | null;
  /** What was offered last of accounts that are part in reach. */
  readonly parts: Map<string, States[string]>;
  /** Resolves when `parts` says how it was when the stream began. */
  begun: Promise<void>;
}

export type Streams = ReturnType<typeof createStreams>;

/** All connections of this process that are pushed to. They share one listener and its timers. */
export function createStreams(options: {
  engine: Engine;
  accounts: Pick<Accounts, "sessions" | "access" | "refresh">;
  log: Log;
}) {
  const { engine, log } = options;
  const { sessions, access, refresh } = options.accounts;
  const byAccount = new Map<string, Set<Open>>();
  const byPerson = new Map<string, Set<Open>>();
  const bySession = new Map<string, Set<Open>>();
  const all = new Set<Open>();

  const endSession = (id: string): void => {
    for (const { stream } of bySession.get(id) ?? []) stream.end();
  };

  const endPerson = (personId: string): void => {
    for (const { stream } of byPerson.get(personId) ?? []) stream.end();
  };

  const endAll = (): void => {
    for (const { stream } of all) stream.end();
  };

  async function recheck(): Promise<void> {
    const living = await sessions.living([...bySession.keys()]);
    for (const id of bySession.keys()) if (!living.has(id)) endSession(id);
  }

  async function recheckCredentials(): Promise<void> {
    for (const { stream, actor, sessionId } of all)
      if (sessionId === null && (await refresh(actor)) === null) stream.end();
  }

  const inBackground = (work: Promise<void>): void =>
    void work.catch((err: unknown) => log.debug({ err }, "push could not read the database"));

  const statesOf = async (actor: Actor): Promise<States> => {
    const accountIds = Object.keys(actor.accounts);
    const states = await Promise.all(accountIds.map((id) => engine.states(id)));
    const whole = Object.fromEntries(accountIds.map((id, at) => [id, states[at]!]));
    const parts: Record<string, Readonly<Record<string, string>>> = {};
    for (const id of Object.keys(actor.partialAccounts ?? {}))
      parts[id] = await engine.statesIn(actor, id);
    return seenBy(actor, { ...whole, ...parts });
  };

  /** Those of the states that the actor may see. */
  const seenBy = (actor: Actor, states: States): States =>
    ofTypes(states, { has: (type) => engine.hearsOf(actor, type) });

  function offer(open: Open, accountId: string, states: States[string]): void {
    if (Object.hasOwn(open.actor.accounts, accountId))
      open.stream.offer(seenBy(open.actor, { [accountId]: states }));
    else inBackground(offerPartial(open, accountId));
  }

  async function begin({ actor, parts }: Open): Promise<void> {
    for (const id of Object.keys(actor.partialAccounts ?? {}))
      parts.set(id, await engine.statesIn(actor, id));
  }

  /** Of an account that is part in reach only what happened there is offered, if anything has. */
  async function offerPartial(open: Open, accountId: string): Promise<void> {
    await open.begun;
    const { stream, actor, parts } = open;
    const states = await engine.statesIn(actor, accountId);
    const before = parts.get(accountId);
    parts.set(accountId, states);
    const news = Object.entries(states).filter(([type, state]) => before?.[type] !== state);
    if (news.length > 0) stream.offer(seenBy(actor, { [accountId]: Object.fromEntries(news) }));
  }

  /** The newest state of each account when it was looked last; whatever is older was offered. */
  let looked: ReadonlyMap<string, number> = new Map();
  /** What streams were offered since, by account. */
  let offered = new Map<string, Readonly<Record<string, string>>>();

  async function lookAgain(): Promise<void> {
    const newest = await engine.newest([...byAccount.keys()]);
    const pushed = offered;
    offered = new Map();
    for (const [accountId, state] of newest) {
      const since = looked.get(accountId) ?? -1;
      if (state <= since) continue;
      const missed = Object.entries(await engine.states(accountId)).filter(
        ([type, now]) => Number(now) > since && pushed.get(accountId)?.[type] !== now,
      );
      if (missed.length === 0) continue;
      const states = Object.fromEntries(missed);
      for (const open of byAccount.get(accountId) ?? []) offer(open, accountId, states);
    }
    looked = newest;
  }

  const stops = [
    engine.onChange((changed) => {
      for (const [accountId, states] of Object.entries(changed)) {
        const streams = byAccount.get(accountId);
        if (streams === undefined) continue;
        offered.set(accountId, { ...offered.get(accountId), ...states });
        for (const open of streams) offer(open, accountId, states);
      }
    }),
    sessions.onEnded(endSession, () => inBackground(recheck())),
    // Clients come back at once, as whoever they are by then and with the accounts that they may see by then. Whatever
    // hints were missed, of changes and sessions too, they are pushed again.
    access.onChanged(endPerson, endAll),
  ];

  const timers = [
    setInterval(() => {
      const now = performance.now();
      for (const { stream } of all) stream.beat(now);
    }, BEAT),
    setInterval(() => {
      if (bySession.size > 0) inBackground(recheck());
    }, RECHECK),
    setInterval(() => inBackground(recheckCredentials()), RECHECK_CREDENTIALS),
    setInterval(() => {
      if (byAccount.size > 0) inBackground(lookAgain());
    }, LOOK_AGAIN),
  ];
  for (const timer of timers) timer.unref();

  return {
    /** Who opens a stream, with all that is shared with that person: a stream stands on it until it ends. */
    callerOf: async (caller: Caller): Promise<Caller> => ({
      ...caller,
      actor: await engine.withShares(caller.actor),
    }),

    /** @throws Refusal `tooManyRequests` when the person has very many open already. Call it before any byte is sent. */
    admit(actor: Actor): void {
      if ((byPerson.get(actor.personId)?.size ?? 0) >= PER_PERSON)
        refuse("tooManyRequests", "too many connections", { retryAfter: 30 });
    },

    /** Pushes to a connection until the answered function is called. */
    add(stream: Stream, { actor, session }: Caller): () => void {
      const sessionId = session?.sessionId ?? null;
      const open: Open = { stream, actor, sessionId, parts: new Map(), begun: Promise.resolve() };
      if (actor.partialAccounts !== undefined) open.begun = begin(open);
      const seen = [...Object.keys(actor.accounts), ...Object.keys(actor.partialAccounts ?? {})];
      const places = [
        ...seen.map((id) => [byAccount, id] as const),
        [byPerson, actor.personId] as const,
        ...(open.sessionId === null ? [] : [[bySession, open.sessionId] as const]),
      ];
      all.add(open);
      for (const [map, key] of places) addTo(map, key, open);
      return () => {
        all.delete(open);
        for (const [map, key] of places) removeFrom(map, key, open);
      };
    },

    /**
     * Ends a stream that was added, if what it stands on was taken back between the look at the credentials and then:
     * of that nobody was notified. Answers whether it goes on.
     */
    async confirm(stream: Stream, actor: Actor): Promise<boolean> {
      const now = await refresh(actor);
      const isSame = now !== null && reachOf(now) === reachOf(actor);
      if (!isSame) stream.end();
      return isSame;
    },

    /** How many connections there are. */
    count: (): number => all.size,

    /** Pushes what a stream has missed. */
    async catchUp(stream: Stream, actor: Actor): Promise<void> {
      stream.catchUp(await statesOf(actor));
    },

    close(): void {
      for (const stop of stops) stop();
      for (const timer of timers) clearInterval(timer);
      endAll();
    },
  };
}

/** What an actor may see, to be compared. */
const reachOf = ({ roles, accounts, principals = [], scope = new Set() }: Actor): string =>
  [
    ...[...roles].sort(),
    "|",
    ...Object.keys(accounts).sort(),
    "|",
    ...principals.map(({ id, version }) => `${id} ${version}`),
    "|",
    ...scope,
  ].join(" ");

function addTo<T>(map: Map<string, Set<T>>, key: string, item: T): void {
  const set = map.get(key);
  if (set === undefined) map.set(key, new Set([item]));
  else set.add(item);
}

function removeFrom<T>(map: Map<string, Set<T>>, key: string, item: T): void {
  const set = map.get(key);
  set?.delete(item);
  if (set?.size === 0) map.delete(key);
}
