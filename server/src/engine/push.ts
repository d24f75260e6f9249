import { AsyncResource } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { createBacklog } from "../platform/backlog.ts";
import type { Db, Notify } from "../platform/db/index.ts";
import type { Log } from "../platform/log/index.ts";
import { RECEIVED_AT_ONCE } from "./limits.ts";
import type { Changed } from "./unit-of-work.ts";

/** Receives committed changes: account → type → new state. */
export type ChangeListener = (changed: Changed) => void;

export interface Push {
  /** Notifies this process at once and the others by a hint. */
  readonly announce: (changed: Changed, since: ReadonlyMap<string, number>) => void;
  /**
   * `missed` is called when changes of other processes may have been lost: ask for all states again. Both run in the
   * context of this call, and not of the request that made a change.
   */
  readonly listen: (listener: ChangeListener, missed?: () => void) => () => void;
  readonly close: () => Promise<void>;
}

const TOPIC = "changes";

/**
 * Push after commit (RFC 8620 §7). A hint names an account and a modseq before the change; who receives it reads from
 * the database what has moved since, so nothing false can be announced.
 */
export function createPush(options: { db: Db; notify: Notify; log: Log }): Push {
  const { db, notify, log } = options;
  const self = randomUUID();
  const listeners = new Map<ChangeListener, (() => void) | undefined>();

  const emit = (changed: Changed): void => {
    for (const listener of listeners.keys()) {
      try {
        listener(changed);
      } catch (err) {
        log.error({ err }, "a listener for changes failed");
      }
    }
  };

  async function receive(accountId: string, since: number): Promise<void> {
    const rows = await db
      .selectFrom("type_state")
      .select(["type", "modseq"])
      .where("account_id", "=", accountId)
      .where("modseq", ">", since)
      .execute();
    if (rows.length === 0) return;
    emit({ [accountId]: Object.fromEntries(rows.map((row) => [row.type, String(row.modseq)])) });
  }

  const received = createBacklog<number>(RECEIVED_AT_ONCE, Math.min, (accountId, since) =>
    receive(accountId, since).catch((err: unknown) =>
      log.debug({ err }, "could not process a notification"),
    ),
  );

  const stop = notify.listen(
    TOPIC,
    (hint) => {
      const [from, accountId, since] = hint.split(" ");
      if (from === self || listeners.size === 0) return;
      received.add(accountId!, Number(since));
    },
    () => {
      for (const missed of listeners.values()) missed?.();
    },
  );

  return {
    announce(changed, since) {
      emit(changed);
      for (const accountId of Object.keys(changed))
        notify.send(TOPIC, `${self} ${accountId} ${since.get(accountId) ?? 0}`);
    },
    listen(listener, missed) {
      const bound = AsyncResource.bind(listener);
      listeners.set(bound, missed && AsyncResource.bind(missed));
      return () => void listeners.delete(bound);
    },
    async close() {
      stop();
      await received.close();
    },
  };
}
