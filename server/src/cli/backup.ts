import { basename, resolve } from "node:path";
import { ORGANISATION, recordAct } from "../features/accounts/index.ts";
import { readHosts } from "../platform/db/index.ts";
import {
  checkBackup,
  findBackup,
  listBackups,
  moveDatabase,
  readManifest,
  restore,
  writeBackup,
} from "../platform/backup/index.ts";
import { createLog } from "../platform/log/index.ts";
import { keyFiles } from "../platform/store/index.ts";
import { UserError, type Command, type Values } from "./command.ts";

/** The act of a backup that lacks something; it does not count as the last one. */
export const INCOMPLETE = "backup.incomplete";

const octets = (count: number): string => `${(count / 1e6).toLocaleString("en")} MB`;

function keepOf(values: Values): number | undefined {
  const { keep } = values;
  if (keep === undefined) return undefined;
  if (typeof keep !== "string" || !/^[1-9]\d{0,4}$/.test(keep))
    throw new UserError("--keep must be a whole number, 1 or more.");
  return Number(keep);
}

const make: Command = {
  name: "backup",
  usage: "FOLDER [--keep N]",
  summary:
    "Back up the database, messages, files and keys to FOLDER; the server may keep running. --keep N deletes all but the newest N backups",
  arity: [1, 1],
  options: { keep: { type: "string" } },
  async run({ terminal, config, args, values, open }) {
    const keep = keepOf(values);
    const { accounts, engine, platform } = await open();
    const { path, manifest } = await writeBackup({
      connection: platform.connection,
      blobs: platform.blobs,
      keys: keyFiles(config),
      folder: resolve(args[0]!),
      now: platform.clock.now(),
      keep,
      log: platform.log,
      say: terminal.note,
    });
    const { blobs } = manifest;
    const { missing } = blobs;
    const verb = missing.length === 0 ? "backup" : INCOMPLETE;
    const detail = { blobs: blobs.count, octets: blobs.octets, missing: missing.length };
    // So that administrators see when the last one was made; an empty store has none.
    if ((await accounts.organisation()) !== null)
      await engine.write([ORGANISATION], (w) =>
        recordAct(w, "system", { verb, thing: basename(path), detail }),
      );
    terminal.print(path);
    if (missing.length === 0) return 0;
    terminal.note(
      `The backup is incomplete: ${missing.length} blobs are damaged or missing from the store. ${path}/backup.json lists them.`,
    );
    return 1;
  },
};

const list: Command = {
  name: "backup list",
  usage: "FOLDER",
  summary: "List the backups in FOLDER, oldest first",
  arity: [1, 1],
  async run({ terminal, args }) {
    const folder = resolve(args[0]!);
    const { whole, partial } = await listBackups(folder);
    for (const name of whole) {
      const { tables, blobs } = await readManifest(resolve(folder, name));
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      terminal.print(`${name}\t${rows} rows\t${blobs.count} blobs\t${octets(blobs.octets)}`);
    }
    for (const name of partial)
      terminal.note(`${name} is incomplete: it was interrupted, or is still being written.`);
    if (whole.length === 0) terminal.note("There is no complete backup in this folder.");
  },
};

const check: Command = {
  name: "backup check",
  usage: "FOLDER [--at NAME]",
  summary: "Read a backup from end to end and report damage; without --at, the newest one",
  arity: [1, 1],
  options: { at: { type: "string" } },
  async run({ terminal, args, values }) {
    const backup = await findBackup(resolve(args[0]!), nameOf(values));
    const faults = await checkBackup(backup);
    for (const fault of faults) terminal.note(fault);
    if (faults.length > 0) return 1;
    terminal.print(`${basename(backup)} is intact.`);
    return 0;
  },
};

const bring: Command = {
  name: "restore",
  usage: "FOLDER [--at NAME]",
  summary:
    "Restore a backup into an empty ATRIUM_DATA (and an empty external database); without --at, the newest one. Stop the server first",
  arity: [1, 1],
  options: { at: { type: "string" } },
  async run({ terminal, config, args, values }) {
    const backup = await findBackup(resolve(args[0]!), nameOf(values));
    await restore(backup, { config, log: createLog({ level: "error" }), say: terminal.note });
    terminal.print(`Restored ${basename(backup)}. You can start the server now.`);
  },
};

const move: Command = {
  name: "move",
  usage: "--to URL",
  summary:
    "Copy the database from the data folder to an empty external PostgreSQL; with - as the URL, it is read from standard input. Stop the server first",
  arity: [0, 0],
  options: { to: { type: "string" } },
  async run({ terminal, config, values }) {
    const to = values["to"] === "-" ? await terminal.readPassword("Database URL") : values["to"];
    if (typeof to !== "string" || readHosts(to) === null)
      throw new UserError("--to must be a URL such as postgres://user:password@host/database.");
    const work = { config, log: createLog({ level: "error" }), say: terminal.note };
    const rows = await moveDatabase(to, work);
    terminal.print(
      `Copied ${rows.toLocaleString("en")} rows. Set ATRIUM_DATABASE_URL to the new address, then start the server.`,
    );
  },
};

const nameOf = ({ at }: Values): string | undefined => (typeof at === "string" ? at : undefined);

/** "backup list" stands before "backup": the first that fits is taken. */
export const backupCommands: readonly Command[] = [list, check, make, bring, move];
