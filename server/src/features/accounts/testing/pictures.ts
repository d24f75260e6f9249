import { crc32, deflateSync } from "node:zlib";

/** A PNG of one grey. */
export function png(
  width: number,
  height: number,
  { hasData = true, more = Buffer.alloc(0) }: { hasData?: boolean; more?: Buffer } = {},
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  // What claims to be a giant brings no octets for it.
  const rows = width * height > 1_000_000 ? Buffer.alloc(1) : Buffer.alloc((width + 1) * height, 0);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    more,
    hasData ? pngChunk("IDAT", deflateSync(rows)) : Buffer.alloc(0),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

export const animatedPng = (width: number, height: number): Buffer =>
  png(width, height, { more: pngChunk("acTL", Buffer.alloc(8)) });

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** The parts of a JPEG that say what it is, without a picture that could be decoded. */
export function jpeg(
  width: number,
  height: number,
  frame = 0xc0,
  more: Buffer = Buffer.alloc(0),
): Buffer {
  const start = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0x4a, 0x46]);
  const size = Buffer.from([0xff, frame, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  size.writeUInt16BE(height, 5);
  size.writeUInt16BE(width, 7);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x2b, 0xff, 0, 0x11]);
  return Buffer.concat([start, size, more, scan, Buffer.from([0xff, 0xd9])]);
}

/** The same of a WebP, with these chunks. */
export function webp(...chunks: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from("WEBP"), ...chunks]);
  const head = Buffer.from("RIFF\0\0\0\0", "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

export function lossy(width: number, height: number): Buffer {
  const chunk = Buffer.from("VP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a\0\0\0\0", "latin1");
  chunk.writeUInt16LE(width, 14);
  chunk.writeUInt16LE(height, 16);
  return chunk;
}

export function lossless(width: number, height: number): Buffer {
  const chunk = Buffer.from("VP8L\x06\0\0\0\x2f\0\0\0\0\0", "latin1");
  chunk.writeUInt32LE((width - 1) | ((height - 1) << 14), 9);
  return chunk;
}
