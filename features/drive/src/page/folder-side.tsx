import { DriveIcon, PeopleIcon, StorageIcon, Tree, type TreeNode } from "@atrium/ui";
import { useCallback, useMemo, useState, type ReactNode } from "react";
import { useDrives, type Drives } from "../drive-context.tsx";
import {
  isWaiting,
  ofTreeId,
  SHARED_ID,
  treeId,
  trashNode,
  useFolderTrees,
  type Root,
} from "../folders/use-folder-trees.tsx";
import { dropOnFolder } from "../list/node-drag.ts";
import { placeIn, SHARED } from "../place/place.ts";
import { useUnseen } from "../notices/unseen.ts";
import { t } from "../strings/index.ts";

/** All folders as trees, the open one shown in it: the person's own, what others share, and those of shared accounts. */
export function FolderSide({
  current,
  onWay,
}: {
  /** The tree's name for what is open; `undefined` while that is no row of it. */
  readonly current: string | undefined;
  /** The folders on the way to it, which stand open. */
  readonly onWay: readonly string[];
}): ReactNode {
  const drives = useDrives();
  const { own, shared, isKnown } = drives;
  const ownTop = treeId(own.account.id, null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([ownTop]));
  const [seen, setSeen] = useState("");
  const way = onWay.join(" ");
  if (way !== seen) {
    // Opened as one comes by, and left to the person from then on.
    setSeen(way);
    setOpened(new Set([...opened, ...onWay]));
  }
  const roots = useMemo<readonly Root[]>(
    () => [
      { drive: own, label: own.title, icon: <DriveIcon /> },
      // Before their names are here there would be others for a moment.
      ...(isKnown ? shared : []).map((drive) => ({
        drive,
        label: drive.title,
        icon: <StorageIcon />,
        after: drive.mayAddAtTop ? [trashNode(drive)] : [],
      })),
    ],
    [own, shared, isKnown],
  );
  const [ownTree, ...sharedTrees] = useFolderTrees(roots, opened);
  const refs = useDropRefs(drives);
  return (
    <nav className="drive-side" aria-label={t("folders")} data-keeps-scroll>
      <Tree
        label={t("folders")}
        items={[ownTree!, useSharedNode(), ...sharedTrees, trashNode(own)]}
        selected={current}
        expanded={opened}
        onExpand={(id, isOpen) => {
          const next = new Set(opened);
          if (isOpen) next.add(id);
          else next.delete(id);
          setOpened(next);
        }}
        onSelect={(one) => {
          if (isWaiting(one)) return;
          if (one === SHARED_ID) return drives.goTo(SHARED);
          const { accountId, id } = ofTreeId(one);
          return drives.of(accountId)?.go(placeIn(id));
        }}
        itemProps={({ id, label }) => ({ title: label, ref: refs(id, label) })}
      />
    </nav>
  );
}

function useSharedNode(): TreeNode {
  const count = useUnseen();
  return {
    id: SHARED_ID,
    label: t("sharedWithMe"),
    icon: <PeopleIcon />,
    ...(count > 0 && { count, countLabel: t("newlyShared", { count }) }),
  };
}

/** What makes each row of the tree a place to drop on: the same function for the same row. */
function useDropRefs(
  drives: Drives,
): (id: string, label: string) => (element: HTMLElement | null) => (() => void) | undefined {
  const [known] = useState(
    () => new Map<string, (element: HTMLElement | null) => (() => void) | undefined>(),
  );
  const [last, setLast] = useState(drives);
  if (last !== drives) {
    known.clear();
    setLast(drives);
  }
  return useCallback(
    (one, label) => {
      const key = `${one} ${label}`;
      const ref =
        known.get(key) ??
        ((element: HTMLElement | null) => {
          const { accountId, id } = ofTreeId(one);
          const drive = drives.of(accountId);
          if (element === null || drive === undefined || isWaiting(one)) return undefined;
          return dropOnFolder(element, drive, () => ({ id, label }));
        });
      known.set(key, ref);
      return ref;
    },
    [drives, known],
  );
}
