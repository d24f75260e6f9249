import { FileNode } from "@atrium/contract/types/file-node";
import { CAPABILITY, type JmapSession } from "@atrium/contract/types/wire";
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
import { uploadQueueOf } from "./uploads/queue.ts";
import { drivesOf, othersIn, ownerIdOf, type Drive, type Drives, type GoTo } from "./drives.ts";
import { readNames } from "./read-names.ts";
import type { DriveNode } from "./nodes/definitions.ts";
import { pathOf } from "./place/place.ts";
import { useNotices } from "./notices/use-notices.ts";

export type { Drive, Drives } from "./drives.ts";

interface InWindow extends Drives {
  /** The person has looked at what is shared with them. */
  readonly onSharedSeen: () => void;
  /** It could not be asked which drives there are; it is asked again by itself, or by `retry`. */
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

const DrivesOf = createContext<InWindow | undefined>(undefined);
const DriveOf = createContext<Drive | undefined>(undefined);

/** All drives that the person has. */
export function useDrives(): InWindow {
  const drives = use(DrivesOf);
  if (!drives) throw new Error("useDrives outside of drive");
  return drives;
}

/** The drive that the page is in. */
export function useDrive(): Drive {
  const drive = use(DriveOf);
  if (!drive) throw new Error("useDrive outside of drive");
  return drive;
}

/** Everything below is in this drive. */
export function InDrive({
  drive,
  children,
}: {
  readonly drive: Drive;
  readonly children: ReactNode;
}): ReactNode {
  return <DriveOf value={drive}>{children}</DriveOf>;
}

export function DriveProvider({
  context,
  children,
}: {
  readonly context: Context;
  readonly children: ReactNode;
}): ReactNode {
  const { client, session, driveBaseUrl } = context;
  const [navigation] = useState(createNavigation);
  useEffect(() => navigation.follow(context));
  const { goTo } = navigation;
  const { known, hasFailed, retry } = useSession(client, session.accountId);
  const principals = known?.session.primaryAccounts[CAPABILITY.principals];
  const takesParts =
    known !== undefined &&
    CAPABILITY.drive in (known.session.accounts[session.accountId]?.accountCapabilities ?? {});
  useEffect(() => {
    const queue = uploadQueueOf(client);
    // Without an answer, the next window asks again.
    if (takesParts) queue.findInterrupted(session.accountId).catch(() => undefined);
  }, [client, takesParts, session.accountId]);
  const onSharedSeen = useNotices(client, principals, goTo);
  const drives = useMemo(() => {
    const given = { client, session, driveBaseUrl };
    const { names } = known ?? {};
    const found = drivesOf({ context: given, session: known?.session, names, goTo });
    return { ...found, onSharedSeen, hasFailed, retry };
  }, [client, session, driveBaseUrl, known, goTo, onSharedSeen, hasFailed, retry]);
  return <DrivesOf value={drives}>{children}</DrivesOf>;
}

/** Goes where the host's latest way leads: it mounts drive again with each step. */
function createNavigation(): {
  readonly goTo: GoTo;
  readonly follow: (context: Context) => void;
} {
  let latest: Context | undefined;
  return {
    goTo: (place, options) => latest?.navigate(pathOf(place, latest.driveBaseUrl), options),
    follow(context) {
      latest = context;
    },
  };
}

interface Known {
  readonly session: JmapSession;
  /** Undefined while they are asked for the first time. */
  readonly names: ReadonlyMap<string, string> | undefined;
}

/**
 * What the server says of the accounts, followed live, with the names of their owners. A list that the device kept may be here
 * before.
 */
function useSession(
  client: DriveClient,
  ownId: string,
): { readonly known: Known | undefined; readonly hasFailed: boolean; readonly retry: () => void } {
  const [known, setKnown] = useState<Known>();
  const [hasFailed, setFailed] = useState(false);
  const ask = useRef<() => void>(undefined);
  useEffect(() => {
    let isOver = false;
    let latest: Known | undefined;
    let asked = 0;
    const read = async (): Promise<void> => {
      const turn = (asked += 1);
      const show = (next: Known): void => {
        // A later answer may have been here first.
        if (isOver || turn !== asked) return;
        latest = next;
        setKnown(next);
      };
      const session = (await client.session()) as JmapSession;
      const ids = othersIn(session, ownId).flatMap(([, account]) => ownerIdOf(account) ?? []);
      const before = latest?.names;
      const isNamed = ids.every((id) => before?.has(id));
      // Whoever is new comes with their name.
      if (isNamed || before === undefined)
        show({ session, names: isNamed ? (before ?? new Map()) : undefined });
      if (!isNamed) show({ session, names: await readNames(client, session, ids) });
    };
    const again = (): void =>
      void read().then(
        () => setFailed(false),
        () => setFailed(latest === undefined),
      );
    again();
    ask.current = again;
    const stops = [client.onSession(again), client.account(ownId).onTryAgain(again)];
    return () => {
      isOver = true;
      for (const stop of stops) stop();
    };
  }, [client, ownId]);
  const retry = useCallback(() => {
    setFailed(false);
    ask.current?.();
  }, []);
  return { known, hasFailed, retry };
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
