export { pickUp, putBack, type Carried } from "./carry.ts";
export { attachDraggable, useDraggable, type Draggable } from "./draggable.ts";
export { attachDropTarget, useDropTarget, type DropTarget } from "./drop-target.ts";
export { useFileDrop } from "./files.ts";
