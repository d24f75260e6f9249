import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createZstdDecompress } from "node:zlib";
import type { Client } from "pg";
import { openBlobs, type BlobStore } from "../blobs/index.ts";
import { StartError } from "../start-error.ts";
import { blobsOf, type Manifest } from "./manifest.ts";
import { emptyTables, fillTable, nameOf, releaseJobs, setSequences } from "./tables.ts";
import { blobsIn, eachBlob, hashing, tableFile } from "./write.ts";

const damaged = (what: string): StartError =>
  new StartError(`${what} is damaged in this backup. Restore another one.`);

/** Puts every blob of a backup into a store. Those that are there already cost a look. */
export async function restoreBlobs(
  backup: string,
  manifest: Manifest,
  blobs: BlobStore,
): Promise<void> {
  const from = await openBlobs(blobsOf(join(backup, "..")));
  const missing = new Set(manifest.blobs.missing);
  async function bring(hash: string): Promise<void> {
    if (missing.has(hash) || (await blobs.has(hash))) return;
    if (!(await from.has(hash))) throw damaged(`The blob ${hash}`);
    const { hash: written } = await blobs.put(from.stream(hash));
    if (written !== hash) throw damaged(`The blob ${hash}`);
  }
  await eachBlob(blobsIn(backup, manifest), ({ hash }) => bring(hash));
}

/**
 * Fills an empty database of the backup's schema, all or nothing.
 * @throws StartError when a file is not as it was written.
 */
export async function restoreTables(
  backup: string,
  manifest: Manifest,
  client: Client,
): Promise<void> {
  await client.query("begin");
  try {
    await emptyTables(client, manifest.tables);
    for (const table of manifest.tables) {
      const { through, digest } = hashing();
      const file = createReadStream(tableFile(backup, table));
      const text = createZstdDecompress();
      const broken = (error: Error): void => void through.destroy(error);
      file.on("error", broken);
      text.on("error", broken);
      const rows = await fillTable(client, table, file.pipe(text).pipe(through)).catch(
        (error: Error) => {
          throw new StartError(`The table ${nameOf(table)} cannot be restored: ${error.message}`);
        },
      );
      if (rows !== table.rows || digest() !== table.sha256)
        throw damaged(`The table ${nameOf(table)}`);
    }
    await setSequences(client, manifest.sequences);
    await releaseJobs(client);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
  await client.query("analyze");
}
