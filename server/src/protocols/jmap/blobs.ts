import type { FastifyInstance } from "fastify";
import { Refusal, refuse, RequestError, type Engine } from "../../engine/index.ts";
import { attachment, mediaType, safeType, sendBlob, type HttpServer } from "../http/index.ts";

/** The bytes never change under their id, but the right to read them may end: a browser asks each time, and gets a 304. */
const CACHING = "private, no-cache";

/** Uploading and downloading (RFC 8620 §6). */
export function blobRoutes(app: FastifyInstance, { identify }: HttpServer, engine: Engine): void {
  for (const path of ["/jmap/upload/:accountId", "/jmap/upload/:accountId/"])
    app.post<{ Params: { accountId: string } }>(path, async (request, reply) => {
      const { actor } = await identify.caller(request);
      if (Number(request.headers["content-length"] ?? 0) > engine.limits.maxSizeUpload)
        throw new RequestError("limit", "the upload is too large", "maxSizeUpload");
      const type = mediaType(request.headers["content-type"]);
      const bytes = request.raw as AsyncIterable<Uint8Array>;
      try {
        const uploaded = await engine.blobs.upload(actor, request.params.accountId, bytes, type);
        return await reply.code(201).send(uploaded);
      } catch (error) {
        throw asLimit(error);
      }
    });

  app.get<{
    Params: { accountId: string; blobId: string; name: string };
    Querystring: { type?: string | string[] };
  }>("/jmap/download/:accountId/:blobId/:name", async (request, reply) => {
    const { actor } = await identify.caller(request);
    const { accountId, blobId, name } = request.params;
    const blob = await engine.blobs.open(actor, accountId, blobId);
    if (blob === null) return refuse("notFound");
    const { type } = request.query;
    reply.headers({
      "content-type": safeType(typeof type === "string" ? type : undefined),
      "content-disposition": attachment(name),
      // Whatever the bytes are, they run nowhere.
      "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "cache-control": CACHING,
    });
    return sendBlob(reply, blob, blobId);
  });
}

/** What exceeds a limit of the core capability is reported as such (RFC 8620 §3.6.1, §6.1). */
function asLimit(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error;
  if (error.code === "tooLarge")
    return new RequestError("limit", "the upload is too large", "maxSizeUpload");
  if (error.code === "tooManyRequests")
    return new RequestError("limit", "too many uploads at once", "maxConcurrentUpload");
  return error;
}
