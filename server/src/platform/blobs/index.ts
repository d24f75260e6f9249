export { checkBlobStore } from "./check.ts";
export type { BlobStoreHealth } from "./check.ts";
export { openBlobs } from "./files.ts";
export { openS3Blobs, ownedBy, s3Of } from "./s3/index.ts";
export { StoreUnavailable } from "./store.ts";
export type { BlobStore, ByteRange } from "./store.ts";
