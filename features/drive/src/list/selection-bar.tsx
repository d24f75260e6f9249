import {
  AddPersonIcon,
  CloseIcon,
  CopyIcon,
  DownloadIcon,
  IconButton,
  MoveIcon,
  EditIcon,
  Toolbar,
  TrashIcon,
  UndoIcon,
} from "@atrium/ui";
import { FileNode } from "@atrium/contract/types/file-node";
import type { ReactNode } from "react";
import { mayWith } from "../acts/rights.ts";
import type { Acts } from "../verbs/use-acts.ts";
import { useDrive } from "../drive-context.tsx";
import { t } from "../strings/index.ts";
import type { DriveNode } from "../nodes/definitions.ts";
import type { NodeSelection } from "./use-node-selection.ts";

/** What is done with the selection, in place of the columns; on a phone at the foot. */
export function SelectionBar({
  selection,
  acts,
  start,
  inTrash,
  onAct,
  onRename,
}: {
  readonly selection: NodeSelection;
  readonly acts: Acts;
  readonly start: string | null;
  readonly inTrash: boolean;
  /** Finds what is selected first. */
  readonly onAct: (act: (nodes: readonly DriveNode[]) => void) => void;
  readonly onRename: (node: DriveNode) => void;
}): ReactNode {
  const { account } = useDrive();
  const { rows, count } = selection;
  // Of what is not here the server knows what may be done with it.
  const known = rows.all ? [] : [...rows.ids].flatMap((id) => account.get(FileNode, id) ?? []);
  const may = mayWith(known);
  const isKnown = !rows.all && known.length === rows.ids.size;
  const isLocked = (right: keyof typeof may): boolean => isKnown && !may[right];
  return (
    <div className="drive-selection">
      <IconButton
        label={t("clearSelection")}
        shortcut="escape"
        icon={<CloseIcon />}
        onClick={selection.clear}
      />
      <span className="drive-count" role="status">
        {t("selected", { count })}
      </span>
      <Toolbar label={t("actions")}>
        <IconButton
          label={t("downloadVerb")}
          icon={<DownloadIcon />}
          onClick={() => onAct(acts.download)}
        />
        {inTrash && (
          <IconButton
            label={t("restore")}
            icon={<UndoIcon />}
            onClick={() => onAct(acts.restore)}
          />
        )}
        {isKnown && may.share && (
          <IconButton
            label={t("share")}
            icon={<AddPersonIcon />}
            onClick={() => onAct(([node]) => node && void acts.share(node))}
          />
        )}
        {!inTrash && count === 1 && (
          <IconButton
            label={isLocked("rename") ? t("viewOnly") : t("rename")}
            shortcut="f2"
            icon={<EditIcon />}
            disabled={isLocked("rename")}
            onClick={() => onAct(([node]) => node && onRename(node))}
          />
        )}
        {!inTrash && (
          <IconButton
            label={isLocked("move") ? t("viewOnly") : t("moveTo")}
            shortcut="v"
            icon={<MoveIcon />}
            disabled={isLocked("move")}
            onClick={() => onAct((nodes) => acts.askFolder("move", nodes, start))}
          />
        )}
        {!inTrash && (
          <IconButton
            label={t("copyTo")}
            shortcut="c"
            icon={<CopyIcon />}
            onClick={() => onAct((nodes) => acts.askFolder("copy", nodes, start))}
          />
        )}
        <IconButton
          label={isLocked("remove") ? t("viewOnly") : t(inTrash ? "destroy" : "delete")}
          shortcut="delete"
          icon={<TrashIcon />}
          disabled={isLocked("remove")}
          onClick={() => onAct(acts.remove)}
        />
      </Toolbar>
    </div>
  );
}
