import type { DriveNode } from "../nodes/definitions.ts";
import type { DraggedNodes } from "./node-drag.ts";

/** What the cells of a list do. */
export interface ListActs {
  readonly isTouch: boolean;
  readonly rename: (node: DriveNode, name: string) => Promise<string | undefined>;
  readonly endRename: () => void;
  readonly menu: (id: string, at: { readonly x: number; readonly y: number }) => void;
  readonly dragOf: (id: string) => {
    readonly data: DraggedNodes;
    readonly label: string;
    readonly mayDrag: boolean;
  };
}
