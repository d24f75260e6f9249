import type { EmailBodyPart } from "@atrium/contract/types/email";
import { formatBytes } from "@atrium/i18n";
import { lazyPart } from "@atrium/shell";
import { AttachIcon, DownloadIcon, FileIcon, ImageIcon, toast } from "@atrium/ui";
import { useState, type MouseEvent, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { t } from "../strings/index.ts";
import { previewOf } from "./preview/previewable.ts";
import { r } from "./strings/index.ts";

const PreviewDialog = lazyPart(() =>
  import("./preview/preview-dialog.tsx").then((module) => module.PreviewDialog),
);

/** The files of a message. Those that can be shown in place are opened, the others saved. */
export function Attachments({ parts }: { readonly parts: readonly EmailBodyPart[] }): ReactNode {
  const { client, account } = useMail();
  const [shown, setShown] = useState<EmailBodyPart>();
  if (parts.length === 0) return null;
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  const hrefOf = (part: EmailBodyPart): string | undefined =>
    part.blobId === null
      ? undefined
      : client.downloadUrl(account.id, part.blobId, nameOfPart(part), part.type);
  /** A browser without network would only say that a download failed. */
  const saving = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (!client.connection().isUnavailable) return;
    const link = event.currentTarget;
    event.preventDefault();
    toast({
      severity: "danger",
      message: r("couldNotLoad"),
      action: { label: t("tryAgain"), onAct: () => link.click() },
    });
  };
  return (
    <section className="mail-attachments" aria-label={t("attachments")}>
      <h4>
        <AttachIcon />
        {t("attachmentCount", { count: parts.length, size: formatBytes(size) })}
      </h4>
      <ul>
        {parts.map((part, index) => {
          const name = nameOfPart(part);
          const words = (
            <>
              {part.type.startsWith("image/") ? <ImageIcon /> : <FileIcon />}
              <span className="mail-attachment-name">{name}</span>
              <span className="mail-attachment-size">{formatBytes(part.size)}</span>
            </>
          );
          return (
            <li key={part.partId ?? index} className="mail-attachment">
              {previewOf(part) === undefined ? (
                <a
                  className="mail-attachment-open"
                  href={hrefOf(part)}
                  download={name}
                  title={name}
                  onClick={saving}
                >
                  {words}
                  <DownloadIcon aria-label={t("download")} />
                </a>
              ) : (
                <>
                  <button
                    type="button"
                    className="mail-attachment-open"
                    aria-label={r("preview", { name })}
                    title={name}
                    onClick={() => setShown(part)}
                  >
                    {words}
                  </button>
                  <a
                    className="mail-attachment-save"
                    href={hrefOf(part)}
                    download={name}
                    aria-label={`${t("download")}: ${name}`}
                    title={t("download")}
                    onClick={saving}
                  >
                    <DownloadIcon />
                  </a>
                </>
              )}
            </li>
          );
        })}
      </ul>
      {shown && (
        <PreviewDialog
          part={shown}
          name={nameOfPart(shown)}
          href={hrefOf(shown)!}
          onClose={() => setShown(undefined)}
        />
      )}
    </section>
  );
}

function nameOfPart({ name, type }: EmailBodyPart): string {
  if (name !== null) return name;
  if (type === "message/rfc822") return t("attachedMessage");
  if (type === "text/calendar") return t("invitation");
  return t("unnamedFile");
}
