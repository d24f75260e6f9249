export { checkBackup } from "./check.ts";
export { listBackups, readManifest } from "./manifest.ts";
export type { Manifest } from "./manifest.ts";
export { findBackup, moveDatabase, restore } from "./restore.ts";
export { BLOBS_STAY, writeBackup } from "./write.ts";
