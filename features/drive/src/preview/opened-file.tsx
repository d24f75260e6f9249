import { FileNode } from "@atrium/contract/types/file-node";
import { AddPersonIcon, Button } from "@atrium/ui";
import { lazy, Suspense, useEffect, type ReactNode } from "react";
import { mayWith } from "../acts/rights.ts";
import type { NodeQuery, NodeView } from "../client.ts";
import { useDrive, useNode } from "../drive-context.tsx";
import { isFolder, type DriveNode } from "../nodes/definitions.ts";
import { t } from "../strings/index.ts";
import { useActs } from "../verbs/use-acts.ts";

const load = () => import("@atrium/file-preview/gallery");
const Gallery = lazy(() => load().then((module) => ({ default: module.Gallery })));

/** Loads what shows files, before the first one is opened. @throws when it cannot be reached */
export async function loadGallery(): Promise<void> {
  await load();
}

/** A file of a list as large as the window; from it one turns to those beside it. */
export function OpenedFile({
  id,
  query,
  view,
  onTurn,
  onClose,
}: {
  readonly id: string;
  readonly query: NodeQuery;
  readonly view: NodeView;
  readonly onTurn: (id: string) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { account, urlOf } = useDrive();
  const { share } = useActs();
  const node = useNode(account, id);
  const row = view.rowOf(id);
  useEffect(() => {
    if (row >= 0) query.show(Math.max(0, row - 1), row + 1);
  }, [query, row]);
  const isGone = node === null || (row < 0 && view.status === "ready");
  useEffect(() => {
    // Deleted or moved elsewhere meanwhile.
    if (isGone) onClose();
  }, [isGone, onClose]);
  const href = node ? urlOf(node) : undefined;
  if (!node || isGone || href === undefined) return null;
  const at = (row: number): DriveNode | undefined => {
    const beside = row < 0 ? undefined : view.idAt(row);
    return beside === undefined ? undefined : (account.get(FileNode, beside) ?? undefined);
  };
  const turnTo = (beside: DriveNode | undefined): (() => void) | undefined =>
    row < 0 || !beside || isFolder(beside) ? undefined : () => onTurn(beside.id);
  // Folders stand before the files.
  let first = 0;
  while (first < row && isFolder(at(first) ?? node)) first++;
  return (
    <Suspense>
      <Gallery
        file={{ ...node, href }}
        place={{ number: Math.max(row - first, 0) + 1, total: Math.max(view.length - first, 1) }}
        tools={
          mayWith([node]).share && (
            <Button variant="quiet" icon={<AddPersonIcon />} onClick={() => void share(node)}>
              {t("share")}
            </Button>
          )
        }
        onPrevious={turnTo(at(row - 1))}
        onNext={turnTo(at(row + 1))}
        onClose={onClose}
      />
    </Suspense>
  );
}
