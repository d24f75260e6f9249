import { decodeTransfer } from "@atrium/formats/mime";
import { readTnef, tnefFiles } from "@atrium/formats/tnef";
import type { TransferEncoding } from "./blob-ids.ts";

export interface TnefInput {
  /** A winmail.dat as it stands in a message. */
  readonly bytes: Uint8Array;
  readonly encoding: TransferEncoding;
  /** Which of the files in it. */
  readonly file: number;
}

/** One of the files in a winmail.dat, taken out in a thread of its own; null where there is no such file. */
export function run({ bytes, encoding, file }: TnefInput): Uint8Array | null {
  return tnefFiles(readTnef(decodeTransfer(bytes, encoding)))[file]?.bytes ?? null;
}
