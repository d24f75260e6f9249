import type { FastifyReply } from "fastify";
import { Readable } from "node:stream";
import type { OpenBlob } from "../../engine/index.ts";
import { byteRange } from "./download-headers.ts";

/** Sends a blob under the headers that say what it is: all of it, the one range that is asked for, or that it is the same still. */
export function sendBlob(reply: FastifyReply, blob: OpenBlob, blobId: string): FastifyReply {
  const { headers, method } = reply.request;
  const etag = `"${blobId}"`;
  reply.header("etag", etag);
  if (headers["if-none-match"]?.includes(etag)) return reply.code(304).send();
  const isHead = method === "HEAD";
  if (blob.size === null) return reply.send(isHead ? Readable.from([]) : blob.stream());

  reply.header("accept-ranges", "bytes");
  const range = byteRange(headers, blob.size, etag);
  if (range === "unsatisfiable")
    return reply.code(416).header("content-range", `bytes */${blob.size}`).send();
  const { start, end } = range ?? { start: 0, end: blob.size };
  if (range !== null)
    reply.code(206).header("content-range", `bytes ${start}-${end - 1}/${blob.size}`);
  reply.header("content-length", end - start);
  return reply.send(isHead ? Readable.from([]) : blob.stream({ start, end }));
}
