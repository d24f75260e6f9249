import { join } from "node:path";
import { openBlobs, openS3Blobs, ownedBy, s3Of, type BlobStore } from "../blobs/index.ts";
import type { Config } from "../config/index.ts";
import type { Db } from "../db/index.ts";
import type { Log } from "../log/index.ts";
import { StartError } from "../start-error.ts";

/**
 * Opens the store of blobs that the configuration names.
 * @param db what knows the blobs; `null` while it is being restored.
 * @throws StartError when the blobs of the database are elsewhere
 */
export async function openBlobStore(config: Config, db: Db | null, log: Log): Promise<BlobStore> {
  const settings = s3Of(config);
  if (settings !== null)
    return await openS3Blobs({
      settings,
      db,
      spoolFolder: join(config.data, "spool"),
      onAway: ({ message }) => log.warn({ reason: message }, "the blob store is unavailable"),
    });
  if (db !== null && (await ownedBy(db)) !== null)
    throw new StartError(
      "The messages and files of this database are in an S3 store. Set ATRIUM_S3_BUCKET and the other ATRIUM_S3_ settings.",
    );
  return await openBlobs(join(config.data, "blobs"));
}
