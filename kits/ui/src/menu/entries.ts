import type { ReactNode } from "react";

/** A line of a menu: something to do, a line between groups, or a group's heading. */
export type MenuEntry =
  | {
      readonly id: string;
      readonly label: string;
      readonly icon?: ReactNode;
      /** Keys that do the same, as `mod+k`. A digit does so while the menu is open. */
      readonly shortcut?: string;
      readonly danger?: boolean;
      readonly disabled?: boolean;
      /** Draws a tick. A group whose entries all say so is a choice of one. */
      readonly checked?: boolean;
      readonly onAct: () => void;
    }
  | { readonly separator: true }
  | { readonly heading: string };

export type MenuAction = Extract<MenuEntry, { id: string }>;

export interface MenuGroup {
  readonly heading?: string;
  readonly actions: MenuAction[];
}

/** Entries as groups: a separator or a heading starts the next one; empty groups fall away. */
export function groupEntries(entries: readonly MenuEntry[]): MenuGroup[] {
  const groups: MenuGroup[] = [{ actions: [] }];
  for (const entry of entries) {
    if ("separator" in entry) groups.push({ actions: [] });
    else if ("heading" in entry) groups.push({ heading: entry.heading, actions: [] });
    else groups.at(-1)?.actions.push(entry);
  }
  return groups.filter((group) => group.actions.length > 0);
}
