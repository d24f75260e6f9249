import type { ByteRange } from "../platform/blobs/index.ts";
import type { Task } from "../platform/workers/index.ts";

/** How a MIME part is encoded inside its message, as one letter of its blob id. */
const ENCODING_LETTERS = {
  identity: "i",
  base64: "b",
  "quoted-printable": "q",
  unknown: "i",
} as const;

export type TransferEncoding = keyof typeof ENCODING_LETTERS;

const LETTER_ENCODINGS = new Map<string, TransferEncoding>([
  ["i", "identity"],
  ["b", "base64"],
  ["q", "quoted-printable"],
]);

/** What a blob id names: a stored blob, or a range of one that is to be decoded. */
export interface BlobName {
  readonly hash: string;
  readonly part?: ByteRange & {
    readonly encoding: TransferEncoding;
    /** Which of the files in it, where the part is a container of several. */
    readonly file?: number;
  };
}

/** One of the files in a part of a message that is a container, such as a winmail.dat; null where there is no such file. */
export type Unpack = Task<ContainedFile, Uint8Array | null>;

export interface ContainedFile {
  /** The part as it stands in the message. */
  readonly bytes: Uint8Array;
  readonly encoding: TransferEncoding;
  /** Which of the files in it. */
  readonly file: number;
}

/** The blob id of stored bytes. */
export const blobId = (hash: string): string => `b${hash}`;

/** The blob id of a MIME part: where its body lies in the message, and how it is encoded there. */
export function partBlobId(hash: string, range: ByteRange, encoding: TransferEncoding): string {
  return `b${hash}-${range.start}-${range.end}-${ENCODING_LETTERS[encoding]}`;
}

/** The blob id of a file in a MIME part that is a container of several. */
export const containedBlobId = (part: string, file: number): string => `${part}-t${file}`;

/** `null` for what cannot be a blob id of ours. */
export function parseBlobId(id: string): BlobName | null {
  const match = /^b([0-9a-f]{64})(?:-(\d{1,15})-(\d{1,15})-([a-z])(?:-t(\d{1,4}))?)?$/.exec(id);
  if (match === null) return null;
  const [, hash, start, end, letter, file] = match;
  if (start === undefined) return { hash: hash! };
  const encoding = LETTER_ENCODINGS.get(letter!);
  if (encoding === undefined || Number(start) > Number(end)) return null;
  const part = { start: Number(start), end: Number(end), encoding };
  return { hash: hash!, part: file === undefined ? part : { ...part, file: Number(file) } };
}

/** Octets that reading a part of a message takes, before they are decoded; 0 for what is no part. */
export function encodedSize(id: string): number {
  const part = parseBlobId(id)?.part;
  return part === undefined ? 0 : part.end - part.start;
}
