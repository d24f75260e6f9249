import { previewOf } from "@atrium/file-preview";
import {
  AddPersonIcon,
  CopyIcon,
  DownloadIcon,
  FolderIcon,
  MoveIcon,
  EditIcon,
  ShowIcon,
  TrashIcon,
  UndoIcon,
  type MenuEntry,
} from "@atrium/ui";
import type { Acts } from "../verbs/use-acts.ts";
import { mayWith } from "../acts/rights.ts";
import { t } from "../strings/index.ts";
import { isFolder, type DriveNode } from "../nodes/definitions.ts";

/** What can be done with these; what may not be done stays where people look for it, with the reason above. */
export function nodeMenu(
  nodes: readonly DriveNode[],
  {
    acts,
    start,
    onOpen,
    onRename,
  }: {
    readonly acts: Acts;
    readonly start: string | null;
    readonly onOpen: (node: DriveNode) => void;
    readonly onRename: (node: DriveNode) => void;
  },
): readonly MenuEntry[] {
  const may = mayWith(nodes);
  const [first] = nodes;
  if (first === undefined) return [];
  const [only] = nodes.length === 1 ? nodes : [];
  const isOpened = only !== undefined && (isFolder(only) || previewOf(only) !== undefined);
  const isLocked = !may.restore && !(may.remove && may.move && (may.rename || !only));
  const fileEntries = (): readonly MenuEntry[] => [
    { separator: true },
    ...(only
      ? [
          {
            id: "rename",
            label: t("rename"),
            icon: <EditIcon />,
            shortcut: "f2",
            disabled: !may.rename,
            onAct: () => onRename(only),
          },
        ]
      : []),
    {
      id: "move",
      label: t("moveTo"),
      icon: <MoveIcon />,
      shortcut: "v",
      disabled: !may.move,
      onAct: () => acts.askFolder("move", nodes, start),
    },
    {
      id: "copy",
      label: t("copyTo"),
      icon: <CopyIcon />,
      shortcut: "c",
      onAct: () => acts.askFolder("copy", nodes, start),
    },
    { separator: true },
    {
      id: "delete",
      label: t("delete"),
      icon: <TrashIcon />,
      shortcut: "delete",
      disabled: !may.remove,
      onAct: () => acts.remove(nodes),
    },
  ];
  return [
    ...(isLocked ? [{ heading: t("viewOnly") }] : []),
    ...(only && isOpened
      ? [
          {
            id: "open",
            label: t(isFolder(only) ? "open" : "preview"),
            icon: isFolder(only) ? <FolderIcon /> : <ShowIcon />,
            shortcut: "enter",
            onAct: () => onOpen(only),
          },
        ]
      : []),
    {
      id: "download",
      label: t("downloadVerb"),
      icon: <DownloadIcon />,
      shortcut: only && !isOpened ? "enter" : undefined,
      onAct: () => acts.download(nodes),
    },
    ...(only && may.share
      ? [
          {
            id: "share",
            label: t("share"),
            icon: <AddPersonIcon />,
            onAct: () => void acts.share(only),
          },
        ]
      : []),
    ...(may.restore ? trashEntries(nodes, acts) : fileEntries()),
  ];
}

/** What can be done with what is in the trash. */
const trashEntries = (nodes: readonly DriveNode[], acts: Acts): readonly MenuEntry[] => [
  { separator: true },
  { id: "restore", label: t("restore"), icon: <UndoIcon />, onAct: () => acts.restore(nodes) },
  {
    id: "delete",
    label: t("destroy"),
    icon: <TrashIcon />,
    shortcut: "delete",
    danger: true,
    onAct: () => acts.remove(nodes),
  },
];
