import type { ServerResponse } from "node:http";
import { refuse, type Actor, type Engine } from "../../../engine/index.ts";
import type { Accounts } from "../../../features/accounts/index.ts";
import type { Log } from "../../../platform/log/index.ts";
import type { Caller } from "../../http/index.ts";
import { createStream, type States, type Stream, type StreamOptions } from "./stream.ts";

const BEAT = 5_000;
/** How often all sessions with a stream are looked up, in one query: for those that expire. */
const RECHECK = 15_000;
/** A client that sent its password comes back so often, so that a changed password counts for it too. */
const WITHOUT_SESSION = 5 * 60_000;
const PER_PERSON = 64;

interface Open {
  readonly stream: Stream;
  readonly actor: Actor;
  readonly sessionId: string | null;
  readonly openedAt: number;
}

export type Streams = ReturnType<typeof createStreams>;

/** All EventSources of this process (RFC 8620 §7.3). They share one listener and one timer. */
export function createStreams(options: {
  engine: Engine;
  accounts: Pick<Accounts, "sessions" | "access" | "refresh">;
  log: Log;
}) {
  const { engine, log } = options;
  const { sessions, access } = options.accounts;
  const byAccount = new Map<string, Set<Open>>();
  const bySession = new Map<string, Set<Open>>();
  const all = new Set<Open>();

  const endSession = (id: string): void => {
    for (const { stream } of bySession.get(id) ?? []) stream.end();
  };

  const endPerson = (personId: string): void => {
    for (const { stream, actor } of all) if (actor.personId === personId) stream.end();
  };

  const endAll = (): void => {
    for (const { stream } of all) stream.end();
  };

  async function recheck(): Promise<void> {
    const living = await sessions.living([...bySession.keys()]);
    for (const id of bySession.keys()) if (!living.has(id)) endSession(id);
  }

  const inBackground = (work: Promise<void>): void =>
    void work.catch((err: unknown) => log.debug({ err }, "push could not look into the database"));

  const statesOf = async (actor: Actor): Promise<States> => {
    const accountIds = Object.keys(actor.accounts);
    const states = await Promise.all(accountIds.map((id) => engine.states(id)));
    return Object.fromEntries(accountIds.map((id, index) => [id, states[index]!]));
  };

  const offerAll = async (): Promise<void> => {
    for (const { stream, actor } of all) stream.offer(await statesOf(actor));
  };

  const stops = [
    engine.onChange(
      (changed) => {
        for (const [accountId, states] of Object.entries(changed))
          for (const { stream } of byAccount.get(accountId) ?? [])
            stream.offer({ [accountId]: states });
      },
      () => inBackground(offerAll()),
    ),
    sessions.onEnded(endSession, () => inBackground(recheck())),
    // Clients come back at once, as whoever they are by then and with the accounts that they may see by then.
    access.onChanged(endPerson, endAll),
  ];

  const timers = [
    setInterval(() => {
      const now = Date.now();
      for (const { stream, sessionId, openedAt } of all)
        if (sessionId === null && now - openedAt > WITHOUT_SESSION) stream.end();
        else stream.beat(now);
    }, BEAT),
    setInterval(() => {
      if (bySession.size > 0) inBackground(recheck());
    }, RECHECK),
  ];
  for (const timer of timers) timer.unref();

  return {
    /** @throws Refusal `tooManyRequests` when the person has very many open already. Call it before any byte is sent. */
    admit(actor: Actor): void {
      let count = 0;
      for (const open of byAccount.get(actor.accountId) ?? [])
        if (open.actor.personId === actor.personId) count += 1;
      if (count >= PER_PERSON)
        refuse("tooManyRequests", "too many event sources", { retryAfter: 30 });
    },

    /** Takes over a response whose head was sent. `catchUp`: tell all present states first. */
    async open(
      response: ServerResponse,
      { actor, session }: Caller,
      { catchUp, ...stream }: StreamOptions & { readonly catchUp: boolean },
    ): Promise<void> {
      const open: Open = {
        stream: createStream(response, stream, Date.now),
        actor,
        sessionId: session?.sessionId ?? null,
        openedAt: Date.now(),
      };
      const places = [
        ...Object.keys(actor.accounts).map((id) => [byAccount, id] as const),
        ...(open.sessionId === null ? [] : [[bySession, open.sessionId] as const]),
      ];
      all.add(open);
      for (const [map, key] of places) addTo(map, key, open);
      response.once("close", () => {
        all.delete(open);
        for (const [map, key] of places) removeFrom(map, key, open);
      });
      response.write("retry: 2000\n\n");
      // What was taken back between the look at the credentials and the entry in the list was told to nobody.
      const now = await options.accounts.refresh(actor);
      if (now === null || accountsOf(now) !== accountsOf(actor)) open.stream.end();
      else if (catchUp) open.stream.offer(await statesOf(actor));
    },

    close(): void {
      for (const stop of stops) stop();
      for (const timer of timers) clearInterval(timer);
      endAll();
    },
  };
}

const accountsOf = ({ accounts }: Actor): string => Object.keys(accounts).sort().join(" ");

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
