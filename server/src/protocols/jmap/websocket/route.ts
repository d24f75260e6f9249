import { ServerResponse, type IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance } from "fastify";
import { WebSocketServer } from "ws";
import { refuse, type Engine } from "../../../engine/index.ts";
import type { Accounts } from "../../../features/accounts/index.ts";
import type { Log } from "../../../platform/log/index.ts";
import type { HttpServer } from "../../http/index.ts";
import type { Streams } from "../push/streams.ts";
import { connect, JmapSocket } from "./connection.ts";

/** RFC 8887 §4.1. */
const SUBPROTOCOL = "jmap";
const CLOSE_WITHIN = 2000;

/** A connection that a client wants to become a WebSocket. */
interface Upgrade {
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** JMAP over a WebSocket (RFC 8887). */
export function webSocketRoute(
  app: FastifyInstance,
  server: HttpServer,
  options: { engine: Engine; accounts: Accounts; streams: Streams; log: Log },
): void {
  const upgrades = upgradesAsRequests(server.app);
  const sockets = new WebSocketServer({
    noServer: true,
    WebSocket: JmapSocket,
    clientTracking: true,
    maxPayload: options.engine.limits.maxSizeRequest,
    // Compression of each message costs memory for every connection, and leaks lengths of secrets to who can add text.
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  server.app.addHook("preClose", async () => {
    for (const socket of sockets.clients) socket.close(1001);
    setTimeout(() => {
      for (const socket of sockets.clients) socket.terminate();
    }, CLOSE_WITHIN).unref();
  });

  app.route({
    method: "GET",
    url: "/jmap/ws",
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const upgrade = upgrades.get(request.raw);
      if (upgrade === undefined) {
        reply.code(426).headers({ connection: "upgrade", upgrade: "websocket" });
        return await reply.send();
      }
      // A page of another site could open one with the person's cookie.
      server.checkOrigin(request);
      const caller = await options.streams.callerOf(await server.identify.caller(request));
      const offered =
        request.headers["sec-websocket-protocol"]?.split(",").map((one) => one.trim()) ?? [];
      if (!offered.includes(SUBPROTOCOL))
        refuse("badRequest", `the subprotocol is "${SUBPROTOCOL}"`);
      options.streams.admit(caller.actor);
      reply.hijack();
      reply.raw.detachSocket(upgrade.socket as never);
      sockets.handleUpgrade(request.raw, upgrade.socket, upgrade.head, (socket) =>
        connect(socket, caller, options),
      );
      return await reply;
    },
  });
}

/**
 * Node hands over connections that want another protocol as they are. They go through the server's routes like any
 * request, so that the same checks hold, and its refusals are ordinary responses.
 */
function upgradesAsRequests(app: FastifyInstance): WeakMap<IncomingMessage, Upgrade> {
  const upgrades = new WeakMap<IncomingMessage, Upgrade>();
  app.server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const isOurs = request.headers.upgrade?.toLowerCase() === "websocket";
    if (isOurs) upgrades.set(request, { socket, head });
    socket.on("error", () => socket.destroy());
    const response = new ServerResponse(request);
    response.assignSocket(socket as never);
    response.shouldKeepAlive = false;
    response.once("finish", () => socket.end());
    app.routing(request, response);
  });
  return upgrades;
}
