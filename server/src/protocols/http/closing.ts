import type { FastifyInstance } from "fastify";
import type { Socket } from "node:net";
import { Server as TlsServer } from "node:tls";

/** Milliseconds in which requests that are under way may finish once the server stops. */
const FINISH_WITHIN = 10_000;

/**
 * Lets the server stop while browsers are connected: Node would wait for connections on which nothing was ever asked,
 * such as browsers open in advance, and for requests that never end.
 */
export function closePromptly(app: FastifyInstance): void {
  const unused = new Set<Socket>();
  // Requests name the socket inside of TLS.
  const opened = app.server instanceof TlsServer ? "secureConnection" : "connection";
  app.server.on(opened, (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  for (const use of ["request", "upgrade"])
    app.server.on(use, ({ socket }: { socket: Socket }) => unused.delete(socket));
  app.addHook("preClose", async () => {
    for (const socket of unused) socket.destroy();
    setTimeout(() => app.server.closeAllConnections(), FINISH_WITHIN).unref();
  });
}
