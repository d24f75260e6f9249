import type { TaskArguments } from "@atrium/contract/types/background-task";
import { z } from "zod";
import { refuse, refuseProperty } from "../../../engine/index.ts";
import type { BlobStore } from "../../../platform/blobs/index.ts";
import { rowsOf, type Db, type Tx } from "../../../platform/db/index.ts";
import { taskKind, type TaskKind } from "../../background-tasks/index.ts";
import { countParts } from "./parts.ts";

type Args = TaskArguments["joinUpload"];

interface Joining {
  readonly db: Db;
  readonly blobs: Pick<BlobStore, "put" | "stream">;
}

const UNKNOWN_TYPE = "application/octet-stream";

/** Makes one blob of the parts of a FileUpload. */
export const joinUpload = ({ db, blobs }: Joining): TaskKind =>
  taskKind<Args>({
    kind: "joinUpload",
    arguments: z.strictObject({ fileUploadId: z.string().max(255) }),

    async check(call, { fileUploadId }) {
      const upload = await readUpload(call.db, call.accountId, fileUploadId);
      if (upload === undefined)
        refuseProperty("arguments", "fileUploadId: there is no such upload");
      if (upload.blob_hash === null && !upload.isComplete)
        refuseProperty("arguments", "fileUploadId: parts are missing");
    },

    /** All that takes long: joined a second time, the same bytes are there once. */
    async prepare({ accountId, args, signal }) {
      const upload = await readUpload(db, accountId, args.fileUploadId);
      if (upload === undefined || upload.blob_hash !== null || !upload.isComplete) return null;
      const { hash } = await blobs.put(joined(blobs, upload.parts, signal));
      return { hash, parts: upload.parts } satisfies Joined;
    },

    async step({ w, accountId, args, prepared }) {
      const upload = await readUpload(w.tx, accountId, args.fileUploadId);
      if (upload === undefined) return refuse("notFound");
      const over = { progress: {}, done: 1, total: 1, isOver: true };
      if (upload.blob_hash !== null) return over;
      const whole = prepared as Joined | null;
      const isSame =
        whole?.parts.length === upload.parts.length &&
        whole.parts.every((hash, index) => hash === upload.parts[index]);
      // Changed since: a part is another one now, or has gone.
      if (whole === null || !isSame) return refuse("stateMismatch");
      const { id, size, type } = upload;
      // Before the blob is added, which then is in use from the start.
      await w.tx
        .updateTable("file_upload")
        .set({ blob_hash: whole.hash, changed: w.now })
        .where(rowsOf(accountId, [id]))
        .execute();
      await w.tx
        .deleteFrom("file_upload_part")
        .where("account_id", "=", accountId)
        .where("upload_id", "=", id)
        .execute();
      await w.addBlob(accountId, { hash: whole.hash, size, type: type ?? UNKNOWN_TYPE });
      w.changed(accountId, "FileUpload", id, "updated");
      return over;
    },
  });

/** What was made of which parts. */
interface Joined {
  readonly hash: string;
  readonly parts: readonly string[];
}

async function readUpload(db: Db | Tx, accountId: string, id: string) {
  const upload = await (db as Db)
    .selectFrom("file_upload")
    .select(["id", "size", "type", "part_size as partSize", "blob_hash"])
    .where(rowsOf(accountId, [id]))
    .executeTakeFirst();
  if (upload === undefined) return undefined;
  const rows = await (db as Db)
    .selectFrom("file_upload_part")
    .select("blob_hash")
    .where("account_id", "=", accountId)
    .where("upload_id", "=", id)
    .orderBy("number")
    .execute();
  const parts = rows.map((row) => row.blob_hash);
  return { ...upload, parts, isComplete: parts.length === countParts(upload) };
}

async function* joined(
  blobs: Joining["blobs"],
  parts: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for (const hash of parts)
    for await (const piece of blobs.stream(hash)) {
      signal?.throwIfAborted();
      yield piece as Uint8Array;
    }
}
