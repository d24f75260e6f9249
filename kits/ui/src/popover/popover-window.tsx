import "../deferred/pressable-style.ts";
import type { ReactNode } from "react";
import { Dialog } from "react-aria-components";
import { AnchoredPopover } from "../menu/anchored-popover.tsx";
import type { PopoverProps } from "./popover.tsx";

export function PopoverWindow({
  anchor,
  onClose,
  label,
  children,
  placement = "bottom start",
}: Omit<PopoverProps, "open">): ReactNode {
  return (
    <AnchoredPopover anchor={anchor} onClose={onClose} placement={placement}>
      <Dialog aria-label={label} className="a-menu-list">
        {children}
      </Dialog>
    </AnchoredPopover>
  );
}
