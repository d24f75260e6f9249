const ascii = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/**
 * What kind of bitmap these octets are, by their first octets and whatever they were called; `null` for anything else.
 * SVG is not among them: it is a document, with scripts.
 */
export function pictureType(bytes: Uint8Array): string | null {
  if (bytes.length < 12) return null;
  const start = ascii(bytes, 0, 12);
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(start)) return "image/gif";
  if (start.startsWith("RIFF") && start.endsWith("WEBP")) return "image/webp";
  if (start.slice(4, 8) === "ftyp" && /^avi[fs]/.test(start.slice(8))) return "image/avif";
  if (start.startsWith("BM") && start.slice(6, 10) === "\0\0\0\0") return "image/bmp";
  if (start.startsWith("\0\0\x01\0")) return "image/x-icon";
  return null;
}
