import type { EmailBodyPart } from "@atrium/contract/types/email";
import { isBitmap } from "@atrium/mail-html";
import { PREVIEW_LIMITS } from "./limits.ts";

export type PreviewKind = "image" | "pdf" | "text" | "office";

const TEXT =
  /^(?:text\/(?:plain|csv|markdown|calendar|vcard|rfc822-headers|x-[\w-]+)|application\/(?:json|xml)|message\/(?:rfc822|(?:global-)?delivery-status|global-headers))$/i;
const OFFICE =
  /^application\/vnd\.(?:openxmlformats-officedocument\.(?:wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)|oasis\.opendocument\.(?:text|spreadsheet|presentation))$/i;

/** What many programs send as mere octets, by how its name ends. */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  pdf: "application/pdf",
  txt: "text/plain",
  csv: "text/csv",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  odt: "application/vnd.oasis.opendocument.text",
  ods: "application/vnd.oasis.opendocument.spreadsheet",
  odp: "application/vnd.oasis.opendocument.presentation",
};

/** The type of a file; where its sender gives none, the one that its name says. */
export function typeOf({ type, name }: Pick<EmailBodyPart, "type" | "name">): string {
  if (!/^application\/(?:octet-stream|x-download|zip)$/i.test(type)) return type.toLowerCase();
  return BY_EXTENSION[extensionOf(name)] ?? type.toLowerCase();
}

/** `docx`; empty without one. */
export const extensionOf = (name: string | null): string =>
  /\.([a-z\d]{1,5})$/i.exec(name ?? "")?.[1]?.toLowerCase() ?? "";

/** How a file can be shown in place; `undefined` when it cannot. HTML and SVG are never: they are documents. */
export function previewOf(
  part: Pick<EmailBodyPart, "type" | "size" | "blobId" | "name">,
): PreviewKind | undefined {
  if (part.blobId === null || part.size > PREVIEW_LIMITS.largestPreview) return undefined;
  const type = typeOf(part);
  if (isBitmap(type)) return "image";
  if (type === "application/pdf") return "pdf";
  if (OFFICE.test(type)) return "office";
  return TEXT.test(type) ? "text" : undefined;
}

/** The pictures that are shown small beside their names, as far as they may be fetched for that. */
export function thumbnailsOf(parts: readonly EmailBodyPart[]): ReadonlySet<EmailBodyPart> {
  const chosen = new Set<EmailBodyPart>();
  let room: number = PREVIEW_LIMITS.allThumbnails;
  for (const part of parts) {
    if (previewOf(part) !== "image" || part.size > PREVIEW_LIMITS.largestThumbnail) continue;
    if (part.size > room) break;
    room -= part.size;
    chosen.add(part);
  }
  return chosen;
}
