import { Buffer } from "node:buffer";
import { crc32, writeZip } from "./write-zip.ts";

/** A ZIP file of texts, each as `pack` makes it of its octets, deflated raw; stored without it. */
export function packed(
  files: Readonly<Record<string, string>>,
  pack?: (bytes: Uint8Array) => Uint8Array,
): Uint8Array {
  const contents = Object.values(files).map((text) => new TextEncoder().encode(text));
  const stored = contents.map((bytes) => pack?.(bytes) ?? bytes);
  const { headers, end } = writeZip(
    Object.keys(files).map((name, index) => ({
      name,
      size: stored[index]!.length,
      crc32: crc32(contents[index]!),
    })),
    new Date(2026, 2, 9),
  );
  const pieces = headers.flatMap((header, index) => {
    if (pack) header[8] = 8;
    return [header, stored[index]!];
  });
  // The method stands in the directory once more.
  let line = 0;
  if (pack)
    for (const name of Object.keys(files)) {
      end[line + 10] = 8;
      line += 46 + new TextEncoder().encode(name).length;
    }
  return new Uint8Array(Buffer.concat([...pieces, end]));
}
