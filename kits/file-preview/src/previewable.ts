import { isBitmap } from "@atrium/mail-html";
import { PREVIEW_LIMITS } from "./limits.ts";

export type PreviewKind = "image" | "pdf" | "text" | "office" | "audio" | "video";

/** What is known of a file before it is opened. */
export interface FileFacts {
  readonly name: string | null;
  /** Media type as it was given. */
  readonly type: string | null;
  /** Octets. */
  readonly size: number | null;
  /** `null` when there is nothing to show. */
  readonly blobId: string | null;
}

const TEXT =
  /^(?:text\/(?:plain|csv|tab-separated-values|markdown|calendar|vcard|css|javascript|xml|yaml|rfc822-headers|x-[\w-]+)|application\/(?:json|xml|yaml|toml|sql|(?:x-)?javascript|typescript|x-(?:sh|python|yaml|httpd-php))|message\/(?:rfc822|(?:global-)?delivery-status|global-headers))$/i;
const OFFICE =
  /^application\/vnd\.(?:openxmlformats-officedocument\.(?:wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)|oasis\.opendocument\.(?:text|spreadsheet|presentation))$/i;
const AUDIO = /^audio\/(?:mpeg|mp4|aac|ogg|opus|webm|flac|x-flac|wav|x-wav|wave|x-m4a)$/i;
const VIDEO = /^video\/(?:mp4|webm|ogg|quicktime)$/i;

/** What many programs send as mere octets, by how its name ends. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  pdf: "application/pdf",
  csv: "text/csv",
  tsv: "text/tab-separated-values",
  md: "text/markdown",
  json: "application/json",
  xml: "application/xml",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  aac: "audio/aac",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  opus: "audio/opus",
  flac: "audio/flac",
  wav: "audio/wav",
  mp4: "video/mp4",
  m4v: "video/mp4",
  webm: "video/webm",
  ogv: "video/ogg",
  mov: "video/quicktime",
};

const PLAIN_TEXT = new Set(
  "txt log ini conf cfg env toml yml yaml diff patch sql sh bash py rb php pl go rs java kt swift c h cc cpp hpp cs js mjs cjs jsx ts tsx css scss vue lua r tex".split(
    " ",
  ),
);

/** The type of a file; where none is given, the one that its name says. */
export function typeOf({ type, name }: Pick<FileFacts, "type" | "name">): string {
  const given = type?.toLowerCase() ?? "application/octet-stream";
  if (!/^application\/(?:octet-stream|x-download|zip)$/.test(given)) return given;
  const extension = extensionOf(name);
  return BY_EXTENSION[extension] ?? (PLAIN_TEXT.has(extension) ? "text/plain" : given);
}

/** `docx`; empty without one. */
export const extensionOf = (name: string | null): string =>
  /\.([a-z\d]{1,5})$/i.exec(name ?? "")?.[1]?.toLowerCase() ?? "";

/** How a file can be shown in place; `undefined` when it cannot. HTML and SVG are never: they are documents. */
export function previewOf(file: FileFacts): PreviewKind | undefined {
  if (file.blobId === null) return undefined;
  const type = typeOf(file);
  if (AUDIO.test(type)) return "audio";
  if (VIDEO.test(type)) return "video";
  if (isTooLarge(file)) return undefined;
  if (isBitmap(type)) return "image";
  if (type === "application/pdf") return "pdf";
  if (OFFICE.test(type)) return "office";
  return TEXT.test(type) ? "text" : undefined;
}

/** A file that would be shown if there were less of it. */
export const isTooLarge = ({ size }: Pick<FileFacts, "size">): boolean =>
  (size ?? 0) > PREVIEW_LIMITS.largestPreview;
