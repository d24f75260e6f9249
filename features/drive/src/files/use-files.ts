import { useCallback, useEffect, useState } from "react";
import type { DriveClient } from "../client.ts";
import { listFiles, type DriveFile } from "./files.ts";

export interface Files {
  /** Undefined until the first answer. */
  readonly files: readonly DriveFile[] | undefined;
  /** The last reading failed; what was read before is still shown. */
  readonly failed: boolean;
  readonly reload: () => void;
  /** Takes a file out of the list at once, before the server answered. */
  readonly hide: (id: string) => void;
}

/** The account's files, read again whenever the server says that they changed. */
export function useFiles(client: DriveClient, accountId: string): Files {
  const [files, setFiles] = useState<readonly DriveFile[]>();
  const [failed, setFailed] = useState(false);
  const [asked, setAsked] = useState(0);
  const reload = useCallback(() => setAsked((count) => count + 1), []);

  useEffect(() => {
    let late = false;
    const read = async (): Promise<void> => {
      try {
        const list = await listFiles(client, accountId);
        if (late) return;
        setFiles(list);
        setFailed(false);
      } catch {
        if (!late) setFailed(true);
      }
    };
    void read();
    return () => {
      late = true;
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `asked` asks for another reading
  }, [client, accountId, asked]);

  useEffect(
    () =>
      client.onChange((changed) => {
        if (changed[accountId]?.["FileNode"] !== undefined) reload();
      }),
    [client, accountId, reload],
  );

  const hide = useCallback(
    (id: string) => setFiles((list) => list?.filter((file) => file.id !== id)),
    [],
  );
  return { files, failed, reload, hide };
}
