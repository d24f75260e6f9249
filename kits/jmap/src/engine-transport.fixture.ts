import type { JmapRequest } from "@atrium/contract/types/wire";
import type { Engine } from "../../../server/src/engine/index.ts";
import type { Mailer } from "../../../server/src/features/mail/mail.fixture.ts";
import type { PushListener, Transport } from "./connection/transport.ts";

/** For tests: a transport onto a real engine, without HTTP between, that can be cut and counts what is sent. */
export interface EngineTransport extends Transport {
  readonly requests: JmapRequest[];
  /** Thrown in the place of every answer, while set. */
  failure: Error | undefined;
  /** An answer arrives when this resolves; it is called as soon as the server has made it. */
  delay: ((request: JmapRequest) => Promise<void> | undefined) | undefined;
  /** No push arrives while true. */
  isDeaf: boolean;
  reconnect(): void;
}

export function engineTransport(engine: Engine, { actor, accountId }: Mailer): EngineTransport {
  const listeners = new Set<PushListener>();
  const transport: EngineTransport = {
    requests: [],
    failure: undefined,
    delay: undefined,
    isDeaf: false,
    async session() {
      if (transport.failure) throw transport.failure;
      return engine.session(actor, {
        api: "/jmap/api",
        download: "/jmap/download/{accountId}/{blobId}/{name}?type={type}",
        upload: "/jmap/upload/{accountId}",
        eventSource: "/jmap/eventsource",
      });
    },
    async send(_, request) {
      if (transport.failure) throw transport.failure;
      transport.requests.push(request);
      // As over the wire: nothing is shared with the engine.
      const answer = structuredClone(await engine.handle(actor, structuredClone(request)));
      await transport.delay?.(request);
      return answer;
    },
    upload: () => Promise.reject(new Error("uploads are tested in the browser")),
    listen(_, listener) {
      listeners.add(listener);
      const stop = engine.onChange((changed) => {
        const mine = changed[accountId];
        if (mine && !transport.isDeaf) listener.changed({ [accountId]: mine });
      });
      queueMicrotask(() => listener.opened());
      return () => {
        stop();
        listeners.delete(listener);
      };
    },
    reconnect() {
      for (const listener of listeners) listener.reconnected();
    },
  };
  return transport;
}
