import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { StartError } from "../start-error.ts";

/** The layout of backups that this program writes and reads. */
export const FORMAT = 1;

/** Written last, so that a backup that has it is whole. */
export const MANIFEST = "backup.json";

/** What stands behind the name of a backup that is being made, or was interrupted. */
export const PARTIAL = ".partial";

const table = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** SHA-256 of the rows as COPY gave them, before they were compressed. */
  sha256: z.string(),
});

const manifest = z.object({
  format: z.literal(FORMAT),
  madeAt: z.iso.datetime(),
  /** The migrations that the database has seen. */
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), last: z.string() })),
  blobs: z.object({
    count: z.number(),
    octets: z.number(),
    /** Hashes of those that the database names and the store did not have. */
    missing: z.array(z.string()),
  }),
  /** Files of the data folder that hold keys. */
  keys: z.array(z.string()),
});

export type Manifest = z.infer<typeof manifest>;
export type TableEntry = z.infer<typeof table>;

/** A folder of backups: one folder for each, named by its time, and the blobs of all of them. */
export const blobsOf = (folder: string): string => join(folder, "blobs");

/** The names of the whole backups in a folder, the oldest first, and of those that were interrupted. */
export async function listBackups(folder: string): Promise<{ whole: string[]; partial: string[] }> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new StartError(`${folder} cannot be read (${error.code}).`);
  });
  const mine = names.filter((name) => /^\d{4}-\d\d-\d\dT[\d-]+Z/.test(name)).sort();
  return {
    whole: mine.filter((name) => !name.endsWith(PARTIAL)),
    partial: mine.filter((name) => name.endsWith(PARTIAL)),
  };
}

/** @throws StartError when it is not there, not whole, or of a format that this program does not know. */
export async function readManifest(backup: string): Promise<Manifest> {
  const path = join(backup, MANIFEST);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${path} cannot be read (${error.code}); this backup is incomplete.`);
  });
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    throw new StartError(`${path} is damaged. Use another backup.`);
  }
  const { format } = (found ?? {}) as { format?: unknown };
  if (typeof format === "number" && format > FORMAT)
    throw new StartError(
      `${backup} was made by a newer version of Atrium. Restore it with that version.`,
    );
  const { data } = manifest.safeParse(found);
  if (data === undefined) throw new StartError(`${path} is damaged. Use another backup.`);
  return data;
}
