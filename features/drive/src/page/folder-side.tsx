import { Tree } from "@atrium/ui";
import { useCallback, useState, type ReactNode } from "react";
import { useDrive, type Drive } from "../drive-context.tsx";
import {
  isWaiting,
  recordId,
  TOP_ID,
  trashNode,
  useFolderTree,
} from "../folders/use-folder-tree.tsx";
import { dropOnFolder } from "../list/node-drag.ts";
import { placeIn } from "../place/place.ts";
import { t } from "../strings/index.ts";

/** The folders as a tree, the open one shown in it. */
export function FolderSide({
  current,
  onWay,
}: {
  /** `undefined` while no folder is open; the trash for all that lies in it. */
  readonly current: string | null | undefined;
  /** The folders on the way to it, which stand open. */
  readonly onWay: readonly string[];
}): ReactNode {
  const drive = useDrive();
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([TOP_ID]));
  const [seen, setSeen] = useState("");
  const way = onWay.join(" ");
  if (way !== seen) {
    // Opened as one comes by, and left to the person from then on.
    setSeen(way);
    setOpened(new Set([...opened, ...onWay]));
  }
  const items = useFolderTree(drive.account, opened);
  const refs = useDropRefs(drive);
  return (
    <nav className="drive-side" aria-label={t("folders")} data-keeps-scroll>
      <Tree
        label={t("folders")}
        items={[...items, trashNode()]}
        selected={current === null ? TOP_ID : current}
        expanded={opened}
        onExpand={(id, isOpen) => {
          const next = new Set(opened);
          if (isOpen) next.add(id);
          else next.delete(id);
          setOpened(next);
        }}
        onSelect={(id) => {
          if (!isWaiting(id)) drive.go(placeIn(recordId(id)));
        }}
        itemProps={({ id, label }) => ({ title: label, ref: refs(id, label) })}
      />
    </nav>
  );
}

/** What makes each row of the tree a place to drop on: the same function for the same row. */
function useDropRefs(
  drive: Drive,
): (id: string, label: string) => (element: HTMLElement | null) => (() => void) | undefined {
  const [known] = useState(
    () => new Map<string, (element: HTMLElement | null) => (() => void) | undefined>(),
  );
  const [last, setLast] = useState(drive);
  if (last !== drive) {
    known.clear();
    setLast(drive);
  }
  return useCallback(
    (id, label) => {
      const key = `${id} ${label}`;
      const ref =
        known.get(key) ??
        ((element: HTMLElement | null) =>
          element === null || isWaiting(id)
            ? undefined
            : dropOnFolder(element, drive, () => ({ id: recordId(id), label })));
      known.set(key, ref);
      return ref;
    },
    [drive, known],
  );
}
