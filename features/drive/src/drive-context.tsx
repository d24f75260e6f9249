import { FileNode } from "@atrium/contract/types/file-node";
import type { JmapSession } from "@atrium/contract/types/wire";
import { CAPABILITY } from "@atrium/contract/types/wire";
import { typeOf } from "@atrium/file-preview";
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import type { Context, DriveAccount, DriveClient } from "./client.ts";
import type { DriveNode } from "./nodes/definitions.ts";
import { pathOf, type Place } from "./place/place.ts";
import { uploadQueueOf } from "./uploads/queue.ts";
import type { UploadQueue } from "./uploads/queue.ts";

/** What the screens of drive share. */
export interface Drive {
  readonly client: DriveClient;
  readonly account: DriveAccount;
  readonly queue: UploadQueue;
  /** The signed-in person's address. */
  readonly address: string;
  /** Whether the account takes files and folders at its top. */
  readonly mayAddAtTop: boolean;
  /** Seconds after which things in the trash are permanently deleted; undefined before the server has said so. */
  readonly trashLifetime: number | undefined;
  readonly hrefOf: (place: Place) => string;
  readonly go: (place: Place, options?: { readonly replace?: boolean }) => void;
  /** Where a file's content is; undefined for a folder, and before the server has answered once. */
  readonly urlOf: (node: DriveNode) => string | undefined;
}

const DriveOf = createContext<Drive | undefined>(undefined);

export function useDrive(): Drive {
  const drive = use(DriveOf);
  if (!drive) throw new Error("useDrive outside of drive");
  return drive;
}

export function DriveProvider({
  context,
  children,
}: {
  readonly context: Context;
  readonly children: ReactNode;
}): ReactNode {
  const { client, session, driveBaseUrl } = context;
  const latest = useRef(context);
  useEffect(() => {
    latest.current = context;
  });
  const { accountId, address } = session;
  const account = client.account(accountId);
  const answered = useSession(client, account);
  const drive = useMemo<Drive>(() => {
    const hrefOf = (place: Place): string => pathOf(place, driveBaseUrl);
    const capabilities = answered?.accounts[accountId]?.accountCapabilities;
    const own = capabilities?.[CAPABILITY.fileNode];
    const lifetime = capabilities?.[CAPABILITY.drive]?.["trashLifetime"];
    return {
      client,
      account,
      queue: uploadQueueOf(client, accountId),
      address,
      mayAddAtTop: own?.["mayCreateTopLevelFileNode"] !== false,
      trashLifetime: typeof lifetime === "number" ? lifetime : undefined,
      hrefOf,
      go: (place, options) => latest.current.navigate(hrefOf(place), options),
      urlOf: ({ blobId, name, type }) =>
        answered && blobId !== null
          ? client.downloadUrl(accountId, blobId, name, typeOf({ name, type }))
          : undefined,
    };
  }, [client, account, accountId, address, answered, driveBaseUrl]);
  return <DriveOf value={drive}>{children}</DriveOf>;
}

/** What the server said at sign-in. A list that the device kept may be here before. */
function useSession(client: DriveClient, account: DriveAccount): JmapSession | undefined {
  const [answered, setAnswered] = useState<JmapSession>();
  useEffect(() => {
    const ask = (): void =>
      void client.session().then(
        (session) => setAnswered(session as JmapSession),
        () => undefined,
      );
    ask();
    return account.onTryAgain(ask);
  }, [client, account]);
  return answered;
}

/** A file or folder, followed live: `undefined` until it is known, `null` when it is gone. */
export function useNode(account: DriveAccount, id: string | null): DriveNode | null | undefined {
  const subscribe = useCallback(
    (listener: () => void) =>
      id === null ? () => undefined : account.subscribe(FileNode, id, listener),
    [account, id],
  );
  return useSyncExternalStore(subscribe, () =>
    id === null ? undefined : account.get(FileNode, id),
  );
}
