import type { MailboxRecord } from "@atrium/contract/types/mailbox";

/** A folder with what a search asks of it. */
export const folder = (
  id: string,
  name: string,
  role: string | null = null,
  parentId: string | null = null,
) => ({ id, name, role, parentId }) as MailboxRecord;
