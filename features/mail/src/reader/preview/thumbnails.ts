import type { EmailBodyPart } from "@atrium/contract/types/email";
import { PREVIEW_LIMITS, previewOf } from "@atrium/file-preview";
import { ATTACHMENT_LIMITS } from "./limits.ts";

/** The pictures that are shown small beside their names, as far as they may be fetched for that. */
export function thumbnailsOf(parts: readonly EmailBodyPart[]): ReadonlySet<EmailBodyPart> {
  const chosen = new Set<EmailBodyPart>();
  let room: number = ATTACHMENT_LIMITS.allThumbnails;
  for (const part of parts) {
    if (previewOf(part) !== "image" || part.size > PREVIEW_LIMITS.largestThumbnail) continue;
    if (part.size > room) break;
    room -= part.size;
    chosen.add(part);
  }
  return chosen;
}
