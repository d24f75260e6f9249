import type { ReactNode } from "react";

export interface TreeNode {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Shown at the row's end; nothing at zero. */
  readonly count?: number;
  /** What the count counts, for screen readers, as `3 unread`. */
  readonly countLabel?: string;
  /** Drawn heavier, as a folder with unread mail. */
  readonly strong?: boolean;
  readonly children?: readonly TreeNode[];
}

export interface FlatNode {
  readonly node: TreeNode;
  /** From 1. */
  readonly level: number;
  readonly position: number;
  readonly setSize: number;
  /** Whether a node with children is open; `undefined` for a leaf. */
  readonly open: boolean | undefined;
}

/** The rows of a tree as they stand on the screen. */
export function flatten(
  nodes: readonly TreeNode[],
  isOpen: (id: string) => boolean,
  level = 1,
): FlatNode[] {
  return nodes.flatMap((node, index) => {
    const children = node.children ?? [];
    const open = children.length === 0 ? undefined : isOpen(node.id);
    const row = { node, level, position: index + 1, setSize: nodes.length, open };
    return [row, ...(open === true ? flatten(children, isOpen, level + 1) : [])];
  });
}

/** The next row, round the end, whose label starts with the typed letters; one letter repeated goes on. */
export function findByTyping(
  rows: readonly FlatNode[],
  at: number,
  typed: string,
): FlatNode | undefined {
  const repeated = typed.length > 1 && typed === typed.charAt(0).repeat(typed.length);
  const wanted = (repeated ? (typed[0] ?? "") : typed).toLocaleLowerCase();
  const from = typed.length === 1 || repeated ? at + 1 : at;
  return [...rows.slice(from), ...rows.slice(0, from)].find(({ node }) =>
    node.label.toLocaleLowerCase().startsWith(wanted),
  );
}
