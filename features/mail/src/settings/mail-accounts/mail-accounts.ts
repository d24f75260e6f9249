import { CAPABILITY } from "@atrium/contract/types/wire";
import type { Account, JmapClient } from "@atrium/jmap";

/** An account whose mail settings the person can see. */
export interface MailAccount {
  readonly account: Account;
  /** What it is called: the address. */
  readonly name: string;
  readonly isOwn: boolean;
  readonly isReadOnly: boolean;
}

/** The person's own account, then the shared ones by name. */
export async function findMailAccounts(client: JmapClient): Promise<readonly MailAccount[]> {
  const { accounts } = await client.session();
  return Object.entries(accounts)
    .filter(([, { accountCapabilities }]) => CAPABILITY.submission in accountCapabilities)
    .map(([id, { name, isPersonal, isReadOnly }]) => ({
      account: client.account(id),
      name,
      isOwn: isPersonal,
      isReadOnly,
    }))
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.name.localeCompare(b.name));
}
