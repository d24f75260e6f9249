import { decodeTransfer } from "@atrium/formats/mime";
import { readTnef, tnefFiles } from "@atrium/formats/tnef";
import type { TransferEncoding } from "./blob-ids.ts";

export interface PartInput {
  /** As they stand in the message. */
  readonly bytes: Uint8Array;
  readonly encoding: TransferEncoding;
  /** Which of the files in it, where the part is a winmail.dat. */
  readonly file: number | undefined;
}

/** The content of a part of a message; null where there is no such file in it. */
export function run({ bytes, encoding, file }: PartInput): Uint8Array | null {
  const content = decodeTransfer(bytes, encoding);
  if (file === undefined) return content;
  return tnefFiles(readTnef(content))[file]?.bytes ?? null;
}
