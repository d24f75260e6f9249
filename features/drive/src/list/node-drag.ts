import { attachDraggable, attachDropTarget } from "@atrium/dnd";
import { isWithin, mayAddTo } from "../acts/rights.ts";
import type { DriveAccount } from "../client.ts";
import type { Drive } from "../drive-context.tsx";
import { FileNode, TRASH_ID } from "@atrium/contract/types/file-node";

/** Files and folders on their way. */
export interface DraggedNodes {
  readonly kind: "nodes";
  readonly accountId: string;
  readonly ids: readonly string[];
  /** Whether they may leave where they are; into another account they are copied. */
  readonly mayMove: boolean;
  readonly drop: (to: Drive, parentId: string | null) => void;
}

const isNodes = (data: unknown): data is DraggedNodes =>
  typeof data === "object" && data !== null && (data as { kind?: unknown }).kind === "nodes";

/** Lets files and folders be dropped on what stands for a folder. */
export function dropOnFolder(
  element: HTMLElement,
  drive: Drive,
  folder: () => { readonly id: string | null; readonly label: string },
): () => void {
  return attachDropTarget<DraggedNodes>(element, () => {
    const { id, label } = folder();
    return {
      label,
      accepts: (data): data is DraggedNodes => isNodes(data) && mayDrop(drive, id, data),
      onDrop: (data) => data.drop(drive, id),
    };
  });
}

/** Within an account things are moved, also into its trash; from another one they are copied, which takes all of the account. */
export function mayDrop(
  {
    account,
    kind,
    mayAddAtTop,
  }: Pick<Drive, "kind" | "mayAddAtTop"> & { readonly account: Pick<DriveAccount, "id" | "get"> },
  id: string | null,
  { accountId, ids, mayMove }: Pick<DraggedNodes, "accountId" | "ids" | "mayMove">,
): boolean {
  const takes = id === null ? mayAddAtTop : mayAddTo(account.get(FileNode, id));
  if (accountId !== account.id) return takes && kind !== "partial" && id !== TRASH_ID;
  return (
    mayMove &&
    (takes || id === TRASH_ID) &&
    !isWithin(account, id, ids) &&
    !ids.every((one) => account.get(FileNode, one)?.parentId === id)
  );
}

/** Makes what stands for a node draggable, with all that is selected along with it. */
export function dragNodes(
  element: HTMLElement,
  given: () => {
    readonly data: DraggedNodes;
    readonly label: string;
    readonly mayDrag: boolean;
  },
): () => void {
  return attachDraggable<DraggedNodes>(element, () => {
    const { data, label, mayDrag } = given();
    return {
      data: () => data,
      label: () => label,
      count: () => data.ids.length,
      disabled: !mayDrag,
    };
  });
}
