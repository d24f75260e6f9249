import type { MailboxRecord } from "@atrium/contract/types/mailbox";

/** A folder and all inside it, the innermost first. */
export function withInner(list: readonly MailboxRecord[], id: string): MailboxRecord[] {
  const children = list.filter(({ parentId }) => parentId === id);
  const self = list.filter((mailbox) => mailbox.id === id);
  return [...children.flatMap((child) => withInner(list, child.id)), ...self];
}

/** Whether a folder may lie in another; `null` is the top. */
export function mayLieIn(
  list: readonly MailboxRecord[],
  folder: MailboxRecord,
  parent: MailboxRecord | null,
): boolean {
  if (folder.role !== null || !folder.myRights.mayRename) return false;
  if ((parent?.id ?? null) === folder.parentId) return false;
  if (parent === null) return true;
  if (parent.role === "trash" || parent.role === "junk") return false;
  if (withInner(list, folder.id).some(({ id }) => id === parent.id)) return false;
  return parent.myRights.mayCreateChild;
}
