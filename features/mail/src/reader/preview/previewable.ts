import type { EmailBodyPart } from "@atrium/contract/types/email";
import { isBitmap } from "@atrium/mail-html";

export type PreviewKind = "image" | "pdf" | "text";

/** Octets above which a file is saved and not shown. */
const LARGEST = 30_000_000;
const TEXT =
  /^(?:text\/(?:plain|csv|markdown|calendar|vcard|x-[\w-]+)|application\/(?:json|xml)|message\/(?:rfc822|delivery-status))$/i;

/** How a file can be shown in place, by its type; `undefined` when it cannot. HTML and SVG are never: they are documents. */
export function previewOf({
  type,
  size,
  blobId,
}: Pick<EmailBodyPart, "type" | "size" | "blobId">): PreviewKind | undefined {
  if (blobId === null || size > LARGEST) return undefined;
  if (isBitmap(type)) return "image";
  if (type.toLowerCase() === "application/pdf") return "pdf";
  return TEXT.test(type) ? "text" : undefined;
}
