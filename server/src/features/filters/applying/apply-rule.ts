import type { TaskArguments } from "@atrium/contract/types/background-task";
import { compileScript, SieveError } from "@atrium/formats/sieve";
import { MAX_SCRIPT_OCTETS } from "@atrium/formats/sieve-limits";
import { sql } from "kysely";
import { z } from "zod";
import { refuseProperty } from "../../../engine/index.ts";
import { StoreUnavailable } from "../../../platform/blobs/index.ts";
import { isUnavailable } from "../../../platform/db/index.ts";
import { itemsFrom, taskKind, type TaskKind } from "../../background-tasks/index.ts";
import { changeItems, checkSource, collect, emailChanges, emailSource } from "../../mail/index.ts";
import { runScripts, type ScriptRunning } from "../filtering/filter-mail.ts";
import { readFilterMailboxes } from "../filtering/mailboxes.ts";
import { APPLIED_AT_ONCE } from "../limits.ts";

type Args = TaskArguments["applyRule"];

/** Changes those messages on which a rule would have acted when they came. */
export const applyRule = (engine: ScriptRunning): TaskKind =>
  taskKind<Args>({
    kind: "applyRule",
    arguments: z.strictObject({
      source: emailSource,
      script: z.string().max(MAX_SCRIPT_OCTETS),
      changes: emailChanges,
    }),
    check(call, { source, script }) {
      checkSource(call, source);
      try {
        compileScript(script);
      } catch (error) {
        if (!(error instanceof SieveError)) throw error;
        refuseProperty("arguments", `script: line ${error.line}: ${error.message}`);
      }
    },
    undoes: () => "Email",

    async prepare({ accountId, taskId, args, progress }) {
      if (progress?.["phase"] !== "change") return new Set();
      const from = Number(progress["from"]);
      const w = { tx: engine.db as never };
      const items = await itemsFrom({ w, accountId, taskId }, from, APPLIED_AT_ONCE);
      return await matching(
        engine,
        accountId,
        args.script,
        items.map(({ id }) => id),
      );
    },

    async step(step) {
      const collected = await collect(step);
      if (collected !== null) return collected;
      const from = Number(step.progress!["from"]);
      const items = await itemsFrom(step, from, APPLIED_AT_ONCE);
      const matches = step.prepared as ReadonlySet<string>;
      const changed = await changeItems(step, items, step.args.changes, (id) => matches.has(id));
      return {
        ...changed,
        progress: { phase: "change", from: (items.at(-1)?.position ?? from - 1) + 1 },
        isOver: items.length < APPLIED_AT_ONCE,
      };
    },
  });

interface Stored {
  readonly id: string;
  readonly hash: string;
  readonly size: number;
  readonly receivedAt: Date;
}

/** The ids of those messages on which the script acts. One that it fails on, or that cannot be read, is none of them. */
async function matching(
  engine: ScriptRunning,
  accountId: string,
  script: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<Stored>`
    select id, blob_hash as hash, size, received_at as "receivedAt" from email
    where account_id = ${accountId} and id = any(${[...ids]})`.execute(engine.db);
  const mailboxes = (await readFilterMailboxes(engine.db, [accountId])).get(accountId) ?? [];
  const found = new Set<string>();
  for (const { id, hash, size, receivedAt } of rows) {
    const run = {
      accountId,
      script,
      others: {},
      // With which it came is not known any more.
      envelope: { from: "", to: "" },
      timeZone: "UTC",
      mailboxes,
    };
    try {
      const [result] = await runScripts(engine, { hash, size }, receivedAt, [run]);
      if (result?.error === null && result.rules.length > 0) found.add(id);
    } catch (err) {
      if (isUnavailable(err) || err instanceof StoreUnavailable) throw err;
      // The others do not depend on it.
      engine.services.log.warn({ err, emailId: id }, "could not run a rule on a stored message");
    }
  }
  return found;
}
