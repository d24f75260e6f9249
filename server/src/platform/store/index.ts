export { openBlobStore } from "./blob-store.ts";
export { keyFiles, MOVED_MARK, readMark, RESTORE_MARK } from "./data-folder.ts";
export { MIGRATIONS, mustBeCurrent, openStore } from "./store.ts";
export type { Store, StoreOptions } from "./store.ts";
