import { setTimeout as pause } from "node:timers/promises";
import type { Person } from "./bench.ts";

/** A user who follows an account, and comes back whenever the connection ends. */
export interface Listener {
  /** The newest state of Email that was pushed to it. */
  state(): number;
  /** Resolves when a state was pushed as new as this one; answers the milliseconds. */
  reached(state: number, within?: number): Promise<number>;
  readonly connections: number;
  /** It is connected; what happens from now on is pushed to it. */
  readonly open: Promise<void>;
  stop(): void;
}

interface Following {
  readonly onChange: (changed: Record<string, Record<string, string>>) => void;
  readonly opened: () => void;
  readonly signal: AbortSignal;
}

function follow(accountId: string, connect: (following: Following) => Promise<void>): Listener {
  let newest = 0;
  let connections = 0;
  const opened = Promise.withResolvers<void>();
  const stopping = new AbortController();
  const following: Following = {
    signal: stopping.signal,
    opened() {
      connections += 1;
      opened.resolve();
    },
    onChange(changed) {
      newest = Math.max(newest, Number(changed[accountId]?.["Email"] ?? 0));
    },
  };
  void (async () => {
    while (!stopping.signal.aborted) {
      await connect(following).catch(() => undefined);
      await pause(100);
    }
  })();
  return {
    state: () => newest,
    open: opened.promise,
    get connections() {
      return connections;
    },
    async reached(state, within = 10_000) {
      const began = performance.now();
      for (;;) {
        const time = performance.now() - began;
        if (newest >= state) return time;
        if (time > within) throw new Error(`got ${newest} and not ${state} within ${within} ms`);
        await pause(2);
      }
    },
    stop: () => stopping.abort(),
  };
}

/** Over an EventSource, with the id of the last event when it comes again. */
export function eventSource(url: string | (() => string), { token, accountId }: Person): Listener {
  let lastId: string | null = null;
  return follow(accountId, async ({ onChange, opened, signal }) => {
    const base = typeof url === "string" ? url : url();
    const response = await fetch(`${base}/jmap/eventsource?types=*&closeafter=no&ping=30`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastId === null ? {} : { "last-event-id": lastId }),
      },
      signal,
    });
    if (!response.ok) throw new Error(String(response.status));
    opened();
    let text = "";
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece;
      const events = text.split("\n\n");
      text = events.pop()!;
      for (const event of events) {
        const fields = new Map(
          event.split("\n").map((line) => line.split(/: (.*)/s, 2) as [string, string]),
        );
        lastId = fields.get("id") ?? lastId;
        if (fields.get("event") === "state")
          onChange(
            (JSON.parse(fields.get("data")!) as { changed: Record<string, Record<string, string>> })
              .changed,
          );
      }
    }
  });
}

/** Over a WebSocket, with the last push state when it comes again. */
export function webSocket(url: string, { token, accountId }: Person): Listener {
  let pushState: string | null = null;
  return follow(accountId, ({ onChange, opened, signal }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    // Node's own takes headers, which the standard does not know of.
    const options = { protocols: ["jmap"], headers: { authorization: `Bearer ${token}` } };
    const socket = new WebSocket(`${url.replace("http", "ws")}/jmap/ws`, options as never);
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ "@type": "WebSocketPushEnable", dataTypes: null, pushState }));
      // Answered after the push is on.
      socket.send(
        JSON.stringify({
          "@type": "Request",
          using: ["urn:ietf:params:jmap:core"],
          methodCalls: [["Core/echo", {}, "0"]],
        }),
      );
    });
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(String(data)) as {
        "@type": string;
        pushState?: string;
        changed: Record<string, Record<string, string>>;
      };
      if (message["@type"] === "Response") opened();
      if (message["@type"] !== "StateChange") return;
      pushState = message.pushState ?? pushState;
      onChange(message.changed);
    });
    for (const end of ["close", "error"] as const) socket.addEventListener(end, () => resolve());
    signal.addEventListener("abort", () => socket.close());
    return promise;
  });
}
