import { FILE_UPLOAD_KEPT } from "@atrium/contract/types/file-upload";

/** What one account may hold, as the capability says it to clients. */
export const MAX_NODES = 100_000;
export const MAX_DEPTH = 50;
/** Octets of a name in UTF-8: what file systems take. */
export const MAX_NAME = 255;
export const MAX_TYPE = 255;
/** Octets of a file that is uploaded in parts. */
export const MAX_FILE_UPLOAD = 10_000_000_000;
/** Octets of one of its parts; fewer where less may be uploaded at once. */
export const UPLOAD_PART = 16 * 1024 * 1024;
/** Files of one account that are being uploaded in parts. */
export const MAX_FILE_UPLOADS = 100;
/** Milliseconds for which an upload is kept that nothing changes. */
export const UPLOAD_KEPT = FILE_UPLOAD_KEPT;
/** Nodes that are read at once for a ZIP file. */
export const ZIP_PAGE = 500;
/** ZIP files that one person may be receiving at a time, by one process. */
export const ZIPS_AT_ONCE = 4;
/** Milliseconds for which it is taken as known who receives a ZIP file. */
export const ZIP_CALLER_FOR = 10_000;
/** Files and folders that one transaction deletes from the trash when their time is over. */
export const TRASH_BATCH = 1000;
/** Links to one file or folder. */
export const LINKS_PER_NODE = 50;
/** Links that one person has made, wherever. */
export const LINKS_PER_PERSON = 2000;
/** Octets of a link's label. */
export const MAX_LINK_NAME = 100;
/** Downloads after which a link may end; more is no limit. */
export const MAX_LINK_DOWNLOADS = 1_000_000;
