import { attachDraggable, attachDropTarget } from "@atrium/dnd";
import { isWithin, mayAddTo } from "../acts/rights.ts";
import type { Drive } from "../drive-context.tsx";
import { FileNode, TRASH_ID } from "@atrium/contract/types/file-node";

/** Files and folders on their way. */
export interface DraggedNodes {
  readonly kind: "nodes";
  readonly accountId: string;
  readonly ids: readonly string[];
  readonly drop: (parentId: string | null) => void;
}

const isNodes = (data: unknown): data is DraggedNodes =>
  typeof data === "object" && data !== null && (data as { kind?: unknown }).kind === "nodes";

/** Lets files and folders be dropped on what stands for a folder. */
export function dropOnFolder(
  element: HTMLElement,
  drive: Pick<Drive, "account" | "mayAddAtTop">,
  folder: () => { readonly id: string | null; readonly label: string },
): () => void {
  return attachDropTarget<DraggedNodes>(element, () => {
    const { id, label } = folder();
    const { account } = drive;
    return {
      label,
      accepts: (data): data is DraggedNodes =>
        isNodes(data) &&
        data.accountId === account.id &&
        (id === null
          ? drive.mayAddAtTop
          : id === TRASH_ID || mayAddTo(account.get(FileNode, id))) &&
        !isWithin(account, id, data.ids) &&
        !data.ids.every((one) => account.get(FileNode, one)?.parentId === id),
      onDrop: (data) => data.drop(id),
    };
  });
}

/** Makes what stands for a node draggable, with all that is selected along with it. */
export function dragNodes(
  element: HTMLElement,
  given: () => {
    readonly data: DraggedNodes;
    readonly label: string;
    readonly mayMove: boolean;
  },
): () => void {
  return attachDraggable<DraggedNodes>(element, () => {
    const { data, label, mayMove } = given();
    return {
      data: () => data,
      label: () => label,
      count: () => data.ids.length,
      disabled: !mayMove,
    };
  });
}
