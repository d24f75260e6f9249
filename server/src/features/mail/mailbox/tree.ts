interface TreeQuestion {
  /** Every mailbox of the account with its parent. */
  readonly parents: ReadonlyMap<string, string | null>;
  /** Every mailbox in the order of the sort. */
  readonly order: readonly string[];
  /** Those that match the filter, in that order. */
  readonly found: readonly string[];
  readonly sortAsTree: boolean;
  readonly filterAsTree: boolean;
}

/** RFC 8621 §2.3: parents before their children, and only children whose ancestors all match. */
export function treeOrder(question: TreeQuestion): string[] {
  const { parents, order, filterAsTree, sortAsTree } = question;
  const matching = new Set(question.found);
  const isIn = (id: string): boolean => {
    if (!matching.has(id)) return false;
    if (!filterAsTree) return true;
    const parent = parents.get(id) ?? null;
    return parent === null || isIn(parent);
  };
  return (sortAsTree ? depthFirst(parents, order) : [...order]).filter(isIn);
}

function depthFirst(
  parents: ReadonlyMap<string, string | null>,
  order: readonly string[],
): string[] {
  const children = new Map<string | null, string[]>();
  for (const id of order) {
    const parent = parents.get(id) ?? null;
    children.set(parent, [...(children.get(parent) ?? []), id]);
  }
  const visit = (id: string): string[] => [id, ...(children.get(id) ?? []).flatMap(visit)];
  return (children.get(null) ?? []).flatMap(visit);
}
