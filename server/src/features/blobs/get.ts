import { createHash, type Hash } from "node:crypto";
import type { Properties, ValuesOf } from "@atrium/contract/types/define";
import type { JsonObject } from "@atrium/contract/types/wire";
import {
  encodedSize,
  method,
  openBlob,
  parseBlobId,
  realId,
  refuse,
  type OpenBlob,
} from "../../engine/index.ts";
import { MAX_INLINE_DATA } from "./limits.ts";

/** Names in JMAP and in OpenSSL, the preferred one first (RFC 9404 §3). */
const DIGESTS = new Map([
  ["sha-256", "sha256"],
  ["sha-512", "sha512"],
  ["sha", "sha1"],
]);

export const DIGEST_ALGORITHMS = [...DIGESTS.keys()];

const PROPERTIES = new Set([
  "id",
  "size",
  "data",
  "data:asText",
  "data:asBase64",
  ...DIGEST_ALGORITHMS.map((name) => `digest:${name}`),
]);

const GET = {
  ids: { type: { list: "Id" } },
  properties: { type: { list: "String" }, nullable: true, default: null },
  offset: { type: "UnsignedInt", nullable: true, default: null },
  length: { type: "UnsignedInt", nullable: true, default: null },
} as const satisfies Properties;

/** What a call wants to know of each blob. */
interface Wanted {
  readonly text: boolean;
  readonly base64: boolean;
  /** Text if it is some, else base64. */
  readonly either: boolean;
  readonly size: boolean;
  readonly digests: readonly string[];
  readonly offset: number;
  readonly length: number | null;
}

/** RFC 9404 §4.2: the bytes of blobs inside of the response, whole or a range of them. */
export const getBlobs = method({
  verb: "read",
  arguments: GET,
  async run(call, { createdIds }) {
    const ids = new Set(call.args.ids);
    if (ids.size > call.services.limits.maxObjectsInGet)
      refuse("requestTooLarge", "maxObjectsInGet");
    const wanted = whatIsWanted(call.args);
    const list: JsonObject[] = [];
    const notFound: string[] = [];
    let inline = 0;
    for (const id of ids) {
      const real = realId(id, createdIds) ?? id;
      const blob = await openBlob(call, real);
      const known = blob && withoutReading(blob, real, wanted);
      if (blob === null) notFound.push(id);
      else if (known !== null) list.push(known);
      else {
        // What only decoding shows is read as a whole.
        if (blob.size === null) call.budget.spend("octetsRead", encodedSize(real));
        const piece = await pieceOf(blob, wanted);
        const octets = piece.end - piece.start;
        if (wantsData(wanted)) inline += octets;
        if (blob.size !== null && isRead(wanted)) call.budget.spend("octetsRead", octets);
        if (inline > MAX_INLINE_DATA) refuse("requestTooLarge", "too large to inline; download it");
        list.push({ id: real, ...(await describe(piece, wanted)) });
      }
    }
    return { accountId: call.accountId, list, notFound };
  },
});

function whatIsWanted(args: ValuesOf<typeof GET>): Wanted {
  const properties = args.properties ?? ["data", "size"];
  const digests = properties.flatMap((name) =>
    name.startsWith("digest:") ? [name.slice("digest:".length)] : [],
  );
  for (const name of properties)
    if (!PROPERTIES.has(name)) refuse("invalidArguments", `Blob has no property "${name}"`);
  return {
    text: properties.includes("data:asText"),
    base64: properties.includes("data:asBase64"),
    either: properties.includes("data"),
    size: properties.includes("size"),
    digests,
    offset: args.offset ?? 0,
    length: args.length,
  };
}

/** What is known of a blob by its id alone, where nothing else is asked for: it is named by its SHA-256. */
function withoutReading(blob: OpenBlob, id: string, wanted: Wanted): JsonObject | null {
  const name = parseBlobId(id);
  const isWhole = wanted.offset === 0 && wanted.length === null && name?.part === undefined;
  const isKnown = wanted.digests.length === 1 && wanted.digests[0] === "sha-256";
  if (name === null || !isWhole || !isKnown || wantsData(wanted)) return null;
  const digest = Buffer.from(name.hash, "hex").toString("base64");
  return { id, "digest:sha-256": digest, ...(wanted.size && { size: blob.size }) };
}

const wantsData = ({ text, base64, either }: Wanted): boolean => text || base64 || either;

const isRead = (wanted: Wanted): boolean => wantsData(wanted) || wanted.digests.length > 0;

/** The range of a blob that is looked at. */
interface Piece {
  readonly size: number;
  readonly start: number;
  readonly end: number;
  readonly isTruncated: boolean;
  stream(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

async function pieceOf(blob: OpenBlob, { offset, length }: Wanted): Promise<Piece> {
  const whole = blob.size === null ? Buffer.concat(await blob.stream().toArray()) : null;
  const size = blob.size ?? whole!.length;
  const start = Math.min(offset, size);
  const end = Math.min(length === null ? size : offset + length, size);
  return {
    size,
    start,
    end: Math.max(start, end),
    isTruncated: offset > size || (length !== null && offset + length > size),
    stream: () => (whole === null ? blob.stream({ start, end }) : [whole.subarray(start, end)]),
  };
}

async function describe(piece: Piece, wanted: Wanted): Promise<JsonObject> {
  const record: Record<string, unknown> = {};
  const hashes = new Map<string, Hash>(
    wanted.digests.map((name) => [name, createHash(DIGESTS.get(name)!)]),
  );
  const pieces: Uint8Array[] = [];
  if (piece.end > piece.start && isRead(wanted))
    for await (const bytes of piece.stream()) {
      for (const hash of hashes.values()) hash.update(bytes);
      if (wantsData(wanted)) pieces.push(bytes);
    }
  if (wantsData(wanted)) Object.assign(record, asText(Buffer.concat(pieces), wanted));
  for (const [name, hash] of hashes) record[`digest:${name}`] = hash.digest("base64");
  if (wanted.size) record["size"] = piece.size;
  if (piece.isTruncated) record["isTruncated"] = true;
  return record;
}

function asText(bytes: Buffer, wanted: Wanted): JsonObject {
  const record: Record<string, unknown> = {};
  const text = wanted.text || wanted.either ? decode(bytes) : null;
  if (wanted.text || (wanted.either && text !== null)) record["data:asText"] = text;
  if (wanted.base64 || (wanted.either && text === null))
    record["data:asBase64"] = bytes.toString("base64");
  if ((wanted.text || wanted.either) && text === null) record["isEncodingProblem"] = true;
  return record;
}

/** `null` for what is not UTF-8. A byte order mark is part of the text: the octets come back as they were. */
function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
