import type { FastifyReply } from "fastify";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import { jsonBytes } from "../../platform/json/index.ts";
import { accepts } from "./accepts.ts";

/** Below one packet compression saves nothing. */
const WORTH_IT = 1400;
/** Up to here it takes less than a millisecond; to have another thread do it would cost several times that. */
const AT_ONCE = 200_000;

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const GZIP = { level: 1 };

/** Large answers: a fifth of the time that quality 4 takes, for a tenth more octets. */
const FAST = 1;
/** A few hundred octets: a quarter fewer, for a hundredth of a millisecond. */
const SMALL = 5;

/** With a larger window, its memory is what costs. */
const brotliOptions = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: size < WORTH_IT ? SMALL : FAST,
    [constants.BROTLI_PARAM_LGWIN]: 18,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** Sends JSON, compressed where it is worth it. For large answers; small ones need no such care. */
export async function sendJson(reply: FastifyReply, value: unknown): Promise<FastifyReply> {
  const bytes = await jsonBytes(value);
  reply.type("application/json").header("vary", "accept-encoding, origin");
  return bytes.length < WORTH_IT ? reply.send(bytes) : sendCompressed(reply, bytes);
}

/** Sends octets in the best coding that the client takes. `vary` is the caller's. */
export async function sendCompressed(reply: FastifyReply, bytes: Buffer): Promise<FastifyReply> {
  const accepted = reply.request.headers["accept-encoding"];
  const isShort = bytes.length <= AT_ONCE;
  if (accepts(accepted, "br")) {
    const options = brotliOptions(bytes.length);
    reply.header("content-encoding", "br");
    return reply.send(isShort ? brotliCompressSync(bytes, options) : await brotli(bytes, options));
  }
  if (accepts(accepted, "gzip")) {
    reply.header("content-encoding", "gzip");
    return reply.send(isShort ? gzipSync(bytes, GZIP) : await gz(bytes, GZIP));
  }
  return reply.send(bytes);
}
