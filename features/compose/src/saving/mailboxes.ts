import { Mailbox, type MailboxRole } from "@atrium/contract/types/mailbox";
import type { JmapClient } from "@atrium/jmap";

/** The folder that has a role, made when there is none yet. */
export async function folderFor(
  client: JmapClient,
  accountId: string,
  role: MailboxRole,
  name: string,
): Promise<string> {
  const account = client.account(accountId);
  if (!account.isWhole(Mailbox)) await account.fetchAll(Mailbox);
  const found = account.all(Mailbox).find((mailbox) => mailbox.role === role);
  if (found) return found.id;
  return (await account.create(Mailbox, { name, role })).id;
}
