export { attachDraggable, attachDropTarget } from "@atrium/dnd";

/** Makes a row of a list draggable until the answer is called. */
export type RowDrag = (element: HTMLElement, id: string) => (() => void) | undefined;
