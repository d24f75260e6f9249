import type { FastifyInstance } from "fastify";

/** The server cannot serve now; the message, what it waits for, is said to anybody who asks. */
export class NotReady extends Error {}

/** What `/readyz` says meanwhile. */
export const notReady = (reason: string | null): string =>
  reason === null ? "not ready\n" : `not ready: ${reason}\n`;

/** Answers to whoever watches the process: it runs, and it can serve. */
export function healthRoutes(app: FastifyInstance, ready: () => Promise<void>): void {
  app.get("/healthz", (_request, reply) => reply.type("text/plain").send("ok\n"));
  app.get("/readyz", async (request, reply) => {
    reply.type("text/plain");
    try {
      await ready();
      return await reply.send("ready\n");
    } catch (err) {
      request.log.warn({ err }, "not ready");
      return reply.code(503).send(notReady(err instanceof NotReady ? err.message : null));
    }
  });
}
