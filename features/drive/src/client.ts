import type { CallMethod } from "@atrium/contract/types/methods";
import type { SessionInfo } from "@atrium/contract/api/session";
import type { RemoteContext } from "@atrium/contract/remotes";
import type { FileNode, FileNodeRecord } from "@atrium/contract/types/file-node";
import type { FILE_LIST } from "./files/use-file-list.ts";

/** What drive needs of the host's JMAP client (`JmapClient` of `@atrium/jmap` fits). */
export interface DriveClient {
  session(): Promise<unknown>;
  account(accountId: string): DriveAccount;
  readonly call: CallMethod;
  upload(
    accountId: string,
    body: Blob,
    options?: { readonly onProgress?: (sent: number) => void; readonly signal?: AbortSignal },
  ): Promise<{ readonly blobId: string; readonly size: number; readonly type: string }>;
  /** Known once `session` has resolved. */
  downloadUrl(accountId: string, blobId: string, name: string, type: string): string;
}

/** The host's cache of an account. */
export interface DriveAccount {
  get(type: typeof FileNode, id: string): FileNodeRecord | null | undefined;
  subscribe(type: typeof FileNode, id: string, listener: () => void): () => void;
  query(definition: typeof FILE_LIST): FileQuery;
  mutate(mutation: {
    readonly type: typeof FileNode;
    readonly destroy: readonly string[];
    readonly persist: true;
  }): Promise<void>;
  sync(): Promise<void>;
  onTryAgain(listener: () => void): () => void;
}

export interface FileView {
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly error: unknown;
  readonly length: number;
  readonly idAt: (row: number) => string | undefined;
}

interface FileQuery {
  readonly subscribe: (listener: () => void) => () => void;
  readonly view: () => FileView;
  show(first: number, last: number): void;
  retry(): void;
}

/** What the host hands to `mount`. */
export type Context = RemoteContext<DriveClient, SessionInfo>;
