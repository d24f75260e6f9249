/** What the header of a picture says of it. */
export interface PictureHeader {
  readonly mediaType: "image/png" | "image/jpeg" | "image/webp";
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

/** Why a picture is not taken. */
export type PictureFault = "unknown" | "broken" | "animated";

/**
 * Reads the header of a PNG, JPEG or WebP, and walks its parts to the end: each has to be as long as it says, so that
 * nothing hides behind a picture. Decodes nothing. The work is linear in the octets.
 */
export function readPictureHeader(bytes: Buffer): PictureHeader | PictureFault {
  if (bytes.subarray(0, 8).equals(PNG)) return readPng(bytes);
  if (bytes.length > 3 && bytes.readUInt16BE(0) === 0xffd8) return readJpeg(bytes);
  if (bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP")
    return readWebp(bytes);
  return "unknown";
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** PNG, third edition, §5: chunks of a length, a type, data and a checksum. */
function readPng(bytes: Buffer): PictureHeader | PictureFault {
  let size: Pick<PictureHeader, "width" | "height"> | undefined;
  let hasData = false;
  for (let at = PNG.length; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const next = at + 12 + length;
    if (next > bytes.length) return "broken";
    if (size === undefined) {
      if (type !== "IHDR" || length !== 13) return "broken";
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    } else if (type === "acTL") return "animated";
    else if (type === "IDAT") hasData = true;
    else if (type === "IEND")
      return hasData && next === bytes.length ? { mediaType: "image/png", ...size } : "broken";
    at = next;
  }
  return "broken";
}

/** T.81, annex B: frame headers (SOF) but for those in between that are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** T.81, annex B: segments of a marker and a length; behind the first scan there is nothing that says how large it is. */
function readJpeg(bytes: Buffer): PictureHeader | PictureFault {
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return "broken";
  let size: Pick<PictureHeader, "width" | "height"> | undefined;
  for (let at = 2; at + 4 <= bytes.length;) {
    if (bytes[at] !== 0xff) return "broken";
    const marker = bytes[at + 1]!;
    // Fill octets may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    const next = at + 2 + length;
    if (length < 2 || next > bytes.length) return "broken";
    if (isFrame(marker)) {
      // Another size behind the first would be what a decoder goes by.
      if (size !== undefined || length < 8) return "broken";
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    } else if (marker === 0xda)
      return size === undefined || hasFrameBehind(bytes, next)
        ? "broken"
        : { mediaType: "image/jpeg", ...size };
    at = next;
  }
  return "broken";
}

/** In what is coded, 0xff is followed by 0 or a restart; between scans only tables may stand. */
function hasFrameBehind(bytes: Buffer, from: number): boolean {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const marker = bytes[at + 1];
    if (marker !== undefined && (isFrame(marker) || marker === 0xd8)) return true;
  }
  return false;
}

/** RFC 9649 §2: chunks in a RIFF, of which one or two say the size. */
function readWebp(bytes: Buffer): PictureHeader | PictureFault {
  if (bytes.length < 20 || bytes.readUInt32LE(4) + 8 !== bytes.length) return "broken";
  let canvas: Pick<PictureHeader, "width" | "height"> | undefined;
  let size: Pick<PictureHeader, "width" | "height"> | undefined;
  for (let at = 12; at < bytes.length;) {
    if (at + 8 > bytes.length) return "broken";
    const type = bytes.toString("latin1", at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (data.length < length) return "broken";
    if (type === "ANIM" || type === "ANMF") return "animated";
    if (type === "VP8X") {
      if (length !== 10 || at !== 12) return "broken";
      if ((data[0]! & 0x02) !== 0) return "animated";
      canvas = { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
    } else if (type === "VP8 " || type === "VP8L") {
      const found = type === "VP8 " ? lossySize(data) : losslessSize(data);
      if (found === undefined || size !== undefined) return "broken";
      size = found;
    }
    // Chunks stand at even places.
    at += 8 + length + (length % 2);
  }
  if (size === undefined) return "broken";
  const isAsSaid =
    canvas === undefined || (canvas.width === size.width && canvas.height === size.height);
  return isAsSaid ? { mediaType: "image/webp", ...size } : "broken";
}

/** RFC 6386 §9.1. */
function lossySize(data: Buffer): Pick<PictureHeader, "width" | "height"> | undefined {
  if (data.length < 10 || (data[0]! & 1) !== 0 || data.readUIntBE(3, 3) !== 0x9d012a)
    return undefined;
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** RFC 9649 §3.4. */
function losslessSize(data: Buffer): Pick<PictureHeader, "width" | "height"> | undefined {
  if (data.length < 5 || data[0] !== 0x2f) return undefined;
  const bits = data.readUInt32LE(1);
  if (bits >>> 29 !== 0) return undefined;
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
