import { attachDraggable, attachDropTarget } from "@atrium/dnd";

/** What makes rows draggable and folders take them; a chunk of its own. */
export const dragParts = { attachDraggable, attachDropTarget };
export type DragParts = typeof dragParts;

/** Makes a row of a list draggable until the answer is called. */
export type RowDrag = (element: HTMLElement, id: string) => (() => void) | undefined;
