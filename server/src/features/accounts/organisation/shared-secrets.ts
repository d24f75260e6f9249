import { existsSync } from "node:fs";
import { sql } from "kysely";
import { ORGANISATION } from "./organisation.store.ts";
import type { Db } from "../../../platform/db/index.ts";
import type { Log } from "../../../platform/log/index.ts";
import { openSecrets } from "../../../platform/secrets/index.ts";
import type { Secrets } from "../../../platform/secrets/index.ts";
import { StartError } from "../../../platform/start-error.ts";

/**
 * Opens the secret key, which has to be the one of the database: all processes that work on it share what is sealed
 * and signed. The first start makes it.
 * @throws StartError when this one is another, or when it is missing where there was one.
 */
export async function openSharedSecrets(db: Db, path: string, log: Log): Promise<Secrets> {
  const known = await readMark(db);
  if (known !== null && !existsSync(path))
    throw new StartError(
      `${path} is missing. Copy this database's secret key there, from the machine that has it or from a backup.`,
    );
  const secrets = openSecrets(path, log);
  const mark = secrets.sign("secret mark", "");
  if (known === null)
    await sql`insert into secret_mark (account_id, mark) values (${ORGANISATION}, ${mark})
      on conflict do nothing`.execute(db);
  // Of two that start at once with keys of their own, one has come first.
  if ((known ?? (await readMark(db))) !== mark)
    throw new StartError(
      `${path} is not the secret key of this database. Replace it with the one from the other machines, or from a backup.`,
    );
  return secrets;
}

async function readMark(db: Db): Promise<string | null> {
  const { rows } = await sql<{ mark: string }>`
    select mark from secret_mark where account_id = ${ORGANISATION}`.execute(db);
  return rows[0]?.mark ?? null;
}
