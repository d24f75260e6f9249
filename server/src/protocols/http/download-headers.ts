import type { IncomingHttpHeaders } from "node:http";

const UNKNOWN = "application/octet-stream";
const MEDIA_TYPE = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}(; ?charset="?[\w-]{1,40}"?)?$/;
/** With nosniff a browser takes nothing else as script, style or module; so no page can use a blob as code. */
const CODE = /javascript|ecmascript|jscript|livescript|^text\/css|wasm/i;

/** A media type as a client gives it; plain bytes where it gives none that is one. */
export function mediaType(type: string | undefined): string {
  const text = (type ?? "").trim();
  return MEDIA_TYPE.test(text) ? text : UNKNOWN;
}

/** A media type as it may be sent to a browser. */
export function safeType(type: string | undefined): string {
  const text = mediaType(type);
  return CODE.test(text) ? UNKNOWN : text;
}

/** RFC 6266: to be saved under this name, in ASCII and again in full. */
export function attachment(name: string): string {
  const clean =
    name
      .replace(/[\p{Cc}\p{Cf}/\\]/gu, "_")
      .slice(0, 255)
      .toWellFormed() || "file";
  const ascii = clean.replace(/[^\x20-\x7e]|["%]/g, "_");
  const full = encodeURIComponent(clean).replace(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}

/** The one range that is asked for (RFC 9110 §14.2): null for the whole, also where several are asked for. */
export function byteRange(
  headers: IncomingHttpHeaders,
  size: number,
  etag: string,
): { start: number; end: number } | "unsatisfiable" | null {
  const condition = headers["if-range"];
  if (condition !== undefined && condition !== etag) return null;
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? "");
  if (match === null || (match[1] === "" && match[2] === "")) return null;
  const [, from = "", to = ""] = match;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(from);
  const end = to === "" ? size : Math.min(Number(to) + 1, size);
  if (to !== "" && Number(to) < start) return null;
  return start >= size ? "unsatisfiable" : { start, end };
}
