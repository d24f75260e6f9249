import type { FastifyInstance } from "fastify";

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
      return reply.code(503).send("not ready\n");
    }
  });
}
