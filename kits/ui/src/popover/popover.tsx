import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { deferred } from "../deferred/deferred.ts";

export interface PopoverProps {
  /** What it belongs to and stands beside. */
  readonly anchor: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly label: string;
  readonly children: ReactNode;
  readonly placement?: "bottom start" | "bottom end" | "top start" | "top end" | "right" | "left";
}

const usePopoverWindow = deferred(() =>
  import("./popover-window.tsx").then((module) => module.PopoverWindow),
);

/** A small window beside what opened it; a click elsewhere or Escape closes it. */
export function Popover({ open, ...props }: PopoverProps): ReactNode {
  const { Part, prepare } = usePopoverWindow();
  useEffect(() => {
    if (open) prepare();
  }, [open, prepare]);
  return open && Part !== undefined ? <Part {...props} /> : null;
}

/** The same at a point of the window, as `ContextMenu`. */
export function PointPopover({
  at,
  ...props
}: Omit<PopoverProps, "anchor" | "open"> & {
  /** CSS pixels in the window. */
  readonly at: { readonly x: number; readonly y: number };
}): ReactNode {
  const point = useRef<HTMLSpanElement>(null);
  return (
    <>
      <span ref={point} className="a-menu-point" style={{ left: at.x, top: at.y }} />
      <Popover {...props} anchor={point} open />
    </>
  );
}
