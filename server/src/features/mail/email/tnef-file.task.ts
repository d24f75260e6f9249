import { decodeTransfer } from "@atrium/formats/mime";
import { readTnef, tnefFiles } from "@atrium/formats/tnef";
import type { ContainedFile } from "../../../engine/index.ts";

/** One of the files in a winmail.dat, taken out in a thread of its own; null where there is no such file. */
export function run({ bytes, encoding, file }: ContainedFile): Uint8Array | null {
  return tnefFiles(readTnef(decodeTransfer(bytes, encoding)))[file]?.bytes ?? null;
}
