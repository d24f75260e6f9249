import type { StateChange } from "@atrium/contract/types/wire";
import type { ServerResponse } from "node:http";

/** Account → type → state. */
export type States = StateChange["changed"];

export interface StreamOptions {
  /** `null`: all types. */
  readonly types: ReadonlySet<string> | null;
  /** Ends after the first state event (RFC 8620 §7.3). */
  readonly closeAfterState: boolean;
  /** Milliseconds of silence after which a ping is sent; 0: the client wants none. */
  readonly ping: number;
}

/** Silence after which a client that wants no pings gets a comment, so that dead connections are noticed. */
const HEARTBEAT = 30_000;

/** One connected EventSource. What a slow client has not read yet is merged: only newest states wait in memory. */
export interface Stream {
  /** States to be told; those of types that the client did not ask for are left out. */
  offer(states: States): void;
  /** Sends a sign of life when it is time for one. */
  beat(now: number): void;
  end(): void;
}

export function createStream(
  response: ServerResponse,
  { types, closeAfterState, ping }: StreamOptions,
  now: () => number,
): Stream {
  let waiting: Record<string, Record<string, string>> = {};
  let scheduled = false;
  let blocked = false;
  let eventId = 0;
  let lastWrite = now();

  function write(text: string): void {
    lastWrite = now();
    blocked = !response.write(text);
  }

  function flush(): void {
    scheduled = false;
    if (blocked || response.writableEnded || Object.keys(waiting).length === 0) return;
    const event: StateChange = { "@type": "StateChange", changed: waiting };
    waiting = {};
    eventId += 1;
    write(`event: state\nid: ${eventId}\ndata: ${JSON.stringify(event)}\n\n`);
    if (closeAfterState) response.end();
  }

  response.on("drain", () => {
    blocked = false;
    flush();
  });

  return {
    offer(states) {
      for (const [accountId, byType] of Object.entries(states))
        for (const [type, state] of Object.entries(byType))
          if (types === null || types.has(type)) (waiting[accountId] ??= {})[type] = state;
      if (scheduled) return;
      scheduled = true;
      // Commits that come together are told together.
      setImmediate(flush);
    },
    beat(time) {
      if (blocked || time - lastWrite < (ping || HEARTBEAT)) return;
      // RFC 8620 §7.3: the interval in seconds that the server really uses.
      write(ping === 0 ? ":\n\n" : `event: ping\ndata: {"interval":${ping / 1000}}\n\n`);
    },
    end: () => void response.end(),
  };
}
