import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** The line between a browser and the server, which can be cut. */
export interface Line {
  /** Where the browser finds the server. */
  readonly url: string;
  /** Ends every connection and takes none, until it is mended. */
  cut(): void;
  mend(): void;
  /** Comes when the browser has asked for nothing for so long (milliseconds). */
  rests(quiet: number): Promise<void>;
  close(): Promise<void>;
}

/** What a browser emulates does not reach its shared worker; this does. */
export async function layLine(server: string): Promise<Line> {
  const { hostname, port } = new URL(server);
  const sockets = new Set<Socket>();
  let isCut = false;
  let askedAt = performance.now();
  const line = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    near.on("data", () => {
      askedAt = performance.now();
    });
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  line.listen(0, "127.0.0.1");
  await once(line, "listening");
  return {
    url: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    async rests(quiet) {
      for (;;) {
        const left = askedAt + quiet - performance.now();
        if (left <= 0) return;
        await pause(left);
      }
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      line.close();
      await once(line, "close");
    },
  };
}
