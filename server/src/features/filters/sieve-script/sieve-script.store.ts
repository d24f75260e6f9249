import {
  SieveScript,
  type SieveScriptCreate,
  type SieveScriptRecord,
} from "@atrium/contract/types/sieve-script";
import { sql, type Selectable } from "kysely";
import {
  blobId,
  inMemory,
  refuse,
  type Call,
  type Store,
  type WriteCall,
} from "../../../engine/index.ts";
import { rowsOf, type Db } from "../../../platform/db/index.ts";
import { MAX_SCRIPTS } from "../limits.ts";
import type { SieveScriptTable } from "../tables.ts";
import { checkScript, type ValidScript } from "./check-script.ts";
import { checkForwarding, tellOfForwarding } from "./forwarding.ts";
import "../tables.ts";

type Row = Selectable<SieveScriptTable>;

const recordOf = (row: Row): SieveScriptRecord => ({
  id: row.id,
  name: row.name,
  blobId: blobId(row.blob_hash),
  isActive: row.is_active,
  failure: row.failure,
});

const rows = ({ db, accountId }: Pick<Call, "db" | "accountId">, ids: readonly string[] | null) =>
  (db as Db)
    .selectFrom("sieve_script")
    .selectAll()
    .where(rowsOf(accountId, ids))
    .orderBy("name")
    .orderBy("id");

async function allRecords(call: Call): Promise<SieveScriptRecord[]> {
  return (await rows(call, null).execute()).map(recordOf);
}

/** @throws Refusal `alreadyExists` */
async function refuseTaken(call: WriteCall, name: string, id: string | null): Promise<void> {
  const other = (await rows(call, null).execute()).find((row) => row.name === name);
  if (other !== undefined && other.id !== id)
    refuse("alreadyExists", "another script has this name", {
      existingId: other.id,
      properties: ["name"],
    });
}

/** The first free one of `Script 1`, `Script 2` … */
async function freeName(call: WriteCall): Promise<string> {
  const taken = new Set((await rows(call, null).execute()).map(({ name }) => name));
  for (let number = 1; ; number += 1) if (!taken.has(`Script ${number}`)) return `Script ${number}`;
}

const addBlob = ({ w, accountId }: WriteCall, { hash, size }: ValidScript) =>
  w.addBlob(accountId, { hash, size, type: "application/sieve" });

/** Scripts, and which of them is active. */
export const sieveScriptStore: Store<typeof SieveScript, ValidScript> = {
  async get(call, ids, _properties, limit) {
    return (await rows(call, ids).limit(limit).execute()).map(recordOf);
  },

  async findByBlobs({ db, accountId }, hashes) {
    return await (db as Db)
      .selectFrom("sieve_script")
      .select(["blob_hash as hash", "id"])
      .where("account_id", "=", accountId)
      .where("blob_hash", "=", sql<string>`any(${[...hashes]})`)
      .orderBy("id")
      .execute();
  },

  list: inMemory<typeof SieveScript>({
    all: allRecords,
    match: {
      name: (script, part) => script.name!.toLowerCase().includes(part.toLowerCase()),
      isActive: (script, isActive) => script.isActive === isActive,
    },
    compare: {
      name: (a, b) => (a.name! < b.name! ? -1 : a.name! > b.name! ? 1 : 0),
      isActive: (a, b) => Number(a.isActive) - Number(b.isActive),
    },
  }),

  prepare: (call, { blobId: id }: SieveScriptCreate) => checkScript(call, id),

  async create(call, record, script) {
    const { w, accountId } = call;
    const all = await rows(call, null).execute();
    if (all.length >= MAX_SCRIPTS) refuse("overQuota", `an account has at most ${MAX_SCRIPTS}`);
    const name = record.name ?? (await freeName(call));
    await refuseTaken(call, name, null);
    await addBlob(call, script);
    const id = w.newId("v");
    await w.tx
      .insertInto("sieve_script")
      .values({
        account_id: accountId,
        id,
        name,
        blob_hash: script.hash,
        content: script.text,
        redirects: [...script.redirects],
        is_active: false,
        failure: null,
      })
      .execute();
    return { id, name, isActive: false };
  },

  async update(call, updates) {
    const { w, accountId } = call;
    const answered = new Map<string, Partial<SieveScriptRecord>>();
    for (const { id, after, before, changed } of updates) {
      const name = after.name ?? (await freeName(call));
      if (changed.includes("name")) await refuseTaken(call, name, id);
      if (name !== after.name) answered.set(id, { name });
      if (!changed.includes("blobId")) {
        await w.tx
          .updateTable("sieve_script")
          .set({ name })
          .where(rowsOf(accountId, [id]))
          .execute();
        continue;
      }
      const script = await checkScript(call, after.blobId);
      if (before.isActive) await checkForwarding(call, script);
      await addBlob(call, script);
      const [old] = await rows(call, [id]).execute();
      await w.tx
        .updateTable("sieve_script")
        .set({
          name,
          blob_hash: script.hash,
          content: script.text,
          redirects: [...script.redirects],
          failure: null,
        })
        .where(rowsOf(accountId, [id]))
        .execute();
      answered.set(id, { ...answered.get(id), failure: null });
      if (before.isActive) await tellOfForwarding(call, old?.redirects ?? [], script);
    }
    return answered;
  },

  async destroy({ w, accountId }, ids) {
    await w.tx.deleteFrom("sieve_script").where(rowsOf(accountId, ids)).execute();
  },

  async allSucceeded(call, createdIds) {
    const { w, accountId, args } = call;
    const { onSuccessActivateScript: wanted, onSuccessDeactivateScript: isOff } = args as {
      readonly onSuccessActivateScript?: string | null;
      readonly onSuccessDeactivateScript?: boolean | null;
    };
    const id = wanted?.startsWith("#") ? createdIds.get(wanted.slice(1)) : wanted;
    const all = await rows(call, null).execute();
    const active = all.find((row) => row.is_active);
    // RFC 9661 §2.4: one that is not there is ignored.
    const next = all.find((row) => row.id === id);
    const changes = new Map<string, Partial<SieveScriptRecord>>();
    if (next === undefined ? wanted != null || isOff !== true : next === active) return changes;
    if (next !== undefined) {
      await checkForwarding(call, next);
      await tellOfForwarding(call, active?.redirects ?? [], next);
    }
    for (const [row, isActive] of [
      [active, false],
      [next, true],
    ] as const) {
      if (row === undefined) continue;
      await w.tx
        .updateTable("sieve_script")
        .set({ is_active: isActive })
        .where(rowsOf(accountId, [row.id]))
        .execute();
      w.changed(accountId, "SieveScript", row.id, "updated");
      changes.set(row.id, { isActive });
    }
    return changes;
  },
};
