import { AsyncResource } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Client, Pool } from "pg";
import type { Log } from "../log/index.ts";
import { connectClient } from "./connect.ts";
import type { Connection } from "./connect.ts";

/** NOTIFY in every transaction takes a global lock at each commit; one in 20 ms costs nothing. */
const COALESCE = 20;
/** After the database was away (milliseconds). */
const AGAIN = 200;
/** PostgreSQL takes payloads below 8,000 bytes. */
const PAYLOAD = 7000;
const CHANNEL = "atrium";

/**
 * Hints between the processes that serve one database. A hint may be lost, so it only says where to look:
 * what happened is read from the database.
 */
export interface Notify {
  /** Notifies every process that listens to the topic, this one at once, others within some 20 ms. Repeats coalesce. */
  send(topic: string, hint: string): void;
  /**
   * `missed` is called when hints may have been lost: look everywhere. Both run in the context of this call, so that no
   * limit of the work that sent the hint holds for theirs. Returns the end of listening.
   */
  listen(topic: string, onHint: (hint: string) => void, missed?: () => void): () => void;
  close(): Promise<void>;
}

interface Listener {
  onHint: (hint: string) => void;
  missed?: () => void;
}

export function createNotify(options: { connection: Connection; pool: Pool; log: Log }): Notify {
  const { connection, pool, log } = options;
  const self = randomUUID();
  const listeners = new Map<string, Set<Listener>>();
  let waiting = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let client: Client | undefined;
  const closing = new AbortController();

  const dispatch = (topic: string, call: (listener: Listener) => void): void => {
    for (const listener of listeners.get(topic) ?? []) {
      try {
        call(listener);
      } catch (err) {
        log.error({ err, topic }, "a listener failed");
      }
    }
  };

  function note(topic: string, hint: string): void {
    let hints = waiting.get(topic);
    if (hints === undefined) waiting.set(topic, (hints = new Set()));
    hints.add(hint);
  }

  async function flush(): Promise<void> {
    timer = undefined;
    const sending = waiting;
    waiting = new Map();
    const messages: string[] = [];
    for (const [topic, hints] of sending) messages.push(...pack(self, topic, hints));
    try {
      await pool.query("select pg_notify($1, message) from unnest($2::text[]) message", [
        CHANNEL,
        messages,
      ]);
    } catch (err) {
      log.debug({ err }, "could not notify other processes; retrying");
      for (const [topic, hints] of sending) for (const hint of hints) note(topic, hint);
      if (!closing.signal.aborted) timer ??= setTimeout(() => void flush(), AGAIN);
    }
  }

  async function receive(): Promise<void> {
    for (let first = true; !closing.signal.aborted; first = false) {
      client = undefined;
      try {
        const current = await connectClient(connection, log);
        // Closed while it was connecting: nobody else knows of this client.
        if (closing.signal.aborted) return await current.end();
        client = current;
        const ended = new Promise<void>((resolve) => current.once("end", () => resolve()));
        current.on("notification", ({ payload }) => {
          const message = JSON.parse(payload ?? "[]") as [string, string, string[]];
          const [from, topic, hints] = message;
          if (from === self) return;
          for (const hint of hints) dispatch(topic, (listener) => listener.onHint(hint));
        });
        await current.query(`listen ${CHANNEL}`);
        if (!first)
          for (const topic of listeners.keys()) dispatch(topic, (listener) => listener.missed?.());
        await ended;
      } catch (err) {
        log.debug({ err }, "could not listen to the database; retrying");
        await client?.end().catch(() => undefined);
      }
      await pause(AGAIN, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  const receiving = receive();

  return {
    send(topic, hint) {
      dispatch(topic, (listener) => listener.onHint(hint));
      note(topic, hint);
      timer ??= setTimeout(() => void flush(), COALESCE);
    },
    listen(topic, onHint, missed) {
      const listener: Listener = {
        onHint: AsyncResource.bind(onHint),
        ...(missed !== undefined && { missed: AsyncResource.bind(missed) }),
      };
      let all = listeners.get(topic);
      if (all === undefined) listeners.set(topic, (all = new Set()));
      all.add(listener);
      return () => void all.delete(listener);
    },
    async close() {
      closing.abort();
      if (timer !== undefined) {
        clearTimeout(timer);
        await flush();
      }
      await client?.end().catch(() => undefined);
      await receiving;
    },
  };
}

/** As few messages as the limit of a payload allows. */
function pack(self: string, topic: string, hints: Set<string>): string[] {
  const messages: string[] = [];
  let part: string[] = [];
  let size = 0;
  for (const hint of hints) {
    const length = Buffer.byteLength(JSON.stringify(hint)) + 1;
    if (size + length > PAYLOAD && part.length > 0) {
      messages.push(JSON.stringify([self, topic, part]));
      part = [];
      size = 0;
    }
    part.push(hint);
    size += length;
  }
  messages.push(JSON.stringify([self, topic, part]));
  return messages;
}
