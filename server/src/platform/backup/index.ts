export { checkBackup } from "./check.ts";
export { listBackups, readManifest } from "./manifest.ts";
export type { Manifest } from "./manifest.ts";
export { moveTables } from "./move.ts";
export { restoreBlobs, restoreTables } from "./read.ts";
export { isEmptyDatabase } from "./tables.ts";
export { BLOBS_STAY, writeBackup } from "./write.ts";
