import { shape } from "@atrium/contract/types/define";
import type { JsonObject, SetError } from "@atrium/contract/types/wire";
import {
  blobId,
  broughtInBy,
  encodedSize,
  method,
  openBlob,
  orNull,
  Refusal,
  refuse,
  refuseProperty,
  type Call,
  type MethodEngine,
  type OpenBlob,
} from "../../engine/index.ts";
import { MAX_DATA_SOURCES, MAX_TYPE } from "./limits.ts";

const UNKNOWN_TYPE = "application/octet-stream";

/** Octets that become part of a blob, of a size that is known. */
interface Source {
  readonly size: number;
  stream(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

/** RFC 9404 §4.1: blobs made of text, of base64, and of pieces of other blobs. */
export const uploadBlobs = method({
  verb: "create",
  arguments: { create: { type: { map: shape<JsonObject>("object") } } },
  async run(call, engine) {
    const { accountId, services } = call;
    const wanted = Object.entries(call.args.create);
    if (wanted.length > services.limits.maxObjectsInSet)
      refuse("requestTooLarge", "maxObjectsInSet");
    const created = new Map<string, JsonObject>();
    const notCreated = new Map<string, SetError>();
    for (const [key, upload] of wanted) {
      try {
        const { type, sources } = await readUpload({ call, engine }, upload);
        const { hash, size } = await services.blobs.put(joined(sources));
        // One at a time: the next one may refer to it.
        await engine.write([accountId], (w) =>
          w.addBlob(accountId, {
            hash,
            size,
            type,
            by: call.actor.credential,
            broughtBy: broughtInBy(call.actor, accountId),
          }),
        );
        engine.createdIds.set(key, blobId(hash));
        created.set(key, { id: blobId(hash), type, size });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        notCreated.set(key, error.setError());
      }
    }
    return {
      accountId,
      created: orNull(created),
      notCreated: orNull(notCreated),
    };
  },
});

interface Reading {
  readonly call: Call;
  readonly engine: MethodEngine;
}

async function readUpload(
  reading: Reading,
  upload: JsonObject,
): Promise<{ type: string; sources: Source[] }> {
  const { data, type = null, ...more } = upload;
  const unknown = Object.keys(more);
  if (unknown.length > 0) refuse("invalidProperties", undefined, { properties: unknown });
  if (type !== null && !isType(type)) refuseProperty("type", "not a media type");
  if (!Array.isArray(data) || data.length > MAX_DATA_SOURCES)
    refuseProperty("data", `a list of at most ${MAX_DATA_SOURCES} sources`);
  const sources: Source[] = [];
  let size = 0;
  for (const given of data as unknown[]) {
    const source = await readSource(reading, given);
    sources.push(source);
    size += source.size;
    const maxSize = reading.call.services.limits.maxSizeUpload;
    if (size > maxSize) refuse("tooLarge", undefined, { maxSize });
  }
  reading.call.budget.spend("octetsRead", size);
  return { type: (type as string | null) ?? UNKNOWN_TYPE, sources };
}

const isType = (type: unknown): boolean =>
  typeof type === "string" && type.length <= MAX_TYPE && /^[\x20-\x7e]+$/.test(type);

/** RFC 9404 §4.1.1: text, base64 or a piece of a blob, and nothing is guessed. */
async function readSource(reading: Reading, given: unknown): Promise<Source> {
  if (typeof given !== "object" || given === null)
    return refuseProperty("data", "a source is an object");
  const { blobId: id, offset = null, length = null, ...inline } = given as JsonObject;
  const [[name, value] = [], ...others] = Object.entries(inline);
  if (others.length > 0 || (id === undefined) === (name === undefined))
    refuseProperty("data", "a source is text, base64 or a blob");
  if (id !== undefined) {
    if (typeof id !== "string" || !isCount(offset) || !isCount(length))
      return refuseProperty("data", "a piece of a blob has its id, offset and length");
    return await pieceOf(reading, { id, offset: offset ?? 0, length });
  }
  if (typeof value !== "string" || offset !== null || length !== null)
    return refuseProperty("data", "text and base64 are taken whole");
  if (name === "data:asText" && value.isWellFormed()) return inMemory(Buffer.from(value));
  if (name === "data:asBase64" && isBase64(value)) return inMemory(Buffer.from(value, "base64"));
  return refuseProperty("data", `"${name}" has an invalid value`);
}

const isCount = (value: unknown): value is number | null =>
  value === null || (Number.isSafeInteger(value) && (value as number) >= 0);

const isBase64 = (text: string): boolean =>
  text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);

const inMemory = (bytes: Uint8Array): Source => ({ size: bytes.length, stream: () => [bytes] });

async function pieceOf(
  { call, engine }: Reading,
  piece: { id: string; offset: number; length: number | null },
): Promise<Source> {
  const { createdIds } = engine;
  const id = piece.id.startsWith("#") ? (createdIds.get(piece.id.slice(1)) ?? "") : piece.id;
  const blob = await openBlob(call, id);
  if (blob === null) return refuse("blobNotFound", undefined, { notFound: [piece.id] });
  let size = blob.size ?? 0;
  // How long a part of a message is, only decoding shows; it is not kept meanwhile, but decoded again.
  if (blob.size === null) call.budget.spend("octetsRead", encodedSize(id));
  if (blob.size === null) for await (const bytes of blob.stream()) size += (bytes as Buffer).length;
  const start = piece.offset;
  const end = piece.length === null ? size : start + piece.length;
  if (start > size || end > size)
    refuseProperty("data", "the piece goes beyond the end of the blob");
  return {
    size: end - start,
    stream: () => (blob.size === null ? sliced(blob, start, end) : blob.stream({ start, end })),
  };
}

async function* sliced(blob: OpenBlob, start: number, end: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  for await (const bytes of blob.stream() as AsyncIterable<Buffer>) {
    const piece = bytes.subarray(Math.max(start - at, 0), Math.max(end - at, 0));
    if (piece.length > 0) yield piece;
    at += bytes.length;
  }
}

async function* joined(sources: readonly Source[]): AsyncGenerator<Uint8Array> {
  for (const source of sources) yield* source.stream();
}
