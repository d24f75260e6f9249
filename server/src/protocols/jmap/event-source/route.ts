import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse, type Engine } from "../../../engine/index.ts";
import type { HttpServer } from "../../http/index.ts";
import type { States } from "../push/cursor.ts";
import type { Streams } from "../push/streams.ts";
import { createStream, type StreamOptions } from "./stream.ts";

/** Bounds of the ping interval, in seconds (RFC 8620 §7.3 lets the server set them). */
const PING_MIN = 5;
const PING_MAX = 900;

/** Push over an EventSource (RFC 8620 §7.3). */
export function eventSourceRoute(
  app: FastifyInstance,
  { identify }: HttpServer,
  streams: Streams,
  { shownTo }: Pick<Engine, "shownTo">,
): void {
  app.route<{ Querystring: Readonly<Record<string, unknown>> }>({
    method: "GET",
    url: "/jmap/eventsource",
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const caller = await streams.callerOf(await identify.caller(request));
      const options = readOptions(request);
      streams.admit(caller.actor);
      // The security headers of every answer are set on `reply`; from here on the stream has the socket.
      reply.headers({
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        // Has nginx not buffer events.
        "x-accel-buffering": "no",
      });
      reply.hijack();
      reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
      const { raw } = reply;
      const shown = (states: States) => shownTo(caller.actor, states);
      const stream = createStream(raw, { ...options, shown }, () => performance.now());
      raw.once("close", streams.add(stream, caller));
      raw.write("retry: 2000\n\n");
      try {
        const goesOn = await streams.confirm(stream, caller.actor);
        if (goesOn && options.lastEventId !== null) await streams.catchUp(stream, caller.actor);
      } catch (err) {
        request.log.warn({ err }, "could not open an event source");
        raw.end();
      }
    },
  });
}

function readOptions({
  query,
  headers,
}: FastifyRequest<{ Querystring: Readonly<Record<string, unknown>> }>): Omit<
  StreamOptions,
  "shown"
> {
  const { types = "*", closeafter = "no", ping = "0" } = query;
  if (typeof types !== "string" || types === "") refuse("badRequest", "types");
  if (closeafter !== "state" && closeafter !== "no") refuse("badRequest", "closeafter");
  if (typeof ping !== "string" || !/^\d{1,9}$/.test(ping)) refuse("badRequest", "ping");
  const lastEventId = headers["last-event-id"];
  const seconds = Number(ping);
  return {
    types: types === "*" ? null : new Set(types.split(",")),
    closeAfterState: closeafter === "state",
    ping: seconds === 0 ? 0 : Math.min(Math.max(seconds, PING_MIN), PING_MAX) * 1000,
    lastEventId: typeof lastEventId === "string" ? lastEventId : null,
  };
}
