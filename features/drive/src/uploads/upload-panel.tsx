import { formatBytes } from "@atrium/i18n";
import { CloseIcon, IconButton, PauseIcon, RefreshIcon, ResumeIcon } from "@atrium/ui";
import { useSyncExternalStore, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { mayRetry, timeLeft, type Upload, type UploadQueue, type UploadState } from "./queue.ts";
import "./upload-panel.css";

/** What is on its way up, at the foot of the page. Gone when there is nothing to show. */
export function UploadPanel({ queue }: { readonly queue: UploadQueue }): ReactNode {
  const uploads = useSyncExternalStore(queue.subscribe, queue.list);
  if (uploads.length === 0) return null;
  const done = uploads.filter(({ state }) => state === "done").length;
  const busy = uploads.some(({ state }) => isUnderWay(state));
  const shown = inSight(uploads);
  return (
    <section className="drive-uploads" aria-label={t("uploads")}>
      <header>
        <h2>{busy ? t("uploadsDone", { done, count: uploads.length }) : t("uploads")}</h2>
        {!busy && (
          <IconButton
            label={t("clearUploads")}
            icon={<CloseIcon />}
            onClick={() => queue.clear()}
          />
        )}
      </header>
      <ul>
        {shown.map((upload) => (
          <Row key={upload.key} upload={upload} queue={queue} />
        ))}
        {uploads.length > shown.length && (
          <li className="drive-upload-state">
            {t("andMore", { count: uploads.length - shown.length })}
          </li>
        )}
      </ul>
    </section>
  );
}

const isUnderWay = (state: UploadState): boolean =>
  ["waiting", "sending", "paused", "saving"].includes(state);

/** Uploads that are listed one by one. */
const MAX_LISTED = 50;

/** Of very many uploads those that are under way or went wrong, then the others. */
function inSight(uploads: readonly Upload[]): readonly Upload[] {
  if (uploads.length <= MAX_LISTED) return uploads;
  const isUrgent = ({ state }: Upload): boolean => state !== "waiting" && state !== "done";
  const rest = uploads.filter((upload) => !isUrgent(upload));
  return [...uploads.filter(isUrgent), ...rest].slice(0, MAX_LISTED);
}

function Row({
  upload,
  queue,
}: {
  readonly upload: Upload;
  readonly queue: UploadQueue;
}): ReactNode {
  const { key, name, size, sent, state, isInParts } = upload;
  return (
    <li data-state={state}>
      <span className="drive-upload-name" title={name}>
        {name}
      </span>
      <span className="drive-upload-state" role="status">
        {describe(upload)}
      </span>
      {["sending", "paused", "saving", "interrupted"].includes(state) && (
        <progress aria-label={name} max={Math.max(size, 1)} value={sent} />
      )}
      <span className="drive-upload-acts">
        {state === "sending" && isInParts && (
          <IconButton
            size="small"
            label={t("pauseUpload", { name })}
            icon={<PauseIcon />}
            onClick={() => queue.pause(key)}
          />
        )}
        {state === "paused" && (
          <IconButton
            size="small"
            label={t("resumeUpload", { name })}
            icon={<ResumeIcon />}
            onClick={() => queue.retry(key)}
          />
        )}
        {["waiting", "sending", "paused", "interrupted"].includes(state) && (
          <IconButton
            size="small"
            label={t("cancelUpload", { name })}
            icon={<CloseIcon />}
            onClick={() => queue.cancel(key)}
          />
        )}
        {mayRetry(upload) && (
          <IconButton
            size="small"
            label={t("retryUpload", { name })}
            icon={<RefreshIcon />}
            onClick={() => queue.retry(key)}
          />
        )}
      </span>
    </li>
  );
}

function describe(upload: Upload): string {
  const { state, failure = "other", sent, size, isStalled } = upload;
  if (isStalled) return t("uploadStalled");
  if (state === "sending") return progress(upload);
  if (state === "paused" || state === "interrupted")
    return t(state === "paused" ? "uploadPaused" : "uploadInterrupted", percentOf({ sent, size }));
  if (state === "failed") return t(failure === "other" ? "uploadFailed" : failure);
  return t(state === "done" ? "uploaded" : state);
}

function progress(upload: Upload): string {
  const part = percentOf(upload);
  const left = timeLeft(upload, performance.now());
  if (left === undefined) return t("uploading", part);
  return t("uploadingLeft", { ...part, left: duration(left) });
}

const percentOf = ({ sent, size }: Pick<Upload, "sent" | "size">) => ({
  percent: Math.floor((sent / Math.max(size, 1)) * 100),
  size: formatBytes(size),
});

/** Rounded up, so that it is never over before it says so. */
function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return seconds < 60
    ? t("seconds", { count: seconds })
    : t("minutes", { count: Math.ceil(seconds / 60) });
}
