import {
  FileIcon,
  FolderIcon,
  ImageIcon,
  SourceIcon,
  ArchiveFileIcon,
  TableIcon,
  TextFileIcon,
  VideoIcon,
  AudioIcon,
} from "@atrium/ui";
import type { ReactNode } from "react";
import { isFolder, type DriveNode } from "../nodes/definitions.ts";

export type NodeKind =
  | "folder"
  | "image"
  | "video"
  | "audio"
  | "document"
  | "sheet"
  | "code"
  | "archive"
  | "file";

const BY_TYPE: readonly (readonly [test: RegExp, kind: NodeKind])[] = [
  [/^image\//, "image"],
  [/^video\//, "video"],
  [/^audio\//, "audio"],
  [/csv|excel|spreadsheet/, "sheet"],
  [/zip|compressed|x-tar|gzip/, "archive"],
  [/json|javascript|xml$|html|x-sh|x-python/, "code"],
  [/^text\/|pdf|msword|wordprocessing|opendocument\.text|presentation|powerpoint/, "document"],
];

/** What kind of thing a node is, by its media type. */
export function kindOf(node: Pick<DriveNode, "nodeType" | "type">): NodeKind {
  if (isFolder(node)) return "folder";
  const type = node.type?.toLowerCase() ?? "";
  return BY_TYPE.find(([test]) => test.test(type))?.[1] ?? "file";
}

const ICONS: Readonly<Record<NodeKind, () => ReactNode>> = {
  folder: () => <FolderIcon />,
  image: () => <ImageIcon />,
  video: () => <VideoIcon />,
  audio: () => <AudioIcon />,
  document: () => <TextFileIcon />,
  sheet: () => <TableIcon />,
  code: () => <SourceIcon />,
  archive: () => <ArchiveFileIcon />,
  file: () => <FileIcon />,
};

export function NodeIcon({ node }: { readonly node: DriveNode }): ReactNode {
  const kind = kindOf(node);
  return (
    <span className="drive-icon" data-kind={kind} aria-hidden="true">
      {ICONS[kind]()}
    </span>
  );
}
