import { WORTH_A_LOOK } from "@atrium/contract/types/operations";
import { CONNECTIONS, readHosts } from "../../platform/db/index.ts";
import { fail, octets, ok, warn, type Check, type Finding } from "./finding.ts";

const OLDEST = 150_000;
/** How far the clocks of database and server may be apart (milliseconds). */
const CLOCK = 5000;

interface Facts {
  readonly version: string;
  readonly number: number;
  readonly here: Date;
  readonly fsync: string;
  readonly commit: string;
  readonly pages: string;
  readonly standbys: string;
  readonly isReadOnly: boolean;
  readonly size: number;
  readonly used: number;
  readonly most: number;
}

const FACTS = `select current_setting('server_version') version, current_setting('server_version_num')::int number,
  clock_timestamp() here, current_setting('fsync') fsync, current_setting('synchronous_commit') "commit",
  current_setting('full_page_writes') pages, current_setting('synchronous_standby_names') standbys,
  pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool "isReadOnly",
  pg_database_size(current_database())::int8 size, ${CONNECTIONS} used,
  current_setting('max_connections')::int most`;

export const database: Check = {
  name: "database",
  async look({ config, open }) {
    try {
      const { pool } = (await open()).platform;
      const before = Date.now();
      const { rows } = await pool.query<Facts>(FACTS);
      const hosts = readHosts(config.databaseUrl ?? "")?.hosts.length ?? 1;
      return [
        ...judge(rows[0]!, (before + Date.now()) / 2, config.databaseUrl === null),
        ...judgeStandbys(rows[0]!, hosts),
      ];
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return [
        fail(
          `database: ${message === "" ? code : message}`,
          "see postgres.log in the data folder; checks that need the database were skipped",
        ),
      ];
    }
  },
};

function judge(facts: Facts, now: number, isEmbedded: boolean): Finding[] {
  const found: Finding[] = [];
  const { version, size, used, most } = facts;
  if (facts.number < OLDEST)
    found.push(fail(`PostgreSQL is ${version}`, "upgrade it to 15 or newer"));
  for (const [setting, value] of [
    ["fsync", facts.fsync],
    ["synchronous_commit", facts.commit],
    ["full_page_writes", facts.pages],
  ])
    if (value === "off")
      found.push(
        fail(
          `PostgreSQL has ${setting} off: acknowledged mail can be lost if the machine fails`,
          `set ${setting} = on in postgresql.conf`,
        ),
      );
  if (facts.isReadOnly)
    found.push(fail("the database is read-only", "name the primary in ATRIUM_DATABASE_URL"));
  if (used > WORTH_A_LOOK.connections * most)
    found.push(
      warn(
        `${used} of ${most} database connections are in use`,
        isEmbedded ? "find out what else uses it, and restart the server" : "raise max_connections",
      ),
    );
  const apart = Math.abs(facts.here.getTime() - now);
  if (apart > CLOCK)
    found.push(
      fail(
        `the database's clock differs from this machine's by ${Math.round(apart / 1000)} s`,
        "run NTP on both machines",
      ),
    );
  if (found.length > 0) return found;
  return [
    ok(
      `PostgreSQL ${version}, ${octets(size)}, ${used} of ${most} connections, durable, schema up to date, clocks agree`,
    ),
  ];
}

/** After a failover there is what a standby had before it was acknowledged, and nothing else. */
export function judgeStandbys(
  { commit, standbys }: Pick<Facts, "commit" | "standbys">,
  hosts: number,
): Finding[] {
  if (hosts < 2) return [];
  const risk = `a failover between the ${hosts} database servers can lose acknowledged data`;
  if (standbys === "")
    return [warn(`${risk}: synchronous_standby_names is empty`, "see docs/operate.md")];
  if (commit === "off" || commit === "local")
    return [warn(`${risk}: synchronous_commit is ${commit}`, "see docs/operate.md")];
  return [ok(`${hosts} database servers; commits wait for ${standbys}`)];
}
