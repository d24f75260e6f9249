import "../deferred/pressable-style.ts";
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject } from "react";
import {
  Header,
  Menu,
  MenuItem,
  MenuSection,
  Separator,
  type MenuSectionProps,
  type PopoverProps,
} from "react-aria-components";
import { CheckIcon } from "../icons.ts";
import { KeyHint } from "../label/key-hint.tsx";
import { topLayer } from "../dialog/top-layer.ts";
import { AnchoredPopover } from "./anchored-popover.tsx";
import { groupEntries, type MenuAction, type MenuEntry, type MenuGroup } from "./entries.ts";
import "./menu.css";

/** A group of choices is one for assistive technology too: its items are radio items, the chosen one checked. */
function choiceOf({
  actions,
}: MenuGroup): Pick<MenuSectionProps<object>, "selectionMode" | "selectedKeys"> {
  if (actions.some(({ checked }) => checked === undefined)) return {};
  const chosen = actions.filter(({ checked }) => checked).map(({ id }) => id);
  return { selectionMode: "single", selectedKeys: chosen };
}

/** What stands before each entry's words. Ticks and icons share a column, unless an entry may have both. */
function signColumns(groups: readonly MenuGroup[]): (action: MenuAction) => readonly ReactNode[] {
  const all = groups.flatMap(({ actions }) => actions);
  const mayTick = ({ checked }: MenuAction): boolean => checked !== undefined;
  const tick = ({ checked }: MenuAction): ReactNode => checked === true && <CheckIcon />;
  if (all.some((action) => mayTick(action) && action.icon !== undefined))
    return (action) => [tick(action), action.icon];
  if (all.some((action) => mayTick(action) || action.icon !== undefined))
    return (action) => [mayTick(action) ? tick(action) : action.icon];
  return () => [];
}

/** Entries whose shortcut is a digit are chosen by it while the menu is open. */
function useDigits(groups: readonly MenuGroup[], list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!/^\d$/.test(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
      const entry = groups
        .flatMap(({ actions }) => actions)
        .find(({ shortcut, disabled }) => shortcut === event.key && !disabled);
      if (!entry) return;
      event.preventDefault();
      event.stopPropagation();
      list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(entry.id)}"]`)?.click();
    };
    addEventListener("keydown", press, { capture: true });
    return () => removeEventListener("keydown", press, { capture: true });
  });
}

/** Marks the row that the menu is about: the one with its button, or else with the focus that a right click gave it. */
function useMarkedRow(anchor: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const rowOf = (element: Element | null | undefined): Element | null | undefined =>
      element?.closest("[data-index], [role=treeitem], [data-row]");
    const row = rowOf(anchor.current) ?? rowOf(document.activeElement);
    row?.setAttribute("data-menu-open", "");
    return () => row?.removeAttribute("data-menu-open");
  }, [anchor]);
}

/** The open menu itself. Focus goes in when it opens and back to where it was when it closes. */
export function MenuList({
  label,
  items,
  anchor,
  placement,
  onClose,
}: {
  readonly label: string;
  readonly items: readonly MenuEntry[];
  readonly anchor: RefObject<HTMLElement | null>;
  readonly placement: NonNullable<PopoverProps["placement"]>;
  readonly onClose: () => void;
}): ReactNode {
  const groups = groupEntries(items);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The items are drawn after the menu: when it was opened by a key, focus may have stayed on the menu itself.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement !== list.current) return;
      list.current
        ?.querySelector<HTMLElement>("[role^=menuitem]:not([aria-disabled=true])")
        ?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  useMarkedRow(anchor);
  useDigits(groups, list);
  const signsOf = signColumns(groups);
  return (
    <AnchoredPopover
      anchor={anchor}
      placement={placement}
      onClose={onClose}
      UNSTABLE_portalContainer={topLayer()}
    >
      <Menu
        ref={list}
        aria-label={label}
        autoFocus="first"
        className="a-menu-list"
        onClose={onClose}
      >
        {groups.flatMap((group, at) => [
          ...(at === 0 ? [] : [<Separator key={`line ${at}`} className="a-menu-line" />]),
          <MenuSection key={`group ${at}`} aria-label={group.heading ?? label} {...choiceOf(group)}>
            {group.heading !== undefined && (
              <Header className="a-menu-heading">{group.heading}</Header>
            )}
            {group.actions.map((action) => (
              <MenuItem
                key={action.id}
                id={action.id}
                className="a-menu-item"
                data-danger={action.danger || undefined}
                isDisabled={action.disabled ?? false}
                textValue={action.label}
                onAction={action.onAct}
              >
                {signsOf(action).map((sign, column) => (
                  <span key={column} className="a-menu-sign">
                    {sign}
                  </span>
                ))}
                <span className="a-menu-label">{action.label}</span>
                {action.shortcut !== undefined && <KeyHint keys={action.shortcut} />}
              </MenuItem>
            ))}
          </MenuSection>,
        ])}
      </Menu>
    </AnchoredPopover>
  );
}
