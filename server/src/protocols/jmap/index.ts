import type { RequestProblem } from "@atrium/contract/types/wire";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { RequestError, type Engine, type SessionUrls } from "../../engine/index.ts";
import type { Accounts } from "../../features/accounts/index.ts";
import type { Log } from "../../platform/log/index.ts";
import { closeIfUnread, problemOf, sendJson, sendProblem, type HttpServer } from "../http/index.ts";
import { blobRoutes } from "./blobs.ts";
import { createStreams } from "./push/streams.ts";
import { eventSourceRoute } from "./event-source/route.ts";
import { readBody } from "./read-json.ts";
import { webSocketRoute } from "./websocket/route.ts";
import { zipRoute } from "./zip.ts";

export interface JmapOptions {
  readonly accounts: Accounts;
  readonly engine: Engine;
  readonly log: Log;
}

/**
 * JMAP over HTTP (RFC 8620): session, API requests, blobs and push, on the server of the HTTP server. `pushed` counts the
 * connections to which changes are pushed.
 */
export function registerJmap(
  server: HttpServer,
  { accounts, engine, log }: JmapOptions,
): { pushed: () => number } {
  const streams = createStreams({ engine, accounts, log });
  server.app.addHook("preClose", async () => streams.close());
  server.app.register(async (app) => {
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    takeBodiesAsTheyCome(app);
    sessionRoutes(app, server, engine);
    app.post("/jmap/api", async (request, reply) => {
      const { actor } = await server.identify.caller(request);
      const read = () => readBody(request, engine.limits.maxSizeRequest);
      return sendJson(reply, await engine.handle(actor, read));
    });
    blobRoutes(app, server, engine);
    zipRoute(app, server, engine);
    eventSourceRoute(app, server, streams, engine);
    webSocketRoute(app, server, { engine, accounts, streams, log });
  });
  return { pushed: () => streams.count() };
}

/** Bodies are read by the routes, after they know who asks. */
function takeBodiesAsTheyCome(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
}

/** RFC 8620 §2 and §2.2. */
function sessionRoutes(app: FastifyInstance, server: HttpServer, engine: Engine): void {
  const urls = (request: FastifyRequest): SessionUrls => {
    const base = `${server.origin(request)}/jmap`;
    return {
      api: `${base}/api`,
      upload: `${base}/upload/{accountId}`,
      download: `${base}/download/{accountId}/{blobId}/{name}?type={type}`,
      eventSource: `${base}/eventsource?types={types}&closeafter={closeafter}&ping={ping}`,
      webSocket: `${base.replace(/^http/, "ws")}/ws`,
    };
  };
  // Both serve it: some clients forget their credentials when they are redirected.
  for (const path of ["/.well-known/jmap", "/jmap/session"])
    app.get(path, async (request, reply) => {
      const { actor } = await server.identify.caller(request);
      reply.header("cache-control", "no-cache, no-store, must-revalidate");
      return sendJson(reply, await engine.session(actor, urls(request)));
    });
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof RequestError) return sendRequestProblem(reply, error.problem);
  const problem = problemOf(error, request);
  // RFC 9110 §11.6.1; a browser would ask the person with a window of its own, so its own requests are spared.
  if (problem.status === 401 && request.headers["sec-fetch-mode"] === undefined)
    reply.header("www-authenticate", challenges(request));
  return sendProblem(reply, problem);
}

/** RFC 7617 §2, RFC 6750 §3. */
function challenges({ headers }: FastifyRequest): string[] {
  const wrong = /^bearer /i.test(headers.authorization ?? "") ? ', error="invalid_token"' : "";
  return ['Basic realm="Atrium", charset="UTF-8"', `Bearer realm="Atrium"${wrong}`];
}

/** RFC 8620 §3.6.1. */
function sendRequestProblem(reply: FastifyReply, problem: RequestProblem): FastifyReply {
  closeIfUnread(reply);
  return reply
    .code(problem.status)
    .type("application/problem+json")
    .send(Buffer.from(JSON.stringify(problem)));
}
