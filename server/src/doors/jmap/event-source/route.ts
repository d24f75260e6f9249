import type { FastifyInstance } from "fastify";
import { refuse } from "../../../engine/index.ts";
import type { HttpDoor } from "../../http/index.ts";
import type { StreamOptions } from "./stream.ts";
import type { Streams } from "./streams.ts";

/** Bounds of the ping interval, in seconds (RFC 8620 §7.3 lets the server set them). */
const PING_MIN = 5;
const PING_MAX = 900;

/** Push over an EventSource (RFC 8620 §7.3). */
export function eventSourceRoute(
  app: FastifyInstance,
  { identify }: HttpDoor,
  streams: Streams,
): void {
  app.route<{ Querystring: Readonly<Record<string, unknown>> }>({
    method: "GET",
    url: "/jmap/eventsource",
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const caller = await identify.caller(request);
      const options = readOptions(request.query);
      streams.admit(caller.actor);
      // The security headers of every answer are set on `reply`; from here on the stream has the socket.
      reply.headers({
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        // Tells nginx not to hold events back.
        "x-accel-buffering": "no",
      });
      reply.hijack();
      reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
      const catchUp = request.headers["last-event-id"] !== undefined;
      try {
        await streams.open(reply.raw, caller, { ...options, catchUp });
      } catch (err) {
        request.log.warn({ err }, "an event source could not be opened");
        reply.raw.end();
      }
    },
  });
}

function readOptions(query: Readonly<Record<string, unknown>>): StreamOptions {
  const { types = "*", closeafter = "no", ping = "0" } = query;
  if (typeof types !== "string" || types === "") refuse("badRequest", "types");
  if (closeafter !== "state" && closeafter !== "no") refuse("badRequest", "closeafter");
  if (typeof ping !== "string" || !/^\d{1,9}$/.test(ping)) refuse("badRequest", "ping");
  const seconds = Number(ping);
  return {
    types: types === "*" ? null : new Set(types.split(",")),
    closeAfterState: closeafter === "state",
    ping: seconds === 0 ? 0 : Math.min(Math.max(seconds, PING_MIN), PING_MAX) * 1000,
  };
}
