import type { EmailBodyPart, EmailRecord } from "@atrium/contract/types/email";
import { formatBytes } from "@atrium/i18n";
import { AttachIcon, DownloadIcon, FileIcon, ImageIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { useMail } from "../mail.tsx";
import { t } from "../strings/index.ts";
import { isShownByHtml } from "./html-mail/held-parts.ts";

/** The files that came with a message. Pictures that its text shows itself are not among them. */
export function attachmentsOf({
  attachments,
  htmlBody,
  bodyValues,
}: EmailRecord): readonly EmailBodyPart[] {
  const html = htmlBody
    .filter(({ type }) => type === "text/html")
    .map(({ partId }) => (partId === null ? "" : (bodyValues[partId]?.value ?? "")));
  return attachments.filter(
    (part) => part.disposition === "attachment" || !isShownByHtml(part, html),
  );
}

export function Attachments({ parts }: { readonly parts: readonly EmailBodyPart[] }): ReactNode {
  const { client, account } = useMail();
  if (parts.length === 0) return null;
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  return (
    <section className="mail-attachments" aria-label={t("attachments")}>
      <h4>
        <AttachIcon />
        {t("attachmentCount", { count: parts.length, size: formatBytes(size) })}
      </h4>
      <ul>
        {parts.map((part, index) => {
          const name = part.name ?? nameFor(part.type);
          const { blobId } = part;
          return (
            <li key={part.partId ?? index}>
              <a
                className="mail-attachment"
                href={
                  blobId === null
                    ? undefined
                    : client.downloadUrl(account.id, blobId, name, part.type)
                }
                download={name}
                title={name}
              >
                {part.type.startsWith("image/") ? <ImageIcon /> : <FileIcon />}
                <span className="mail-attachment-name">{name}</span>
                <span className="mail-attachment-size">{formatBytes(part.size)}</span>
                <DownloadIcon aria-label={t("download")} />
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function nameFor(type: string): string {
  if (type === "message/rfc822") return t("attachedMessage");
  if (type === "text/calendar") return t("invitation");
  return t("unnamedFile");
}
