import { expect, test } from "vitest";
import { PREVIEW_LIMITS } from "./limits.ts";
import { previewOf, typeOf, type FileFacts } from "./previewable.ts";

const file = (type: string | null, name: string | null = null, size = 1000): FileFacts => ({
  blobId: "b",
  size,
  name,
  type,
});

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
  ["text/markdown", "notes.md", "text"],
  [null, "notes.md", "text"],
  [null, "main.rs", "text"],
  ["application/javascript", "a.js", "text"],
  ["application/xhtml+xml", "a.xhtml", undefined],
  ["application/octet-stream", "song.mp3", "audio"],
  ["audio/midi", "song.mid", undefined],
  ["video/mp4", "film", "video"],
  ["video/x-msvideo", "film.avi", undefined],
  [null, null, undefined],
] as const)("a file of the type %s called %s is shown as %s", (type, name, kind) =>
  expect(previewOf(file(type, name))).toBe(kind),
);

test("a type that is given goes before the name", () => {
  expect(typeOf(file("text/plain", "a.pdf"))).toBe("text/plain");
});

test("nothing too large is shown, nor what is not there", () => {
  expect(previewOf(file("image/png", "a", PREVIEW_LIMITS.largestPreview + 1))).toBeUndefined();
  expect(previewOf({ ...file("image/png"), blobId: null })).toBeUndefined();
  // What plays is not fetched whole.
  expect(previewOf(file("video/mp4", "a", PREVIEW_LIMITS.largestPreview + 1))).toBe("video");
});
