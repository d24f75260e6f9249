import type { StateChange } from "@atrium/contract/types/wire";
import type { ServerResponse } from "node:http";
import type { Stream } from "../push/streams.ts";
import { createCursor, merged, ofTypes, type States } from "../push/cursor.ts";

export interface StreamOptions {
  /** `null`: all types. */
  readonly types: ReadonlySet<string> | null;
  /** Ends after the first state event (RFC 8620 §7.3). */
  readonly closeAfterState: boolean;
  /** Milliseconds of silence after which a ping is sent; 0: the client wants none. */
  readonly ping: number;
  /** The id of the last event that the client has seen. */
  readonly lastEventId: string | null;
  /** States as the client sees them. */
  readonly shown: (states: States) => States;
}

/** Silence after which a client that wants no pings gets a comment, so that dead connections are noticed. */
const HEARTBEAT = 30_000;

/** One connected EventSource. What a slow client has not read yet is merged: only newest states wait in memory. */
export function createStream(
  response: ServerResponse,
  { types, closeAfterState, ping, lastEventId, shown }: StreamOptions,
  now: () => number,
): Stream {
  const cursor = createCursor(lastEventId);
  let waiting: States = {};
  let scheduled = false;
  let blocked = false;
  let lastWrite = now();

  function write(text: string): void {
    lastWrite = now();
    blocked = !response.write(text);
  }

  function flush(): void {
    scheduled = false;
    if (blocked || response.writableEnded || Object.keys(waiting).length === 0) return;
    const event: StateChange = { "@type": "StateChange", changed: shown(waiting) };
    const id = cursor.note(waiting);
    waiting = {};
    write(`event: state\nid: ${id}\ndata: ${JSON.stringify(event)}\n\n`);
    if (closeAfterState) response.end();
  }

  response.on("drain", () => {
    blocked = false;
    flush();
  });

  function offer(states: States): void {
    waiting = merged(waiting, ofTypes(states, types));
    if (scheduled) return;
    scheduled = true;
    // Commits that come together are pushed together.
    setImmediate(flush);
  }

  return {
    offer,
    catchUp: (states) => offer(cursor.missed(states)),
    beat(time) {
      if (blocked || time - lastWrite < (ping || HEARTBEAT)) return;
      // RFC 8620 §7.3: the interval in seconds that the server really uses.
      write(ping === 0 ? ":\n\n" : `event: ping\ndata: {"interval":${ping / 1000}}\n\n`);
    },
    end: () => void response.end(),
  };
}
