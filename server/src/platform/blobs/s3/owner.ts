import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Db } from "../../db/index.ts";
import { StartError } from "../../start-error.ts";
import type { S3Client } from "./client.ts";

/** The object that says which database the blobs beside it belong to. */
export const OWNER = "owner";

/**
 * The name that a database has for the store of its blobs; given when it is first asked for.
 * @throws StartError when its blobs are files
 */
async function nameOfDatabase(db: Db): Promise<string> {
  const found = await ownedBy(db);
  if (found !== null) return found;
  const { rows } = await sql`select 1 from blob limit 1`.execute(db);
  if (rows.length > 0)
    throw new StartError(
      "ATRIUM_S3_BUCKET is set, but the messages and files of this database are in the data folder. To move them, make a backup without the setting and restore it with the setting.",
    );
  await sql`insert into blob_owner (name) values (${randomUUID()}) on conflict do nothing`.execute(
    db,
  );
  return (await ownedBy(db))!;
}

/** The name of a database whose blobs are in an S3 store; else `null`. */
export async function ownedBy(db: Db): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`select name from blob_owner`.execute(db);
  return rows[0]?.name ?? null;
}

/** What the store says; `null` where nobody has begun to use it. */
export async function readOwner(client: S3Client): Promise<string | null> {
  const { status, text } = await client.send({ method: "GET", name: OWNER, accept: [404] });
  return status === 404 ? null : text.trim();
}

/**
 * Makes sure that the store belongs to the database: of two that shared one, each would sweep away what it does not know.
 * @throws StartError when it belongs to another; StoreUnavailable
 */
export async function own(client: S3Client, db: Db, place: string): Promise<void> {
  const mine = await nameOfDatabase(db);
  let found = await readOwner(client);
  if (found === null) {
    await client.send({ method: "PUT", name: OWNER, body: Buffer.from(`${mine}\n`) });
    // Another one may have had the same thought.
    found = await readOwner(client);
  }
  if (found !== mine) throw foreign(place);
}

export const foreign = (place: string): StartError =>
  new StartError(
    `The blob store ${place} belongs to another database; set ATRIUM_S3_PREFIX to another one. (If that database no longer exists, remove the object "${OWNER}" there.)`,
  );
