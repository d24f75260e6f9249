let isInstalled = false;

/**
 * A translator or an extension may move nodes that React still believes in their old place. Removing or
 * inserting such a child throws in the browser and would take the whole application down; here it is
 * answered with a debug message and no error, for every window of the suite.
 */
export function installDomGuard(): void {
  if (isInstalled) return;
  isInstalled = true;
  // oxlint-disable-next-line typescript/unbound-method -- called below with the node they belong to
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    return fired("removeChild", child);
  };
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    child: T,
    before: Node | null,
  ): T {
    if (!before || before.parentNode === this) return insertBefore.call(this, child, before) as T;
    return fired("insertBefore", child);
  };
}

function fired<T>(act: string, child: T): T {
  // Tests read the count, so that the guard cannot hide a bug of ours.
  const page = globalThis as { domGuardFired?: number };
  page.domGuardFired = (page.domGuardFired ?? 0) + 1;
  // oxlint-disable-next-line no-console -- the message is the point: other code moved our nodes
  console.debug(`DOM guard: ${act} under a wrong parent`, child);
  return child;
}
