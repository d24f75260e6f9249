import { utcSeconds } from "@atrium/contract/types/utc-date";
import type { DriveClient } from "../client.ts";
import { freeName } from "../acts/collisions.ts";
import { faultOf, tidyName } from "../acts/names.ts";
import { createNode } from "../acts/node-acts.ts";
import { NodeRefused, refusalType } from "../acts/refused.ts";

export type UploadState = "waiting" | "sending" | "saving" | "done" | "failed" | "cancelled";
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
  readonly failure?: UploadFailure;
}

export interface UploadQueue {
  readonly add: (orders: Iterable<UploadOrder>) => void;
  /** Ends an upload that is waiting or on its way. */
  readonly cancel: (key: number) => void;
  readonly retry: (key: number) => void;
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
  const aborts = new Map<number, AbortController>();
  const listeners = new Set<() => void>();

  const set = (next: readonly Upload[]): void => {
    uploads = next;
    for (const listener of listeners) listener();
  };
  const change = (key: number, change: Partial<Upload>): void =>
    set(uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)));

  const pump = (): void => {
    while (aborts.size < AT_ONCE) {
      const next = uploads.find(({ state }) => state === "waiting");
      if (!next) return;
      void run(next.key);
    }
  };

  const run = async (key: number): Promise<void> => {
    const order = orders.get(key)!;
    const { file, accountId } = order;
    const abort = new AbortController();
    aborts.set(key, abort);
    change(key, { state: "sending", sent: 0, startedAt: performance.now() });
    try {
      const { blobId } = await client.upload(accountId, file, {
        signal: abort.signal,
        onProgress: (sent) => change(key, { sent, ...(sent >= file.size && { state: "saving" }) }),
      });
      if (abort.signal.aborted) return;
      change(key, { state: "saving", sent: file.size });
      await saveUpload(client, order, blobId);
      change(key, { state: "done" });
    } catch (error) {
      if (!abort.signal.aborted) change(key, { state: "failed", failure: failureOf(error) });
    } finally {
      aborts.delete(key);
      pump();
    }
  };

  return {
    add(added) {
      const fresh = [...added].map((order): Upload => {
        lastKey += 1;
        orders.set(lastKey, order);
        const { file, name = file.name } = order;
        const shown = { key: lastKey, name: tidyName(name), size: file.size, sent: 0 };
        const fault = faultOf(name);
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
      if (uploads.find((upload) => upload.key === key)?.state === "saving") return;
      change(key, { state: "cancelled" });
      aborts.get(key)?.abort();
    },
    retry(key) {
      change(key, { state: "waiting", sent: 0 });
      pump();
    },
    clear() {
      const over = (upload: Upload) => ["done", "failed", "cancelled"].includes(upload.state);
      for (const { key } of uploads.filter(over)) orders.delete(key);
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
  blobId: string,
): Promise<void> {
  const where = { client, account: client.account(accountId) };
  const content = {
    blobId,
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
export function timeLeft({ size, sent, startedAt }: Upload, now: number): number | undefined {
  if (startedAt === undefined || sent === 0) return undefined;
  const elapsed = now - startedAt;
  return elapsed < 2_000 ? undefined : (elapsed * (size - sent)) / sent;
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
