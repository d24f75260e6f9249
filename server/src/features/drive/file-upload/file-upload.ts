import { FileUpload, type FileUploadRecord } from "@atrium/contract/types/file-upload";
import { utcDate } from "@atrium/contract/types/utc-date";
import { sql, type Selectable } from "kysely";
import {
  blobId,
  findBlobs,
  parseBlobId,
  refuse,
  refuseProperty,
  serve,
  type Rules,
  type Served,
  type Store,
} from "../../../engine/index.ts";
import { rowsOf, type Db } from "../../../platform/db/index.ts";
import { toFiles } from "../access.ts";
import { checkName, checkType } from "../file-node/file-node.rules.ts";
import { MAX_FILE_UPLOAD, MAX_FILE_UPLOADS, UPLOAD_KEPT, UPLOAD_PART } from "../limits.ts";
import type { FileUploadTable } from "../tables.ts";
import { countParts, octetsKept, partsChanged, sizeOfPart, sizeOfParts } from "./parts.ts";

const PART_NUMBER = /^(?:0|[1-9]\d{0,8})$/;

const store: Store<typeof FileUpload> = {
  async get({ db, accountId }, ids, _properties, limit) {
    const rows = await (db as Db)
      .selectFrom("file_upload")
      .selectAll()
      .where(rowsOf(accountId, ids))
      .orderBy("id")
      .limit(limit)
      .execute();
    const parts = await (db as Db)
      .selectFrom("file_upload_part")
      .select(["upload_id", "number", "blob_hash"])
      .where("account_id", "=", accountId)
      .where("upload_id", "=", sql<string>`any(${rows.map(({ id }) => id)})`)
      .orderBy("number")
      .execute();
    const byUpload = Map.groupBy(parts, ({ upload_id }) => upload_id);
    return rows.map((row) => recordOf(row, byUpload.get(row.id) ?? []));
  },

  async findByBlobs({ db, accountId }, hashes) {
    const { rows } = await sql<{ hash: string; id: string }>`
      select blob_hash as hash, id from file_upload
      where account_id = ${accountId} and blob_hash = any(${[...hashes]})
      union
      select blob_hash, upload_id from file_upload_part
      where account_id = ${accountId} and blob_hash = any(${[...hashes]})
      order by id`.execute(db);
    return rows;
  },

  async create({ w, accountId, actor, services }, record) {
    const row = {
      account_id: accountId,
      id: w.newId("u"),
      name: record.name,
      size: record.size,
      type: record.type ?? null,
      part_size: Math.min(UPLOAD_PART, services.limits.maxSizeUpload),
      blob_hash: null,
      created_by: actor.personId,
      created: w.now,
      changed: w.now,
    };
    await w.tx.insertInto("file_upload").values(row).execute();
    const { name: _name, size: _size, type: _type, parts: _parts, ...set } = recordOf(row, []);
    return set;
  },

  async update({ w, accountId }, updates) {
    const answered = new Map<string, Partial<FileUploadRecord>>();
    for (const { id, before, after } of updates) {
      const { set, gone } = partsChanged(before.parts, after.parts);
      const numbers = [...set, ...gone].map(Number);
      await w.tx
        .deleteFrom("file_upload_part")
        .where("account_id", "=", accountId)
        .where("upload_id", "=", id)
        .where("number", "=", sql<number>`any(${numbers}::int[])`)
        .execute();
      if (set.length > 0)
        await w.tx
          .insertInto("file_upload_part")
          .values(
            set.map((number) => ({
              account_id: accountId,
              upload_id: id,
              number: Number(number),
              blob_hash: hashOf(after.parts[number]!),
            })),
          )
          .execute();
      await w.tx
        .updateTable("file_upload")
        .set({ changed: w.now })
        .where(rowsOf(accountId, [id]))
        .execute();
      w.used(accountId, { octets: octetsKept(after) - octetsKept(before) });
      answered.set(id, { expires: expiryOf(w.now) });
    }
    return answered;
  },

  async destroy(call, ids) {
    const { w, accountId } = call;
    const uploads = (await store.get(call, ids, [], ids.length)) as readonly FileUploadRecord[];
    await w.tx.deleteFrom("file_upload").where(rowsOf(accountId, ids)).execute();
    w.used(accountId, { octets: -uploads.reduce((sum, one) => sum + octetsKept(one), 0) });
  },
};

const rules: Rules<typeof FileUpload> = {
  async create(record, { w, accountId }) {
    const name = checkName(record.name);
    checkType(record.type ?? null);
    if (record.size < 1) refuseProperty("size", "an empty file has no parts");
    if (record.size > MAX_FILE_UPLOAD)
      refuse("tooLarge", "maxSizeFileUpload", { maxSize: MAX_FILE_UPLOAD });
    if (Object.keys(record.parts ?? {}).length > 0)
      refuseProperty("parts", "their size is known when it has been made");
    const { count } = await w.tx
      .selectFrom("file_upload")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("account_id", "=", accountId)
      .executeTakeFirstOrThrow();
    if (count >= MAX_FILE_UPLOADS)
      refuse("overQuota", `at most ${MAX_FILE_UPLOADS} files are uploaded in parts at once`);
    if (w.isOverQuota(accountId, { octets: record.size })) refuse("overQuota");
    return { ...record, name };
  },

  async update(after, before, call) {
    if (before.blobId !== null) refuseProperty("parts", "they are joined already");
    const count = countParts(after);
    const { set, gone } = partsChanged(before.parts, after.parts);
    const wrong = set.find((number) => !PART_NUMBER.test(number) || Number(number) >= count);
    if (wrong !== undefined) refuseProperty("parts", `there is no part "${wrong.slice(0, 20)}"`);
    // All at once: a client may name hundreds.
    const hashes = new Map(set.map((number) => [number, hashOf(after.parts[number]!)]));
    const found = await findBlobs(call, [...new Set(hashes.values())]);
    for (const [number, hash] of hashes) {
      const size = found.get(hash)?.size;
      const notFound = [after.parts[number]!];
      if (size === undefined) refuse("blobNotFound", undefined, { notFound });
      const expected = sizeOfPart(after, Number(number));
      if (size !== expected)
        refuseProperty("parts", `part ${number} has ${expected} octets, its blob ${size}`);
    }
    const isNew = (number: string): boolean => before.parts[number] === undefined;
    const more = sizeOfParts(after, set.filter(isNew)) - sizeOfParts(after, gone);
    if (call.w.isOverQuota(call.accountId, { octets: more })) refuse("overQuota");
  },
};

/** A part of a message is none. @throws Refusal `blobNotFound` */
function hashOf(id: string): string {
  const name = parseBlobId(id);
  if (name === null || name.part !== undefined)
    return refuse("blobNotFound", undefined, { notFound: [id] });
  return name.hash;
}

type Row = Selectable<FileUploadTable>;

function recordOf(
  row: Row,
  parts: readonly { readonly number: number; readonly blob_hash: string }[],
): FileUploadRecord {
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    type: row.type,
    partSize: row.part_size,
    parts: Object.fromEntries(parts.map((part) => [String(part.number), blobId(part.blob_hash)])),
    blobId: row.blob_hash === null ? null : blobId(row.blob_hash),
    createdBy: row.created_by,
    created: utcDate(row.created),
    expires: expiryOf(row.changed),
  };
}

const expiryOf = (changed: Date): string => utcDate(new Date(changed.getTime() + UPLOAD_KEPT));

/** Files that are being uploaded in parts: of who has the whole account. */
export const fileUpload: Served = serve(FileUpload, { access: toFiles, store, rules });
