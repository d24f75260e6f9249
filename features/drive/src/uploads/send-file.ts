import { CAPABILITY, type JmapSession, type SetError } from "@atrium/contract/types/wire";
import { FILE_UPLOAD_KEPT, type FileUploadRecord } from "@atrium/contract/types/file-upload";
import type { DriveClient } from "../client.ts";
import { PAGE } from "../acts/node-acts.ts";
import { NodeRefused } from "../acts/refused.ts";
import { t } from "../strings/index.ts";
import { untilReached } from "./until-reached.ts";

/** Octets from which on a file goes up in parts. */
const LARGE = 32 * 1024 * 1024;

/** What is there of a file that goes up in parts. */
export interface Parts {
  /** The account that they are in: another one than the file's where only some of that is shared. */
  partsIn?: string;
  /** Their FileUpload there. */
  uploadId?: string;
}

/** A file that goes up, with what is there already. The same object for each attempt. */
export interface Sending extends Parts {
  readonly file: File;
  readonly accountId: string;
  /** What it is called in the account. */
  readonly name: string;
  /** Its content, once all of it is there. */
  blobId?: string;
}

export interface SendOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number) => void;
  /** It goes up in parts: as which FileUpload, and how many octets are there already. */
  readonly onBegun: (uploadId: string, sent: number) => void;
  /** The server is out of reach, or no longer. */
  readonly onStalled: (isStalled: boolean) => void;
  /** FileUploads that others of this window are sending. */
  readonly isTaken: (uploadId: string) => boolean;
}

/**
 * Brings the content of a file into its account; `sending.blobId` is it then. A large one goes on where an attempt before was
 * interrupted, also one of another window. @throws NodeRefused what the server refuses
 */
export async function sendFile(
  client: DriveClient,
  sending: Sending,
  options: SendOptions,
): Promise<void> {
  if (sending.blobId !== undefined) return;
  const { file, accountId } = sending;
  const session = (await client.session()) as JmapSession;
  const most = Number(session.capabilities[CAPABILITY.core]?.["maxSizeUpload"] ?? 0);
  const own = session.primaryAccounts[CAPABILITY.fileNode];
  const partsIn = takesParts(session, accountId) ? accountId : own;
  const isLarge = file.size > Math.min(LARGE, most);
  if (!isLarge || partsIn === undefined || !takesParts(session, partsIn)) {
    const { signal, onProgress } = options;
    sending.blobId = (await client.upload(accountId, file, { signal, onProgress })).blobId;
    return;
  }
  sending.partsIn = partsIn;
  const blobId = await sendInParts(client, { ...sending, accountId: partsIn }, sending, options);
  sending.blobId = partsIn === accountId ? blobId : await copyTo(client, sending, blobId);
}

const takesParts = ({ accounts }: JmapSession, accountId: string): boolean =>
  CAPABILITY.drive in (accounts[accountId]?.accountCapabilities ?? {});

async function copyTo(client: DriveClient, sending: Sending, blobId: string): Promise<string> {
  const { partsIn, accountId } = sending;
  const { copied, notCopied } = await client.call("Blob/copy", {
    fromAccountId: partsIn!,
    accountId,
    blobIds: [blobId],
  });
  const refusal = notCopied?.[blobId];
  if (refusal) throw new NodeRefused(refusal);
  return copied![blobId]!;
}

/** Forgets the parts of a file, where there are some: before it is a file, which counts by itself, or when it will be none. */
export async function forgetParts(client: DriveClient, parts: Parts): Promise<void> {
  const { uploadId, partsIn } = parts;
  if (uploadId === undefined || partsIn === undefined) return;
  await client.call("FileUpload/set", { accountId: partsIn, destroy: [uploadId] });
  delete parts.uploadId;
}

/** A FileUpload is another window's as long as it gets something in so many milliseconds. */
const INTERRUPTED_AFTER = 60_000;

/** Files that are there in part, and that nobody seems to be sending. */
export async function interruptedIn(
  client: DriveClient,
  accountId: string,
): Promise<
  readonly {
    readonly uploadId: string;
    readonly name: string;
    readonly size: number;
    readonly sent: number;
  }[]
> {
  const { list } = await client.call("FileUpload/get", { accountId, ids: null });
  const before = Date.now() - INTERRUPTED_AFTER + FILE_UPLOAD_KEPT;
  return (list as readonly FileUploadRecord[])
    .filter(({ expires, blobId }) => blobId === null && Date.parse(expires) < before)
    .map(({ id, name, size, parts, partSize }) => ({
      uploadId: id,
      name,
      size,
      sent: Math.min(size, Object.keys(parts).length * partSize),
    }));
}

async function sendInParts(
  client: DriveClient,
  { file, accountId, name }: Sending,
  begun: Sending,
  options: SendOptions,
): Promise<string> {
  const { signal, onProgress, onStalled } = options;
  const reached = <Result>(act: () => Promise<Result>): Promise<Result> =>
    untilReached(act, { signal, onStalled });
  const { id, partSize, parts, blobId } = await reached(() =>
    findOrBegin(client, { file, accountId, name }, begun, options),
  );
  const sizeOf = (number: number): number => Math.min(partSize, file.size - number * partSize);
  const count = Math.ceil(file.size / partSize);
  let sent = Object.keys(parts).reduce((sum, number) => sum + sizeOf(Number(number)), 0);
  options.onBegun(id, sent);
  if (blobId !== null) return blobId;
  for (let number = 0; number < count; number += 1) {
    if (parts[number] !== undefined) continue;
    signal.throwIfAborted();
    const start = number * partSize;
    const part = file.slice(start, start + sizeOf(number));
    await reached(async () => {
      const { blobId: partId } = await client.upload(accountId, part, {
        signal,
        onProgress: (more) => onProgress(sent + more),
      });
      const { notUpdated } = await client.call("FileUpload/set", {
        accountId,
        update: { [id]: { [`parts/${number}`]: partId } },
      });
      throwRefusal(notUpdated?.[id]);
    });
    sent += part.size;
    onProgress(sent);
  }
  return await join(client, { accountId, id, name }, reached);
}

function throwRefusal(refusal: SetError | undefined): void {
  if (refusal !== undefined) throw new NodeRefused(refusal);
}

type Wanted = Pick<Sending, "file" | "accountId" | "name">;

/** The FileUpload that it goes on with, or a new one. */
async function findOrBegin(
  client: DriveClient,
  wanted: Wanted,
  begun: Sending,
  { isTaken }: SendOptions,
): Promise<FileUploadRecord> {
  const { file, accountId, name } = wanted;
  const { list } = await client.call("FileUpload/get", { accountId, ids: null });
  const uploads = list as readonly FileUploadRecord[];
  const own = uploads.find(({ id }) => id === begun.uploadId);
  if (own !== undefined) return own;
  const goOn = (upload: FileUploadRecord): FileUploadRecord => {
    begun.uploadId = upload.id;
    return upload;
  };
  for (const one of uploads) {
    const isAlike = one.name === name && one.size === file.size;
    // Asked last: another of this window may have begun to go on with it meanwhile.
    if (isAlike && (await isOf(client, accountId, one, file)) && !isTaken(one.id)) return goOn(one);
  }
  const { created, notCreated } = await client.call("FileUpload/set", {
    accountId,
    create: { new: { name, size: file.size, type: file.type || null } },
  });
  throwRefusal(notCreated?.["new"]);
  const made = created!["new"] as Partial<FileUploadRecord>;
  return goOn({ parts: {}, blobId: null, ...made } as FileUploadRecord);
}

/** Whether the parts that have come are of this file: their digests say so, where the browser can make them. */
async function isOf(
  client: DriveClient,
  accountId: string,
  { parts, partSize, blobId }: FileUploadRecord,
  file: File,
): Promise<boolean> {
  const numbers = Object.keys(parts);
  // Without a secure context there is none.
  if (blobId !== null || numbers.length === 0 || globalThis.crypto?.subtle === undefined)
    return false;
  const digests = new Map<string, string>();
  const ids = [...new Set(Object.values(parts))];
  for (let from = 0; from < ids.length; from += PAGE) {
    const some = { accountId, ids: ids.slice(from, from + PAGE) };
    const { list } = await client.call("Blob/get", { ...some, properties: [DIGEST] });
    for (const blob of list) digests.set(blob["id"]!, blob[DIGEST]!);
  }
  for (const number of numbers) {
    const start = Number(number) * partSize;
    const bytes = await file.slice(start, start + partSize).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    if (digests.get(parts[number]!) !== btoa(String.fromCharCode(...digest))) return false;
  }
  return true;
}

/** RFC 9404 §4.2.1. */
const DIGEST = "digest:sha-256";
/** Characters of a file's name in that of its task, which has 255 octets. */
const SHOWN_NAME = 60;
/** Milliseconds between two looks at whether the parts are joined: at first, and at most. */
const LOOK = { first: 100, most: 2000 };

async function join(
  client: DriveClient,
  {
    accountId,
    id,
    name,
  }: { readonly accountId: string; readonly id: string; readonly name: string },
  reached: <Result>(act: () => Promise<Result>) => Promise<Result>,
): Promise<string> {
  const { created, notCreated } = await reached(() =>
    client.call("BackgroundTask/set", {
      accountId,
      create: {
        task: {
          kind: "joinUpload",
          name: t("joining", { name: name.slice(0, SHOWN_NAME).toWellFormed() }),
          arguments: { fileUploadId: id },
        },
      },
    }),
  );
  throwRefusal(notCreated?.["task"]);
  const taskId = created!["task"]!.id!;
  for (let pause = LOOK.first; ; pause = Math.min(2 * pause, LOOK.most)) {
    await new Promise((resolve) => setTimeout(resolve, pause));
    const [uploads, tasks] = await reached(() =>
      Promise.all([
        client.call("FileUpload/get", { accountId, ids: [id] }),
        client.call("BackgroundTask/get", { accountId, ids: [taskId] }),
      ]),
    );
    const blobId = uploads.list[0]?.blobId;
    if (blobId != null) return blobId;
    const task = tasks.list[0];
    const isUnderWay = task?.state === "waiting" || task?.state === "running";
    if (!isUnderWay) throw new NodeRefused({ type: task?.problem ?? "notFound" } as SetError);
  }
}
