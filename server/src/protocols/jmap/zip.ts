import type { FastifyInstance } from "fastify";
import { Readable } from "node:stream";
import type { Actor, Engine } from "../../engine/index.ts";
import { createReceivers, ZIP_CALLER_FOR, zipOf } from "../../features/drive/index.ts";
import { attachment, type HttpServer } from "../http/index.ts";

/** Files and folders of the drive as one ZIP file: `/jmap/zip/ACCOUNT/NAME?ids=ID,ID`. */
export function zipRoute(
  app: FastifyInstance,
  { identify }: { readonly identify: Pick<HttpServer["identify"], "callerNow"> },
  engine: Engine,
): void {
  const begin = createReceivers();

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
