import { formatBytes, formatDateTime, formatListTime } from "@atrium/i18n";
import {
  DownloadIcon,
  FileIcon,
  IconButton,
  ImageIcon,
  TrashIcon,
  VisuallyHidden,
} from "@atrium/ui";
import type { ReactNode } from "react";
import type { DriveAccount } from "../client.ts";
import { t } from "../strings/index.ts";
import type { DriveFile } from "./files.ts";
import { useFile } from "./use-file-list.ts";

interface Files {
  readonly account: DriveAccount;
  /** Undefined while it is not known. */
  readonly urlOf: (file: DriveFile) => string | undefined;
  readonly onRemove: (file: DriveFile) => void;
}

/** The files as a table. A name is a link that downloads; Delete on a row's link or its button removes the file. */
export function FileTable({
  ids,
  ...files
}: Files & { readonly ids: readonly string[] }): ReactNode {
  return (
    <table className="drive-files">
      <thead>
        <tr>
          <th scope="col">{t("name")}</th>
          <th scope="col" className="drive-number">
            {t("size")}
          </th>
          <th scope="col">{t("modified")}</th>
          <th scope="col">
            <VisuallyHidden>{t("actions")}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {ids.map((id) => (
          <FileRow key={id} id={id} {...files} />
        ))}
      </tbody>
    </table>
  );
}

function FileRow({ id, account, urlOf, onRemove }: Files & { readonly id: string }): ReactNode {
  const file = useFile(account, id);
  if (!file) return null;
  return (
    <tr>
      <td className="drive-name">
        <span>
          {file.type?.startsWith("image/") ? <ImageIcon /> : <FileIcon />}
          <a
            href={urlOf(file)}
            download={file.name}
            title={file.name}
            onKeyDown={(event) => {
              if (event.key === "Delete") onRemove(file);
            }}
          >
            {file.name}
          </a>
        </span>
      </td>
      <td className="drive-number">{formatBytes(file.size)}</td>
      <td className="drive-time">
        <time dateTime={file.modified} title={formatDateTime(file.modified)}>
          {formatListTime(file.modified)}
        </time>
      </td>
      <td className="drive-acts">
        <a
          className="a-button a-icon-button"
          data-variant="quiet"
          data-size="medium"
          href={urlOf(file)}
          download={file.name}
          aria-label={t("download", { name: file.name })}
        >
          <DownloadIcon />
        </a>
        <IconButton
          label={t("remove", { name: file.name })}
          icon={<TrashIcon />}
          onClick={() => onRemove(file)}
        />
      </td>
    </tr>
  );
}
