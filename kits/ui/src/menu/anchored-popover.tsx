import "../deferred/pressable-style.ts";
import { useLayer } from "@atrium/state";
import type { ReactNode, RefObject } from "react";
import { Popover, type PopoverProps } from "react-aria-components";
import "./menu.css";

/** What stands open beside its anchor, drawn as menus are, until a click elsewhere or Escape closes it. */
export function AnchoredPopover({
  anchor,
  onClose,
  ...props
}: Pick<PopoverProps, "placement" | "children" | "UNSTABLE_portalContainer"> & {
  readonly anchor: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}): ReactNode {
  useLayer(true, onClose);
  return (
    <Popover
      {...props}
      className="a-menu"
      triggerRef={anchor}
      offset={4}
      isOpen
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    />
  );
}
