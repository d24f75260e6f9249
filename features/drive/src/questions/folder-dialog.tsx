import { Button, Dialog, Tree } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { isWithin, mayAddTo } from "../acts/rights.ts";
import { useDrive, useNode } from "../drive-context.tsx";
import { isWaiting, recordId, TOP_ID, useFolderTree } from "../folders/use-folder-tree.tsx";
import { useWay } from "../nodes/use-way.ts";
import { isFolder, type DriveNode } from "../nodes/definitions.ts";
import { t } from "../strings/index.ts";

/** Asks for the folder that something goes to. */
export function FolderDialog({
  to,
  nodes,
  start,
  onPick,
  onClose,
}: {
  readonly to: "move" | "copy";
  readonly nodes: readonly DriveNode[];
  /** The folder that is chosen at first. */
  readonly start: string | null;
  readonly onPick: (parentId: string | null) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { account, mayAddAtTop } = useDrive();
  const way = useWay(account, start);
  const [chosen, setChosen] = useState(start ?? TOP_ID);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([TOP_ID]));
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const onWay = way.nodes.map(({ id }) => id);
  const open = new Set([...opened, ...onWay].filter((id) => !closed.has(id)));
  const items = useFolderTree(account, open);
  const target = recordId(chosen);
  const folder = useNode(account, target);
  const reason = ((): string | undefined => {
    if (target === null ? !mayAddAtTop : !mayAddTo(folder)) return t("mayNotAddThere");
    const folders = nodes.filter(isFolder).map(({ id }) => id);
    if (isWithin(account, target, folders)) return t("notIntoItself");
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
              onPick(target);
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
