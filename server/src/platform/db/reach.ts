import type { Log } from "../log/index.ts";
import { StartError } from "../start-error.ts";
import { connectClient, whileUnavailable } from "./connect.ts";
import { readHosts } from "./hosts.ts";

const OLDEST = 15;

/**
 * Waits for a database that others run, which may be starting just as we are, and looks whether it will do.
 * @param patience in milliseconds.
 * @throws StartError
 */
export async function reachDatabase(address: string, log: Log, patience = 30_000): Promise<void> {
  const { name: hosts, database } = readHosts(address)!;
  const name = `The database "${database}" on ${hosts}`;
  const client = await whileUnavailable(patience, () => connectClient(address, log)).catch(
    (error: NodeJS.ErrnoException) => {
      const reason = error.code === undefined ? error.message : `${error.code}, ${error.message}`;
      throw new StartError(`${name} cannot be reached (${reason}). Check ATRIUM_DATABASE_URL.`);
    },
  );
  try {
    const { rows } = await client.query<{ version: number; encoding: string }>(
      "select current_setting('server_version_num')::int version, current_setting('server_encoding') encoding",
    );
    const { version, encoding } = rows[0]!;
    if (version < OLDEST * 10_000)
      throw new StartError(`${name} runs PostgreSQL ${version}; Atrium needs ${OLDEST} or newer.`);
    if (encoding !== "UTF8")
      throw new StartError(`${name} is encoded in ${encoding}; Atrium needs UTF8.`);
  } finally {
    await client.end();
  }
}
