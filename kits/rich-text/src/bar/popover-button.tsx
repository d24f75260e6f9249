import { IconButton, Popover } from "@atrium/ui";
import { useRef, useState, type ReactNode } from "react";

/** A button of the bar that opens something to choose from. */
export function PopoverButton({
  label,
  icon,
  children,
}: {
  readonly label: string;
  readonly icon: ReactNode;
  readonly children: (close: () => void) => ReactNode;
}): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        tooltipSide="top"
        onClick={() => setOpen(!isOpen)}
      />
      <Popover anchor={button} open={isOpen} onClose={close} label={label} placement="top start">
        {isOpen && children(close)}
      </Popover>
    </>
  );
}
