import type { SessionInfo } from "@atrium/contract/api/session";
import type { RemoteContext } from "@atrium/contract/remotes";
import type {
  FileNode,
  FileNodeFilter,
  FileNodeRecord,
  FileNodeSort,
} from "@atrium/contract/types/file-node";
import type {
  ShareNotification,
  ShareNotificationRecord,
} from "@atrium/contract/types/share-notification";
import type { CallMethod } from "@atrium/contract/types/methods";
import type { JsonObject, PatchObject } from "@atrium/contract/types/wire";
import type { SharingAccount } from "@atrium/feature-sharing/parts";

/** What drive needs of the host's JMAP client (`JmapClient` of `@atrium/jmap` fits). */
export interface DriveClient {
  session(): Promise<unknown>;
  /** Called when the session has changed, until the answer is called. */
  onSession(listener: () => void): () => void;
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
  readonly id: string;
  get(type: typeof FileNode, id: string): FileNodeRecord | null | undefined;
  subscribe(type: typeof FileNode, id: string, listener: () => void): () => void;
  fetch(
    type: typeof FileNode,
    ids: readonly string[],
    want: { readonly properties: readonly string[] },
  ): Promise<void>;
  query(definition: NodeList): NodeQuery;
  fetchAll(type: typeof ShareNotification): Promise<void>;
  isWhole(type: typeof ShareNotification): boolean;
  all(type: typeof ShareNotification): readonly ShareNotificationRecord[];
  subscribeAll(type: typeof ShareNotification, listener: () => void): () => void;
  /** People and groups, in the account where they are. */
  find: SharingAccount["find"];
  mutate(mutation: {
    readonly type: typeof FileNode;
    readonly update?: Readonly<Record<string, PatchObject>>;
    readonly persist?: boolean;
  }): Promise<void>;
  sync(): Promise<void>;
  onTryAgain(listener: () => void): () => void;
}

/** A list that the host's cache follows. */
export interface NodeList {
  readonly type: typeof FileNode;
  readonly filter: FileNodeFilter;
  readonly sort: FileNodeSort[];
  readonly rows: readonly {
    readonly type: typeof FileNode;
    readonly properties: readonly string[];
  }[];
  readonly keeps?: (record: JsonObject) => boolean;
}

export interface NodeView {
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly error: unknown;
  readonly length: number;
  readonly isCounted: boolean;
  readonly idAt: (row: number) => string | undefined;
  readonly rowOf: (id: string) => number;
  readonly ids: () => Iterable<string>;
}

export interface NodeQuery {
  readonly subscribe: (listener: () => void) => () => void;
  readonly view: () => NodeView;
  show(first: number, last: number): void;
  retry(): void;
}

/** What the host hands to `mount`. */
export type Context = RemoteContext<DriveClient, SessionInfo>;
