import { useRef, useState, type ReactNode } from "react";
import { Button } from "../button/button.tsx";
import { IconButton } from "../button/icon-button.tsx";
import { ChevronDownIcon } from "../icons.ts";
import { deferred } from "../deferred/deferred.ts";
import type { MenuEntry } from "./entries.ts";

export type { MenuEntry } from "./entries.ts";

const useMenuList = deferred(() => import("./menu-list.tsx").then((module) => module.MenuList));

/** A button that opens a menu: a sign alone when `icon` comes without `children`. */
export function MenuButton({
  label,
  icon,
  items,
  children,
  variant,
  size,
  align = "start",
}: {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly items: readonly MenuEntry[];
  readonly children?: ReactNode;
  readonly variant?: "primary" | "secondary" | "quiet";
  readonly size?: "small" | "medium" | "large";
  /** Which edge of the button the menu keeps to. */
  readonly align?: "start" | "end";
}): ReactNode {
  const [open, setOpen] = useState(false);
  const { Part, prepare } = useMenuList();
  const trigger = useRef<HTMLButtonElement>(null);
  const attributes = {
    ref: trigger,
    variant,
    size,
    "aria-haspopup": "menu" as const,
    "aria-expanded": open,
    onPointerEnter: prepare,
    onFocus: prepare,
    onClick: () => {
      prepare();
      setOpen(!open);
    },
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      prepare();
      setOpen(true);
    },
  };
  return (
    <>
      {children === undefined ? (
        <IconButton label={label} icon={icon} {...attributes} />
      ) : (
        <Button aria-label={label} icon={icon} trailing={<ChevronDownIcon />} {...attributes}>
          {children}
        </Button>
      )}
      {open && Part !== undefined && (
        <Part
          label={label}
          items={items}
          anchor={trigger}
          placement={align === "start" ? "bottom start" : "bottom end"}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

/** A menu at a point of the window, as a right click or the menu key asks for. */
export function ContextMenu({
  label,
  at,
  items,
  onClose,
}: {
  readonly label: string;
  /** CSS pixels in the window; `null` while closed. */
  readonly at: { readonly x: number; readonly y: number } | null;
  readonly items: readonly MenuEntry[];
  readonly onClose: () => void;
}): ReactNode {
  const { Part, prepare } = useMenuList();
  const point = useRef<HTMLSpanElement>(null);
  if (at === null) return null;
  return (
    <>
      <span
        ref={(element) => {
          point.current = element;
          prepare();
        }}
        className="a-menu-point"
        style={{ left: at.x, top: at.y }}
      />
      {Part !== undefined && (
        <Part
          key={`${at.x} ${at.y}`}
          label={label}
          items={items}
          anchor={point}
          placement="bottom start"
          onClose={onClose}
        />
      )}
    </>
  );
}
