import { Button, Dialog, DriveIcon, PeopleIcon, StorageIcon, Tree } from "@atrium/ui";
import { useMemo, useState, type ReactNode } from "react";
import { isWithin, mayAddTo } from "../acts/rights.ts";
import { useDrives, useNode, type Drive } from "../drive-context.tsx";
import {
  isWaiting,
  ofTreeId,
  treeId,
  useFolderTrees,
  type Root,
} from "../folders/use-folder-trees.tsx";
import { useWay } from "../nodes/use-way.ts";
import { isFolder, type DriveNode } from "../nodes/definitions.ts";
import { t } from "../strings/index.ts";

const ICONS = { own: <DriveIcon />, shared: <StorageIcon />, partial: <PeopleIcon /> };

/** Asks for the folder that something goes to: within its own drive, or as a copy in another one that the person may add to. */
export function FolderDialog({
  to,
  from,
  nodes,
  start,
  onPick,
  onClose,
}: {
  readonly to: "move" | "copy";
  readonly from: Drive;
  readonly nodes: readonly DriveNode[];
  /** The folder that is chosen at first; of another's drive it is the person's own. */
  readonly start: string | null;
  readonly onPick: (parentId: string | null, into: Drive) => void;
  readonly onClose: () => void;
}): ReactNode {
  const drives = useDrives();
  const { own, shared } = drives;
  const startsAway = to === "copy" && from.kind === "partial";
  const way = useWay(from.account, startsAway ? null : start);
  const startDrive = startsAway ? own : from;
  const [chosen, setChosen] = useState(treeId(startDrive.account.id, startsAway ? null : start));
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    new Set([treeId(startDrive.account.id, null)]),
  );
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const onWay = way.nodes.map(({ id }) => treeId(from.account.id, id));
  const open = new Set([...opened, ...onWay].filter((id) => !closed.has(id)));
  const roots = useMemo<readonly Root[]>(() => {
    const others = to === "copy" ? [own, ...shared.filter((drive) => drive.mayAddAtTop)] : [];
    // Into an account of which only part is in reach goes no more than what lies there already.
    const rest = others.filter(({ account }) => account !== from.account);
    const all = from.kind === "partial" ? [...rest, from] : [from, ...rest];
    return all.map((drive) => {
      const label = drive.kind === "partial" ? drive.owner : drive.title;
      return { drive, label, icon: ICONS[drive.kind] };
    });
  }, [to, from, own, shared]);
  const items = useFolderTrees(roots, open);
  const { accountId, id: target } = ofTreeId(chosen);
  // It may have been taken away meanwhile.
  const drive = drives.of(accountId) ?? from;
  const folder = useNode(drive.account, target);
  const reason = ((): string | undefined => {
    if (target === null ? !drive.mayAddAtTop : !mayAddTo(folder)) return t("mayNotAddThere");
    if (drive.account !== from.account) return undefined;
    const folders = nodes.filter(isFolder).map(({ id }) => id);
    if (isWithin(from.account, target, folders)) return t("notIntoItself");
    if (to === "move" && nodes.every(({ parentId }) => parentId === target))
      return t("alreadyThere");
    return undefined;
  })();
  const count = nodes.length;
  const name = nodes[0]?.name ?? "";
  return (
    <Dialog
      open
      title={
        count === 1 ? t(to === "move" ? "moveOne" : "copyOne", { name }) : t(`${to}Many`, { count })
      }
      onClose={onClose}
      actions={
        <>
          <span className="drive-folder-reason" role="status">
            {reason}
          </span>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button
            variant="primary"
            disabled={reason !== undefined}
            onClick={() => {
              onClose();
              onPick(target, drive);
            }}
          >
            {t(to === "move" ? "moveHere" : "copyHere")}
          </Button>
        </>
      }
    >
      <div className="drive-folder-choice">
        <Tree
          label={t("folders")}
          items={items}
          selected={chosen}
          expanded={open}
          onExpand={(id, isOpen) => {
            setOpened(isOpen ? new Set([...opened, id]) : opened);
            setClosed(new Set([...closed].filter((one) => one !== id).concat(isOpen ? [] : [id])));
          }}
          onSelect={(id) => {
            if (!isWaiting(id)) setChosen(id);
          }}
        />
      </div>
    </Dialog>
  );
}
