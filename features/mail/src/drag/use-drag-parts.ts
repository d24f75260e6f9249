import type { LabelRecord } from "@atrium/contract/types/label";
import { useEffect, useState } from "react";
import { listShown } from "../list-shown.ts";
import type { DragParts } from "./drag-parts.ts";

/** Mail on its way to a folder. */
export interface DraggedMail {
  readonly kind: "mail";
  /** Nowhere it may go when it is of several accounts. */
  readonly accountId: string | undefined;
  /** The folder that it comes from. */
  readonly from: string | undefined;
  readonly drop: (folder: string) => void;
  readonly label: (label: LabelRecord) => void;
}

/** Milliseconds for what the list itself brings with it. */
const AFTER_LIST = 500;

/** Drag and drop comes when the window has nothing else to do: nobody drags before there is a list. */
export function useDragParts(): DragParts | undefined {
  const [parts, setParts] = useState<DragParts>();
  useEffect(() => {
    let isOver = false;
    const load = async (): Promise<void> => {
      const { dragParts } = await import("./drag-parts.ts");
      if (!isOver) setParts(dragParts);
    };
    // What does not load is only missed by the pointer; keys and menus do the same.
    void listShown.then(() => setTimeout(() => void load().catch(() => undefined), AFTER_LIST));
    return () => {
      isOver = true;
    };
  }, []);
  return parts;
}
