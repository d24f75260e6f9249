import { WORTH_A_LOOK } from "@atrium/contract/types/operations";
import { sql } from "kysely";
import { lastAct } from "../../features/accounts/index.ts";
import { checkDomain, checkHost, queueByDomain } from "../../features/outbound/index.ts";
import { INCOMPLETE } from "../backup.ts";
import { mailHost } from "../../platform/config/mail-host.ts";
import type { Suite } from "../../wiring/suite.ts";
import { duration, fail, ok, warn, type Check, type Finding, type Patient } from "./finding.ts";

const HOUR = 3_600_000;
/** A job that is due for longer than this has nobody who does it. */
const JOBS = HOUR;
/** A last backup that is older than this is a failure. */
const BACKUP_TOO_OLD = 7 * 24 * HOUR;

const organisation: Check = {
  name: "organisation",
  async look({ open }) {
    const { accounts } = await open();
    const found = await accounts.organisation();
    if (found === null)
      return [warn("there is no organisation yet", "open the set-up link that the server prints")];
    const people = await accounts.persons.list();
    const names = (await accounts.domains.list()).map(({ name }) => name).join(", ");
    if (!people.some(({ roles, disabled }) => roles.includes("administrator") && !disabled))
      return [
        warn(`${found.name} has no administrator`, "npx atrium user add … --role administrator"),
      ];
    return [ok(`${found.name}: ${people.length} people, ${names}`)];
  },
};

const queue: Check = {
  name: "queue",
  async look({ open, server, config }) {
    const { platform } = await open();
    const now = platform.clock.now();
    const { waiting, deferred, oldestAt, domains } = await queueByDomain(platform.db, now, 3);
    if (waiting === 0) return [ok("no outgoing mail is waiting")];
    const age = oldestAt === null ? 0 : now.getTime() - oldestAt.getTime();
    const most = domains.map(({ domain }) => domain).join(", ");
    const what = `${waiting} recipients waiting, ${deferred} of them deferred, the oldest for ${duration(age)} (${most})`;
    if (age < WORTH_A_LOOK.queueAge) return [ok(what)];
    if (server === null && config.databaseUrl === null)
      return [warn(what, "start the server; nothing is sent while it is down")];
    const reply = domains.find(({ reply }) => reply !== null)?.reply;
    return [
      warn(
        what,
        `run npx atrium queue list to see why${reply === undefined ? "" : ` (“${reply}”)`}; if your provider blocks port 25, set ATRIUM_SMARTHOST`,
      ),
    ];
  },
};

const jobs: Check = {
  name: "jobs",
  async look({ open, server }) {
    const { db } = (await open()).platform;
    const { rows } = await sql<{ failed: number; late: number }>`
      select count(*) filter (where attempts >= max_attempts)::int failed,
        coalesce(max(extract(epoch from now() - run_at)) filter (where attempts < max_attempts and locked_at is null), 0)::float8 * 1000 late
      from graphile_worker._private_jobs`.execute(db);
    const { failed, late } = rows[0]!;
    const found: Finding[] = [];
    if (failed > 0)
      found.push(warn(`${failed} jobs failed permanently`, "see the log (search for “job”)"));
    if (server !== null && late > JOBS)
      found.push(
        fail(`a job is overdue by ${duration(late)}`, "restart the server, and check its log"),
      );
    return found.length > 0 ? found : [ok("no job has failed")];
  },
};

const backup: Check = {
  name: "backup",
  async look({ open }) {
    const { platform } = await open();
    const last = await lastAct(platform.db, "backup");
    const incomplete = await lastAct(platform.db, INCOMPLETE);
    if (incomplete !== null && (last === null || last.at < incomplete.at))
      return [
        fail(
          `the last backup (${incomplete.thing}) is incomplete: ${String(incomplete.detail["missing"])} blobs are damaged or missing from the store`,
          "its backup.json lists them; look for them in older backups",
        ),
      ];
    const advice = "systemctl enable --now atrium-backup.timer, or npx atrium backup FOLDER";
    if (last === null) return [warn("there is no backup yet", advice)];
    const age = platform.clock.now().getTime() - last.at.getTime();
    const what = `the last backup is ${duration(age)} old (${last.thing})`;
    if (age < WORTH_A_LOOK.backupAge) return [ok(what)];
    return [(age < BACKUP_TOO_OLD ? warn : fail)(what, advice)];
  },
};

/** Asks the name server for what the organisation's domains need. */
const names: Check = {
  name: "dns",
  async look({ open }) {
    const suite = await open();
    const { config, resolver } = suite.platform;
    const host = mailHost(config);
    const server = { resolver, dkim: suite.dkim, host, hasSmarthost: config.smarthost !== null };
    const domains = await suite.accounts.domains.list();
    if (domains.length === 0) return [];
    const found = [await ownName(server, host)];
    for (const { name } of domains) found.push(await records(name, server));
    return found;
  },
};

type Server = Parameters<typeof checkHost>[0];

async function ownName(server: Server, host: string): Promise<Finding> {
  const { addresses, fault } = await checkHost(server);
  if (fault !== null)
    return warn(`DNS did not answer (${fault})`, "check /etc/resolv.conf, or set ATRIUM_DNS");
  if (addresses.length === 0)
    return warn(
      `${host}, this server's name for mail, has no address record`,
      "add an A or AAAA record, or set ATRIUM_MAIL_HOST",
    );
  const strays = addresses.filter(({ leadsBack }) => !leadsBack).map(({ address }) => address);
  if (strays.length > 0)
    return warn(
      `${strays.join(", ")} does not resolve back to ${host}; many servers refuse mail then`,
      "ask your hosting provider to set a PTR record",
    );
  return ok(`${host} resolves to ${addresses.map(({ address }) => address).join(", ")} and back`);
}

async function records(domain: string, server: Server): Promise<Finding> {
  const checked = await checkDomain(domain, server);
  const kinds = (state: string): string => {
    const found = checked.filter((one) => one.state === state && !one.record.isOptional);
    // There are several keys.
    return [...new Set(found.map(({ record }) => record.kind))].join(", ");
  };
  const advice = `run npx atrium domain check ${domain} to see what to set`;
  const wrong = kinds("wrong");
  const missing = kinds("missing");
  const unknown = kinds("unknown");
  const parts = [
    wrong && `wrong: ${wrong}`,
    missing && `missing: ${missing}`,
    unknown && `DNS did not answer for: ${unknown}`,
  ].filter(Boolean);
  if (parts.length > 0) return warn(`records of ${domain}: ${parts.join("; ")}`, advice);
  const without = checked
    .filter(({ state, record }) => state !== "stands" && record.isOptional)
    .map(({ record }) => record.kind);
  return ok(
    `records of ${domain}: all required ones are set${without.length === 0 ? "" : ` (not used: ${without.join(", ")})`}`,
  );
}

/** They all need the store; where it cannot be opened, the database's check has said so. */
const needingStore = ({ name, look }: Check): Check => ({
  name,
  async look(patient: Patient) {
    const suite: Suite | null = await patient.open().catch(() => null);
    return suite === null ? [] : await look(patient);
  },
});

export const mail: readonly Check[] = [organisation, queue, jobs, backup, names].map(needingStore);
