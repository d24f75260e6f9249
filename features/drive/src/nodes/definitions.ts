import { FileNode, TRASH_ID, type FileNodeRecord } from "@atrium/contract/types/file-node";
import type { NodeList } from "../client.ts";
import { t } from "../strings/index.ts";

/** What is shown of a file or folder. */
export const NODE_PROPERTIES = [
  "id",
  "parentId",
  "nodeType",
  "blobId",
  "size",
  "name",
  "type",
  "modified",
  "myRights",
  "shareWith",
  "inTrash",
  "trashed",
  "trashedFrom",
] as const;

export type DriveNode = Pick<FileNodeRecord, (typeof NODE_PROPERTIES)[number]>;

/** Whether it is shared by itself, as far as the person may know; what lies in a shared folder is not. */
export const isShared = ({ shareWith }: Pick<DriveNode, "shareWith">): boolean =>
  Object.keys(shareWith ?? {}).length > 0;

export const isFolder = ({ nodeType }: Pick<DriveNode, "nodeType">): boolean =>
  nodeType === "directory";

/** What a folder is called; the trash by what it is for. */
export const nameOf = ({ id, name }: Pick<DriveNode, "id" | "name">): string =>
  id === TRASH_ID ? t("trash") : name;

export const SORTS = ["name", "modified", "size"] as const;

export interface Sorting {
  readonly by: (typeof SORTS)[number];
  readonly isAscending: boolean;
}

const ROWS = [{ type: FileNode, properties: NODE_PROPERTIES }];

/** Folders first, then as asked; what is alike stands by its name. */
function sortOf({ by, isAscending }: Sorting): NodeList["sort"] {
  return [
    { property: "nodeType", isAscending: true },
    { property: by, isAscending },
    ...(by === "name" ? [] : [{ property: "name", isAscending: true } as const]),
  ];
}

/** What lies in a folder, or at the top. */
export const inFolder = (parentId: string | null, sorting: Sorting): NodeList => ({
  type: FileNode,
  filter: { parentId },
  sort: sortOf(sorting),
  rows: ROWS,
  keeps: (record) => record["parentId"] === parentId,
});

/** What lies in the trash, what came last first. */
export const IN_TRASH: NodeList = {
  type: FileNode,
  filter: { parentId: TRASH_ID },
  sort: [
    { property: "trashed", isAscending: false },
    { property: "name", isAscending: true },
  ],
  rows: ROWS,
  keeps: (record) => record["parentId"] === TRASH_ID,
};

/** What has this in its name, anywhere in the drive. */
export const named = (text: string, sorting: Sorting): NodeList => ({
  type: FileNode,
  filter: { text },
  sort: sortOf(sorting),
  rows: ROWS,
});

/** The folders in a folder, by name. */
export const foldersIn = (parentId: string | null): NodeList => ({
  type: FileNode,
  filter: { parentId, nodeType: "directory" },
  sort: [{ property: "name", isAscending: true }],
  rows: ROWS,
  keeps: (record) => record["parentId"] === parentId,
});
