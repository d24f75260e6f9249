import type { FastifyInstance } from "fastify";
import { finished, Readable, type Writable } from "node:stream";
import { refuse, type Actor, type Engine } from "../../engine/index.ts";
import { ZIP_CALLER_FOR, ZIPS_AT_ONCE, zipOf } from "../../features/drive/index.ts";
import type { HttpServer } from "../http/index.ts";
import { attachment } from "./download-headers.ts";

/** Files and folders of the drive as one ZIP file: `/jmap/zip/ACCOUNT/NAME?ids=ID,ID`. */
export function zipRoute(
  app: FastifyInstance,
  { identify }: { readonly identify: Pick<HttpServer["identify"], "callerNow"> },
  engine: Engine,
): void {
  const receiving = new Map<string, number>();
  /** Counts one that a person receives, until the answer has gone or was given up. */
  const begin = (personId: string, answer: Writable): void => {
    const count = receiving.get(personId) ?? 0;
    if (count >= ZIPS_AT_ONCE) return refuse("tooManyRequests");
    receiving.set(personId, count + 1);
    // Also where it was given up before.
    finished(answer, () => {
      const left = receiving.get(personId)! - 1;
      if (left === 0) receiving.delete(personId);
      else receiving.set(personId, left);
    });
  };

  app.get<{
    Params: { accountId: string; name: string };
    Querystring: { ids?: string | string[] };
  }>("/jmap/zip/:accountId/:name", async (request, reply) => {
    let [{ actor }, since] = [await identify.callerNow(request), performance.now()];
    const who = async (): Promise<Actor> => {
      if (performance.now() - since > ZIP_CALLER_FOR)
        [{ actor }, since] = [await identify.callerNow(request), performance.now()];
      return actor;
    };
    const { accountId, name } = request.params;
    const ids = String(request.query.ids ?? "").split(",");
    begin(actor.personId, reply.raw);
    const zip = await zipOf(engine, who, { accountId, ids });
    reply.headers({
      "content-type": "application/zip",
      "content-disposition": attachment(name),
      "content-length": String(zip.size),
      "cache-control": "private, no-store",
    });
    return reply.send(request.method === "HEAD" ? Readable.from([]) : zip.stream());
  });
}
