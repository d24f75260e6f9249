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
import { useMemo, useRef, type ReactNode } from "react";
import type { DriveClient } from "./client.ts";
import { FileTable } from "./files/file-table.tsx";
import { createFile, removeFile, type DriveFile } from "./files/files.ts";
import { useFiles } from "./files/use-files.ts";
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
  const { files, failed, reload, hide } = useFiles(client, accountId);
  const queue = useMemo(() => createUploadQueue(client, accountId), [client, accountId]);
  const chooser = useRef<HTMLInputElement>(null);
  const { ref: dropArea, over } = useFileDrop({ onDrop: (dropped) => queue.add(dropped) });

  const remove = async (file: DriveFile): Promise<void> => {
    const { name } = file;
    hide(file.id);
    try {
      await removeFile(client, accountId, file.id);
    } catch {
      toast({ message: t("removeFailed", { name }), severity: "danger" });
      reload();
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
    reload();
  };

  const choose = (): void => chooser.current?.click();

  return (
    <div className="drive" ref={dropArea}>
      <header className="drive-head">
        <h1>{t("title")}</h1>
        {files && files.length > 0 && (
          <span className="drive-count">{t("files", { count: files.length })}</span>
        )}
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
      {failed && <ErrorCard title={t("listFailed")} onRetry={reload} />}
      {files === undefined && !failed && <Waiting />}
      {files?.length === 0 && (
        <EmptyState
          icon={<DriveIcon />}
          title={t("emptyTitle")}
          action={<Button onClick={choose}>{t("chooseFiles")}</Button>}
        >
          {t("emptyHint")}
        </EmptyState>
      )}
      {files && files.length > 0 && (
        <FileTable
          files={files}
          urlOf={({ blobId, name, type }) =>
            client.downloadUrl(accountId, blobId, name, type ?? "application/octet-stream")
          }
          onRemove={(file) => void remove(file)}
        />
      )}
      <UploadPanel queue={queue} onDone={reload} />
      {over && (
        <div className="drive-drop" aria-hidden="true">
          <UploadIcon />
          {t("dropHere")}
        </div>
      )}
    </div>
  );
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
