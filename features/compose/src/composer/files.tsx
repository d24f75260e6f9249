import { formatBytes } from "@atrium/i18n";
import { CloseIcon, FileIcon, IconButton, ImageIcon, RefreshIcon, WarningIcon } from "@atrium/ui";
import { useSyncExternalStore, type ReactNode } from "react";
import { filesOf, type Attachment } from "../draft/draft.ts";
import type { UploadState } from "../saving/uploads.ts";
import type { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
import "./files.css";

/** The files that go along, with how far they are on their way. */
export function Files({ draftSession }: { readonly draftSession: DraftSession }): ReactNode {
  const { draft } = useSyncExternalStore(draftSession.subscribe, draftSession.view);
  const states = useSyncExternalStore(draftSession.uploads.subscribe, draftSession.uploads.states);
  const files = draft.mode === "plain" ? draft.attachments : filesOf(draft);
  if (files.length === 0) return null;
  return (
    <ul className="compose-files" aria-label={t("attachments")}>
      {files.map((file) => (
        <File
          key={file.key}
          file={file}
          state={states.get(file.key)}
          onRemove={() => draftSession.uploads.remove(file.key)}
          onRetry={() => draftSession.uploads.retry(file.key)}
        />
      ))}
    </ul>
  );
}

function File({
  file,
  state,
  onRemove,
  onRetry,
}: {
  readonly file: Attachment;
  readonly state: UploadState | undefined;
  readonly onRemove: () => void;
  readonly onRetry: () => void;
}): ReactNode {
  const { name, size, type } = file;
  const share = state && !state.hasFailed && size > 0 ? Math.min(1, state.sent / size) : undefined;
  return (
    <li className="compose-file" data-failed={state?.hasFailed || undefined}>
      {state?.hasFailed ? (
        <WarningIcon />
      ) : type.startsWith("image/") ? (
        <ImageIcon />
      ) : (
        <FileIcon />
      )}
      <span className="compose-file-name" title={name}>
        {name}
      </span>
      <span className="compose-file-size">
        {state?.hasFailed ? t("uploadFailed") : formatBytes(size)}
      </span>
      {state?.hasFailed && (
        <IconButton size="small" label={t("tryAgain")} icon={<RefreshIcon />} onClick={onRetry} />
      )}
      <IconButton
        size="small"
        label={state && !state.hasFailed ? t("abortUpload", { name }) : t("removeFile", { name })}
        icon={<CloseIcon />}
        onClick={onRemove}
      />
      {share !== undefined && (
        <progress
          className="compose-file-progress"
          aria-label={t("uploading", { name })}
          value={share}
          max={1}
        />
      )}
    </li>
  );
}
