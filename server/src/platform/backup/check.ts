import { createReadStream } from "node:fs";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { openBlobs } from "../blobs/index.ts";
import { blobsOf, readManifest } from "./manifest.ts";
import { nameOf } from "./tables.ts";
import { blobsIn, hashing, tableFile } from "./write.ts";

/** Reads the whole of a backup; answers a sentence for each thing in it that is not as it was written. */
export async function checkBackup(backup: string): Promise<string[]> {
  const faults: string[] = [];
  const manifest = await readManifest(backup);
  for (const table of manifest.tables) {
    const { through, digest } = hashing();
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    await pipeline(
      createReadStream(tableFile(backup, table)),
      createZstdDecompress(),
      through,
      nowhere,
    ).catch(() => undefined);
    if (digest() !== table.sha256) faults.push(`The table ${nameOf(table)} is damaged.`);
  }
  const blobs = await openBlobs(blobsOf(join(backup, "..")));
  for (const hash of manifest.blobs.missing)
    faults.push(`The blob ${hash} was missing when the backup was made.`);
  const missing = new Set(manifest.blobs.missing);
  try {
    for await (const { hash } of blobsIn(backup, manifest)) {
      if (missing.has(hash)) continue;
      const sum = createHash("sha256");
      const found = await pipeline(blobs.stream(hash), sum).then(
        () => sum.digest("hex"),
        () => null,
      );
      if (found !== hash)
        faults.push(`The blob ${hash} is ${found === null ? "missing" : "damaged"}.`);
    }
  } catch {
    faults.push("The list of blobs is damaged.");
  }
  return faults;
}
