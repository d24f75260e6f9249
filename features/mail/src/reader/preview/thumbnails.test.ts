import type { EmailBodyPart } from "@atrium/contract/types/email";
import { PREVIEW_LIMITS } from "@atrium/file-preview";
import { expect, test } from "vitest";
import { thumbnailsOf } from "./thumbnails.ts";

const part = (type: string, name: string, size = 1000): EmailBodyPart =>
  ({ partId: "1", blobId: "b", size, name, type, cid: null }) as EmailBodyPart;

test("pictures have thumbnails until those of a message are too much together", () => {
  const large = part("image/jpeg", "large", PREVIEW_LIMITS.largestThumbnail + 1);
  const each = part("image/jpeg", "each", PREVIEW_LIMITS.largestThumbnail);
  const all = [large, part("application/pdf", "pdf"), ...[1, 2, 3, 4].map(() => ({ ...each }))];
  expect([...thumbnailsOf(all)]).toEqual(all.slice(2, 5));
});
