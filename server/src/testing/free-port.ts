import { once } from "node:events";
import { createServer } from "node:net";

/** Below those that a system gives to whoever asks for any port: other tests, begun meanwhile, do not get it. */
const FIRST = 20_000;
const LAST = 30_000;

/** A port that nothing listens on now: for a program that wants a number, or the same one again after each start. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
