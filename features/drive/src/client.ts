import type { SessionInfo } from "@atrium/contract/api/session";
import type { RemoteContext } from "@atrium/contract/remotes";

/** What drive needs of the host's JMAP client (`JmapClient` of `@atrium/jmap` fits). */
export interface DriveClient {
  call<Result>(name: string, args: object): Promise<Result>;
  upload(
    accountId: string,
    body: Blob,
    options?: { readonly onProgress?: (sent: number) => void; readonly signal?: AbortSignal },
  ): Promise<{ readonly blobId: string; readonly size: number; readonly type: string }>;
  downloadUrl(accountId: string, blobId: string, name: string, type: string): string;
  onChange(
    listener: (changed: Readonly<Record<string, Readonly<Record<string, string>>>>) => void,
  ): () => void;
}

/** What the host hands to `mount`. */
export type Context = RemoteContext<DriveClient, SessionInfo>;
