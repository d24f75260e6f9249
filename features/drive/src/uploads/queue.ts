import { utcSeconds } from "@atrium/contract/types/utc-date";
import type { DriveClient } from "../client.ts";
import { freeName } from "../acts/collisions.ts";
import { faultOf, tidyName } from "../acts/names.ts";
import { createNode } from "../acts/node-acts.ts";
import { NodeRefused, refusalType } from "../acts/refused.ts";
import { forgetParts, interruptedIn, sendFile, type Parts, type Sending } from "./send-file.ts";

/** `interrupted`: some of it has come, and the window that sent it is gone. */
export type UploadState =
  | "waiting"
  | "sending"
  | "paused"
  | "saving"
  | "done"
  | "failed"
  | "cancelled"
  | "interrupted";
export type UploadFailure = "tooLarge" | "overQuota" | "nameTooLong" | "nameSlash" | "other";

/** A file that goes up, and what becomes of it there. */
export interface UploadOrder {
  readonly file: File;
  readonly accountId: string;
  readonly parentId: string | null;
  /** What it is called there; its own name unless said otherwise. */
  readonly name?: string;
  /** The file that goes into the trash for it. */
  readonly replaces?: string;
}

/** One upload as it is shown. Replaced, never changed in place. */
export interface Upload {
  readonly key: number;
  readonly name: string;
  /** Octets. */
  readonly size: number;
  readonly sent: number;
  readonly state: UploadState;
  /** Milliseconds since the page opened, when the first octet was sent. */
  readonly startedAt?: number;
  /** Octets that were there already then. */
  readonly startedWith?: number;
  readonly failure?: UploadFailure;
  /** It goes up in parts: it can be paused, and goes on where it was. */
  readonly isInParts?: boolean;
  /** The server is out of reach; it goes on by itself. */
  readonly isStalled?: boolean;
}

export interface UploadQueue {
  readonly add: (orders: Iterable<UploadOrder>) => void;
  /** Ends an upload that has not come to its end, and forgets what has come of it. */
  readonly cancel: (key: number) => void;
  readonly pause: (key: number) => void;
  /** Goes on with one that is paused, has failed or was cancelled. */
  readonly retry: (key: number) => void;
  /** Lists, once, what was interrupted in an account; the same file goes on where it was. */
  readonly findInterrupted: (accountId: string) => Promise<void>;
  /** Takes the finished, failed and cancelled ones off the list. */
  readonly clear: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** The same array until something changes. */
  readonly list: () => readonly Upload[];
}

const AT_ONCE = 3;
/** How often a free name is looked for when others take it at the same moment. */
const NAME_TRIES = 5;

const queues = new WeakMap<DriveClient, UploadQueue>();

/** The uploads of a window, into whatever account: they go on while the window shows something else. */
export function uploadQueueOf(client: DriveClient): UploadQueue {
  const queue = queues.get(client) ?? createUploadQueue(client);
  queues.set(client, queue);
  return queue;
}

/** Uploads files a few at a time. */
export function createUploadQueue(client: DriveClient): UploadQueue {
  let uploads: readonly Upload[] = [];
  let lastKey = 0;
  const orders = new Map<number, UploadOrder>();
  const sendings = new Map<number, Sending>();
  const aborts = new Map<number, AbortController>();
  const listeners = new Set<() => void>();

  const set = (next: readonly Upload[]): void => {
    uploads = next;
    for (const listener of listeners) listener();
  };
  const change = (key: number, change: Partial<Upload>): void =>
    set(uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));

  const stateOf = (key: number): UploadState | undefined =>
    uploads.find((upload) => upload.key === key)?.state;

  const pump = (): void => {
    while (aborts.size < AT_ONCE) {
      const next = uploads.find(({ state }) => state === "waiting");
      if (!next) return;
      void run(next.key);
    }
  };

  const run = async (key: number): Promise<void> => {
    const order = orders.get(key)!;
    const sending = sendings.get(key)!;
    const { file } = order;
    const abort = new AbortController();
    aborts.set(key, abort);
    change(key, { state: "sending", startedAt: performance.now() });
    try {
      await sendFile(client, sending, {
        signal: abort.signal,
        onProgress: (sent) => change(key, { sent, ...(sent >= file.size && { state: "saving" }) }),
        onBegun(uploadId, sent) {
          dropInterrupted(uploadId);
          change(key, { isInParts: true, sent, startedWith: sent });
        },
        onStalled: (isStalled) => change(key, { isStalled }),
        isTaken: (uploadId) => [...sendings.values()].some((one) => one.uploadId === uploadId),
      });
      if (abort.signal.aborted) return;
      change(key, { state: "saving", sent: file.size });
      await saveUpload(client, order, sending);
      change(key, { state: "done" });
    } catch (error) {
      if (!abort.signal.aborted)
        change(key, { state: "failed", isStalled: false, failure: failureOf(error) });
      else if (stateOf(key) === "cancelled") forget(key);
    } finally {
      aborts.delete(key);
      pump();
    }
  };

  /** The parts of interrupted ones, by the upload that shows them. */
  const interrupted = new Map<number, Parts>();
  const looked = new Set<string>();
  const dropInterrupted = (uploadId: string): void => {
    for (const [key, one] of interrupted)
      if (one.uploadId === uploadId) {
        interrupted.delete(key);
        set(uploads.filter((upload) => upload.key !== key));
      }
  };

  /** Forgets the parts of one that was given up. If that fails, the server forgets them by itself later. */
  const forget = (key: number): void => {
    const left = sendings.get(key) ?? interrupted.get(key);
    if (left !== undefined) forgetParts(client, left).catch(() => undefined);
  };

  return {
    add(added) {
      const fresh = [...added].map((order): Upload => {
        lastKey += 1;
        orders.set(lastKey, order);
        const { file, accountId, name: given = file.name } = order;
        const name = tidyName(given);
        sendings.set(lastKey, { file, accountId, name });
        const shown = { key: lastKey, name, size: file.size, sent: 0 };
        const fault = faultOf(given);
        // Nothing is sent of what the server would refuse.
        if (fault === undefined) return { ...shown, state: "waiting" };
        const failure = fault === "nameTooLong" ? fault : "nameSlash";
        return { ...shown, state: "failed", failure };
      });
      set([...uploads, ...fresh]);
      pump();
    },
    cancel(key) {
      // Once all octets are there the file is being made, and is deleted like any other.
      if (stateOf(key) === "saving") return;
      if (interrupted.has(key)) set(uploads.filter((upload) => upload.key !== key));
      else change(key, { state: "cancelled", sent: 0, isStalled: false });
      // What is on its way is forgotten when it has ended.
      if (aborts.has(key)) aborts.get(key)!.abort();
      else forget(key);
      interrupted.delete(key);
    },
    pause(key) {
      change(key, { state: "paused", isStalled: false });
      aborts.get(key)?.abort();
    },
    retry(key) {
      change(key, { state: "waiting" });
      pump();
    },
    async findInterrupted(accountId) {
      if (looked.has(accountId)) return;
      looked.add(accountId);
      const found = await interruptedIn(client, accountId);
      const known = new Set(
        [...sendings.values(), ...interrupted.values()].map((one) => one.uploadId),
      );
      const fresh = found.filter(({ uploadId }) => !known.has(uploadId));
      if (fresh.length === 0) return;
      const shown = fresh.map(({ uploadId, name, size, sent }): Upload => {
        lastKey += 1;
        interrupted.set(lastKey, { partsIn: accountId, uploadId });
        return { key: lastKey, name, size, sent, state: "interrupted" };
      });
      set([...uploads, ...shown]);
    },
    clear() {
      const over = (upload: Upload) => ["done", "failed", "cancelled"].includes(upload.state);
      for (const { key } of uploads.filter(over)) {
        orders.delete(key);
        sendings.delete(key);
      }
      set(uploads.filter((upload) => !over(upload)));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    list: () => uploads,
  };
}

/** Whether another attempt may end otherwise: a name stays what it is. */
export const mayRetry = ({ state, failure }: Upload): boolean =>
  state === "cancelled" ||
  (state === "failed" && failure !== "nameTooLong" && failure !== "nameSlash");

/** Makes a file of what has arrived. A name that was taken meanwhile gets a number. */
async function saveUpload(
  client: DriveClient,
  { file, accountId, parentId, name: given = file.name, replaces }: UploadOrder,
  sending: Sending,
): Promise<void> {
  await forgetParts(client, sending);
  const where = { client, account: client.account(accountId) };
  const content = {
    blobId: sending.blobId!,
    type: file.type || null,
    modified: utcSeconds(new Date(file.lastModified)),
  };
  let name = tidyName(given);
  for (let tries = 1; ; tries += 1) {
    try {
      const onExists = replaces === undefined ? null : "replace";
      await createNode(where, { name, parentId, ...content }, onExists);
      return;
    } catch (error) {
      const isTaken = error instanceof NodeRefused && error.type === "alreadyExists";
      if (!isTaken || tries === NAME_TRIES) throw error;
      name = await freeName(client, accountId, parentId, tidyName(given));
    }
  }
}

/** Milliseconds that an upload still needs, by its speed so far; undefined while that says nothing. */
export function timeLeft(
  { size, sent, startedAt, startedWith = 0 }: Upload,
  now: number,
): number | undefined {
  if (startedAt === undefined || sent === startedWith) return undefined;
  const elapsed = now - startedAt;
  return elapsed < 2_000 ? undefined : (elapsed * (size - sent)) / (sent - startedWith);
}

function failureOf(error: unknown): UploadFailure {
  const type = refusalType(error) ?? status(error);
  if (type === "tooLarge" || type === 413) return "tooLarge";
  if (type === "overQuota" || type === 507) return "overQuota";
  return "other";
}

function status(error: unknown): unknown {
  return typeof error === "object" && error !== null && "status" in error
    ? error.status
    : undefined;
}
