import type { EmailBodyPart } from "@atrium/contract/types/email";
import { expect, test } from "vitest";
import { PREVIEW_LIMITS } from "./limits.ts";
import { previewOf, thumbnailsOf, typeOf } from "./previewable.ts";

const part = (type: string, name: string | null = null, size = 1000): EmailBodyPart =>
  ({
    partId: "1",
    blobId: "b",
    size,
    name,
    type,
    cid: null,
    disposition: "attachment",
  }) as EmailBodyPart;

test.each([
  ["image/PNG", "a", "image"],
  ["image/svg+xml", "a.svg", undefined],
  ["text/html", "a.html", undefined],
  ["application/octet-stream", "a.svg", undefined],
  ["application/octet-stream", "a.html", undefined],
  ["application/octet-stream", "Report.DOCX", "office"],
  ["application/octet-stream", "a.pdf", "pdf"],
  ["application/zip", "sheet.xlsx", "office"],
  ["application/zip", "files.zip", undefined],
  ["application/vnd.oasis.opendocument.spreadsheet", null, "office"],
  ["application/vnd.ms-excel", "old.xls", undefined],
  ["text/plain", "a.png", "text"],
] as const)("a file of the type %s called %s is shown as %s", (type, name, kind) =>
  expect(previewOf(part(type, name))).toBe(kind),
);

test("what the sender says of a type goes before the name", () => {
  expect(typeOf(part("text/plain", "a.pdf"))).toBe("text/plain");
});

test("nothing too large is shown, nor what is not there", () => {
  expect(previewOf(part("image/png", "a", PREVIEW_LIMITS.largestPreview + 1))).toBeUndefined();
  expect(previewOf({ ...part("image/png"), blobId: null })).toBeUndefined();
});

test("pictures have thumbnails until those of a message are too much together", () => {
  const large = part("image/jpeg", "large", PREVIEW_LIMITS.largestThumbnail + 1);
  const each = part("image/jpeg", "each", PREVIEW_LIMITS.largestThumbnail);
  const all = [large, part("application/pdf"), ...[1, 2, 3, 4].map(() => ({ ...each }))];
  expect([...thumbnailsOf(all)]).toEqual(all.slice(2, 5));
});
