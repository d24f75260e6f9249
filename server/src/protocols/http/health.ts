import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { Database } from "../../platform/db/index.ts";

/** How long the database may take to answer before the server says that it is not ready (milliseconds). */
const READY_WITHIN = 2000;

/** The server cannot serve now; the message, what it waits for, is said to anybody who asks. */
export class NotReady extends Error {}

/** What `/readyz` says meanwhile. */
export const notReady = (reason: string | null): string =>
  reason === null ? "not ready\n" : `not ready: ${reason}\n`;

/** @throws NotReady while the start waits for something, or the database is slow; else what the database throws. */
export async function checkReady(
  waitsFor: string | null,
  pool: Pick<Database["pool"], "query">,
): Promise<void> {
  if (waitsFor !== null) throw new NotReady(waitsFor);
  const answer = pool.query("select 1");
  // When it is late, its failure is nobody's any more.
  answer.catch(() => undefined);
  const late = pause(READY_WITHIN, "late", { ref: false });
  if ((await Promise.race([answer, late])) === "late") throw new NotReady("the database is slow");
}

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
