import "../deferred/pressable-style.ts";
import { useLayer } from "@atrium/state";
import type { ReactNode } from "react";
import { Dialog, Popover } from "react-aria-components";
import type { PopoverProps } from "./popover.tsx";
import "../menu/menu.css";

export function PopoverWindow({
  anchor,
  onClose,
  label,
  children,
  placement = "bottom start",
}: Omit<PopoverProps, "open">): ReactNode {
  useLayer(true, onClose);
  return (
    <Popover
      className="a-menu"
      triggerRef={anchor}
      placement={placement}
      offset={4}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Dialog aria-label={label} className="a-menu-list">
        {children}
      </Dialog>
    </Popover>
  );
}
