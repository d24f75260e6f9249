import type { FastifyRequest } from "fastify";
import { RequestError } from "../../engine/index.ts";

/**
 * The JSON body of an API request and its size in octets.
 * @throws RequestError `notJSON`, or `limit` as soon as the body is known to be too large.
 */
export async function readJson(
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
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces));
    return { body: JSON.parse(text) as unknown, size };
  } catch {
    throw new RequestError("notJSON", "the body is not JSON in UTF-8");
  }
}

const tooLarge = (): RequestError =>
  new RequestError("limit", "the request is too large", "maxSizeRequest");
