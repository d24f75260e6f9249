import { utcSeconds } from "@atrium/contract/types/utc-date";
import type { DriveClient } from "../client.ts";
import { createFile, FileRefused } from "../files/files.ts";

export type UploadState = "waiting" | "sending" | "saving" | "done" | "failed" | "cancelled";
export type UploadFailure = "tooLarge" | "overQuota" | "other";

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
  readonly add: (files: Iterable<File>) => void;
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

/** Uploads files a few at a time; they go on while the person works elsewhere on the page. */
export function createUploadQueue(client: DriveClient, accountId: string): UploadQueue {
  let uploads: readonly Upload[] = [];
  let lastKey = 0;
  const files = new Map<number, File>();
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
    const file = files.get(key)!;
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
      await createFile(client, accountId, {
        name: file.name,
        blobId,
        type: file.type || null,
        modified: utcSeconds(new Date(file.lastModified)),
      });
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
      const fresh = [...added].map((file): Upload => {
        lastKey += 1;
        files.set(lastKey, file);
        return { key: lastKey, name: file.name, size: file.size, sent: 0, state: "waiting" };
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
      for (const { key } of uploads.filter(over)) files.delete(key);
      set(uploads.filter((upload) => !over(upload)));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    list: () => uploads,
  };
}

/** Milliseconds that an upload still needs, by its speed so far; undefined while that says nothing. */
export function timeLeft({ size, sent, startedAt }: Upload, now: number): number | undefined {
  if (startedAt === undefined || sent === 0) return undefined;
  const elapsed = now - startedAt;
  return elapsed < 2_000 ? undefined : (elapsed * (size - sent)) / sent;
}

function failureOf(error: unknown): UploadFailure {
  const type = error instanceof FileRefused ? error.type : status(error);
  if (type === "tooLarge" || type === 413) return "tooLarge";
  if (type === "overQuota" || type === 507) return "overQuota";
  return "other";
}

function status(error: unknown): unknown {
  return typeof error === "object" && error !== null && "status" in error
    ? error.status
    : undefined;
}
