import { useFileDrop } from "@atrium/dnd";
import {
  announce,
  Button,
  DriveIcon,
  EmptyState,
  ErrorCard,
  offerUndo,
  Skeleton,
  toast,
  UploadIcon,
} from "@atrium/ui";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import type { DriveAccount, DriveClient } from "./client.ts";
import { FileTable } from "./files/file-table.tsx";
import { createFile, removeFile, type DriveFile } from "./files/files.ts";
import { useFileList } from "./files/use-file-list.ts";
import { t } from "./strings/index.ts";
import { createUploadQueue } from "./uploads/queue.ts";
import { UploadPanel } from "./uploads/upload-panel.tsx";
import "./drive-page.css";

/** The person's files: list, upload by button or drop, download, delete with undo. */
export function DrivePage({
  client,
  accountId,
}: {
  readonly client: DriveClient;
  readonly accountId: string;
}): ReactNode {
  const account = client.account(accountId);
  const { ids, length, failed, retry } = useFileList(account);
  const hasAddresses = useAddresses(client, account);
  const queue = useMemo(() => createUploadQueue(client, accountId), [client, accountId]);
  const chooser = useRef<HTMLInputElement>(null);
  const { ref: dropArea, over } = useFileDrop({ onDrop: (dropped) => queue.add(dropped) });

  const remove = async (file: DriveFile): Promise<void> => {
    const { name } = file;
    try {
      await removeFile(client, accountId, file.id);
    } catch {
      toast({ message: t("removeFailed", { name }), severity: "danger" });
      return;
    }
    offerUndo({ message: t("removed", { name }), onUndo: () => void restore(file) });
  };

  const restore = async (file: DriveFile): Promise<void> => {
    const { name } = file;
    try {
      await createFile(client, accountId, file);
      announce(t("restored", { name }));
    } catch {
      toast({ message: t("restoreFailed", { name }), severity: "danger" });
    }
  };

  const choose = (): void => chooser.current?.click();

  return (
    <div className="drive" ref={dropArea}>
      <header className="drive-head">
        <h1>{t("title")}</h1>
        {ids && length > 0 && <span className="drive-count">{t("files", { count: length })}</span>}
        <Button variant="primary" icon={<UploadIcon />} onClick={choose}>
          {t("upload")}
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={t("chooseFiles")}
          onChange={(event) => {
            queue.add([...(event.target.files ?? [])]);
            // So that the same file can be chosen again.
            event.target.value = "";
          }}
        />
      </header>
      {failed && <ErrorCard title={t("listFailed")} onRetry={retry} />}
      {ids === undefined && !failed && <Waiting />}
      {ids && length === 0 && (
        <EmptyState
          icon={<DriveIcon />}
          title={t("emptyTitle")}
          action={<Button onClick={choose}>{t("chooseFiles")}</Button>}
        >
          {t(matchMedia("(pointer: coarse)").matches ? "emptyHintTouch" : "emptyHint")}
        </EmptyState>
      )}
      {ids && length > 0 && (
        <FileTable
          account={account}
          ids={ids}
          urlOf={({ blobId, name, type }) =>
            hasAddresses
              ? client.downloadUrl(accountId, blobId, name, type ?? "application/octet-stream")
              : undefined
          }
          onRemove={(file) => void remove(file)}
        />
      )}
      <UploadPanel queue={queue} />
      {over && (
        <div className="drive-drop" aria-hidden="true">
          <UploadIcon />
          {t("dropHere")}
        </div>
      )}
    </div>
  );
}

/** Whether the addresses of contents are known. A list that the device kept may be here before the server has answered. */
function useAddresses(client: DriveClient, account: DriveAccount): boolean {
  const [isKnown, setKnown] = useState(false);
  useEffect(() => {
    const ask = (): void =>
      void client.session().then(
        () => setKnown(true),
        () => undefined,
      );
    ask();
    return account.onTryAgain(ask);
  }, [client, account]);
  return isKnown;
}

function Waiting(): ReactNode {
  return (
    <div className="drive-waiting" aria-busy="true">
      {[62, 48, 71, 55, 40].map((width) => (
        <Skeleton key={width} width={`${width}%`} height="16px" />
      ))}
    </div>
  );
}
