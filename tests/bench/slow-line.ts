import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/** The line that Lighthouse calls slow 4G: 150 ms there and back, 1.6 Mbit/s down, 0.75 up. */
export const SLOW_4G = { roundTrip: 150, down: 200_000, up: 93_750 };

export interface Line {
  readonly url: string;
  close(): void;
}

/** A line to a server that is far away: every octet of every connection, whoever asks for it, waits and shares its width. */
export async function slowLine(
  server: string,
  { roundTrip, down, up }: typeof SLOW_4G,
): Promise<Line> {
  const { hostname, port } = new URL(server);
  const open = new Set<Socket>();
  const downward = direction(roundTrip / 2, down);
  const upward = direction(roundTrip / 2, up);
  const listener = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      socket.setNoDelay(true);
      open.add(socket);
      socket.on("error", () => socket.destroy());
      socket.on("close", () => open.delete(socket));
    }
    // A connection is made by one way there and back.
    const made = performance.now() + roundTrip;
    upward(near, far, made);
    downward(far, near, made);
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    close() {
      listener.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Passes on what comes, in pieces of a packet, late and no faster than so many octets a second for all together. */
function direction(delay: number, rate: number) {
  const PACKET = 1400;
  let free = 0;
  return (from: Socket, to: Socket, notBefore: number): void => {
    let last = 0;
    const later = (at: number, act: () => void): void => {
      last = Math.max(last, at);
      setTimeout(act, last - performance.now());
    };
    from.on("data", (bytes: Buffer) => {
      for (let start = 0; start < bytes.length; start += PACKET) {
        const piece = bytes.subarray(start, start + PACKET);
        free = Math.max(free, performance.now(), notBefore) + (piece.length / rate) * 1000;
        later(free + delay, () => to.writable && to.write(piece));
      }
    });
    from.on("end", () => later(performance.now() + delay, () => to.end()));
    from.on("close", () => later(performance.now() + delay, () => to.destroy()));
  };
}
