import { landIn, type AskCollisions } from "./collisions.ts";
import { asThing, childrenOf, follow, PAGE, type OnExists, type Where } from "./node-acts.ts";
import { NodeRefused } from "./refused.ts";
import { isFolder, type DriveNode } from "../nodes/definitions.ts";

interface Original {
  readonly id: string;
  readonly name: string;
}

/**
 * Copies nodes of one account, folders with all that is in them, into a folder of another (RFC 8620 §5.4).
 * @returns the ids of the copies; `undefined` when the person gave up. @throws NodeRefused
 */
export async function copyBetween(
  from: Where,
  to: Where,
  nodes: readonly DriveNode[],
  parentId: string | null,
  ask: AskCollisions,
): Promise<readonly string[] | undefined> {
  const landings = await landIn(to.client, to.account.id, parentId, nodes.map(asThing), ask);
  if (landings === undefined) return undefined;
  const made: string[] = [];
  for (const [at, node] of nodes.entries()) {
    const landing = landings[at];
    if (!landing) continue;
    const onExists = landing.replaces === undefined ? null : "replace";
    const [id] = await copyAll(from, to, [{ id: node.id, name: landing.name }], parentId, onExists);
    made.push(id!);
    if (isFolder(node)) await copyContent(from, to, node.id, id!);
  }
  await follow(to.account);
  return made;
}

/** A folder is copied without what lies in it; that follows, one level after the other. */
async function copyContent(from: Where, to: Where, original: string, copy: string): Promise<void> {
  let level = [{ original, copy }];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const folder of level) {
      const children = await childrenOf(from, folder.original);
      const ids = await copyAll(from, to, children, folder.copy);
      next.push(
        ...children.flatMap((child, at) =>
          isFolder(child) ? [{ original: child.id, copy: ids[at]! }] : [],
        ),
      );
    }
    level = next;
  }
}

/** Copies nodes into one folder and answers the ids of the copies in the same order. @throws NodeRefused */
async function copyAll(
  from: Where,
  { client, account }: Where,
  originals: readonly Original[],
  parentId: string | null,
  onExists: OnExists = null,
): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < originals.length; at += PAGE) {
    const page = originals.slice(at, at + PAGE);
    const { created, notCreated } = await client.call("FileNode/copy", {
      accountId: account.id,
      fromAccountId: from.account.id,
      create: Object.fromEntries(
        page.map(({ id, name }, index) => [`n${index}`, { id, name, parentId }]),
      ),
      onExists,
    });
    const refusal = Object.values(notCreated ?? {})[0];
    if (refusal) throw new NodeRefused(refusal);
    ids.push(...page.map((_, index) => created![`n${index}`]!["id"] as string));
  }
  return ids;
}
