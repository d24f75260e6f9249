import type { FastifyRequest } from "fastify";
import { RequestError } from "../../engine/index.ts";
import { readJson, UnreadableJson } from "../../platform/json/index.ts";

/**
 * The JSON body of an API request and its size in octets.
 * @throws RequestError `notJSON`, or `limit` as soon as the body is known to be too large.
 */
export async function readBody(
  request: FastifyRequest,
  limit: number,
): Promise<{ body: unknown; size: number }> {
  // RFC 8620 §3.1 and §3.6.1.
  if (!/^application\/json *(;|$)/i.test(request.headers["content-type"] ?? ""))
    throw new RequestError("notJSON", "the content type is not application/json");
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge();
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request.raw as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > limit) throw tooLarge();
    pieces.push(piece);
  }
  return { body: await readRequest(Buffer.concat(pieces)), size };
}

/** @throws RequestError `notJSON`, or `limit` for more values than a request may have. */
export async function readRequest(bytes: Uint8Array): Promise<unknown> {
  try {
    return await readJson(bytes);
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    if (error.reason === "notJson") throw new RequestError("notJSON", error.message);
    // The limit of the core capability that is about how much one request may be.
    throw new RequestError("limit", error.message, "maxSizeRequest");
  }
}

const tooLarge = (): RequestError =>
  new RequestError("limit", "the request is too large", "maxSizeRequest");
