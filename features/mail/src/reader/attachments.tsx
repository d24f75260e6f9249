import type { EmailBodyPart } from "@atrium/contract/types/email";
import { extensionOf, previewOf } from "@atrium/file-preview";
import { formatBytes } from "@atrium/i18n";
import { AttachIcon, Button, DownloadIcon, FileIcon, ImageIcon, toast } from "@atrium/ui";
import { useState, type MouseEvent, type ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { t } from "../strings/index.ts";
import { fileName } from "./file-names.ts";
import { ATTACHMENT_LIMITS } from "./preview/limits.ts";
import { p } from "./preview/strings/index.ts";
import { thumbnailsOf } from "./preview/thumbnails.ts";
import { r } from "./strings/index.ts";
import "./attachments.css";

/** The files of a message, pictures as such. Those that can be shown in place are opened, the others saved. */
export function Attachments({
  parts,
  onOpen,
}: {
  readonly parts: readonly EmailBodyPart[];
  readonly onOpen: (part: EmailBodyPart) => void;
}): ReactNode {
  const { client, account } = useMail();
  const thumbnails = thumbnailsOf(parts);
  const size = sizeOf(parts);
  const hrefOf = (part: EmailBodyPart): string | undefined =>
    part.blobId === null
      ? undefined
      : client.downloadUrl(account.id, part.blobId, fileName(part, parts), part.type);
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
    <>
      <header>
        <h4>
          <AttachIcon />
          {t("attachmentCount", { count: parts.length, size: formatBytes(size) })}
        </h4>
        {parts.length > 1 && <DownloadAll parts={parts} hrefOf={hrefOf} />}
      </header>
      <ul data-pictures={thumbnails.size > 0 || undefined}>
        {parts.map((part, index) => {
          const name = fileName(part, parts);
          const href = hrefOf(part);
          const isShown = previewOf(part) !== undefined;
          const isPicture = part.type.startsWith("image/");
          const words = (
            <>
              {thumbnails.size > 0 && (
                <Thumbnail part={part} href={thumbnails.has(part) ? href : undefined} />
              )}
              <span className="mail-attachment-line">
                {isPicture ? <ImageIcon /> : <FileIcon />}
                <span className="mail-attachment-name">{name}</span>{" "}
                <span className="mail-attachment-size">{formatBytes(part.size)}</span>
                {!isShown && <DownloadIcon aria-label={t("download")} />}
              </span>
            </>
          );
          return (
            <li key={part.partId ?? index} className="mail-attachment">
              {isShown ? (
                <button
                  type="button"
                  className="mail-attachment-open"
                  title={name}
                  onClick={() => onOpen(part)}
                >
                  <span className="a-hidden">{p("preview")} </span>
                  {words}
                </button>
              ) : (
                <a
                  className="mail-attachment-open"
                  href={href}
                  download={name}
                  title={name}
                  onClick={saving}
                >
                  {words}
                </a>
              )}
              {isShown && (
                <a
                  className="mail-attachment-save"
                  href={href}
                  download={name}
                  aria-label={`${t("download")}: ${name}`}
                  title={t("download")}
                  onClick={saving}
                >
                  <DownloadIcon />
                </a>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

const sizeOf = (parts: readonly EmailBodyPart[]): number =>
  parts.reduce((sum, part) => sum + part.size, 0);

/** A picture, or what kind of file it is. */
function Thumbnail({
  part,
  href,
}: {
  readonly part: EmailBodyPart;
  readonly href: string | undefined;
}): ReactNode {
  const [isBroken, setBroken] = useState(false);
  return (
    <span className="mail-attachment-picture" aria-hidden="true">
      {href === undefined || isBroken ? (
        <span>{extensionOf(part.name) || <FileIcon />}</span>
      ) : (
        <img src={href} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      )}
    </span>
  );
}

function DownloadAll({
  parts,
  hrefOf,
}: {
  readonly parts: readonly EmailBodyPart[];
  readonly hrefOf: (part: EmailBodyPart) => string | undefined;
}): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    if (sizeOf(parts) > ATTACHMENT_LIMITS.largestDownload) {
      toast({ severity: "warning", message: p("allTooLarge") });
      return;
    }
    setBusy(true);
    try {
      const { downloadAll } = await import("./preview/download-all.ts");
      const files = parts.flatMap((part) => {
        const href = hrefOf(part);
        return href === undefined ? [] : [{ name: fileName(part, parts), href }];
      });
      await downloadAll(files, p("attachmentsZip"));
    } catch {
      toast({
        severity: "danger",
        message: p("allFailed"),
        action: { label: t("tryAgain"), onAct: () => void save() },
      });
    }
    setBusy(false);
  };
  return (
    <Button
      size="small"
      variant="quiet"
      icon={<DownloadIcon />}
      busy={isBusy}
      onClick={() => void save()}
    >
      {p("downloadAll")}
    </Button>
  );
}
