import { defineType, type CreateOf, type RecordOf } from "./define.ts";
import { CAPABILITY } from "./wire.ts";

/** Milliseconds for which one is kept that nobody changes. */
export const FILE_UPLOAD_KEPT = 7 * 86_400_000;

/**
 * Of Atrium: a file that comes in parts, so that one larger than `maxSizeUpload` can be uploaded, and an interrupted upload goes
 * on where it was. Each part is uploaded as a blob and named in `parts`; a BackgroundTask of the kind `joinUpload` then makes one
 * blob of them. What it keeps counts against the quota. A file that is made of the blob counts by itself: the upload is best
 * destroyed in the same request, before it. One that nobody changes is destroyed after 7 days.
 */
export const FileUpload = defineType({
  name: "FileUpload",
  capability: CAPABILITY.drive,
  properties: {
    id: { type: "Id", immutable: true, serverSet: true },
    /** Of the file that it will be, as a FileNode's. */
    name: { type: "String", immutable: true },
    /** Octets of the whole file: at least 1, at most `maxSizeFileUpload`. */
    size: { type: "UnsignedInt", immutable: true },
    /** Media type of the whole file. */
    type: { type: "String", nullable: true, immutable: true, default: null },
    /** Octets of each part but the last, which is what is left. */
    partSize: { type: "UnsignedInt", immutable: true, serverSet: true },
    /** The blob of each part that is there, by its number from "0" on; empty once they are joined. */
    parts: { type: { map: "Id" }, default: {} },
    /** The whole file, once its parts are joined. */
    blobId: { type: "Id", nullable: true, serverSet: true },
    /** The Principal who began it. */
    createdBy: { type: "Id", immutable: true, serverSet: true },
    created: { type: "UTCDate", immutable: true, serverSet: true },
    /** When it is destroyed if nothing changes: `FILE_UPLOAD_KEPT` after the last change. */
    expires: { type: "UTCDate", serverSet: true },
  },
});

export type FileUploadRecord = RecordOf<typeof FileUpload>;
export type FileUploadCreate = CreateOf<typeof FileUpload>;
