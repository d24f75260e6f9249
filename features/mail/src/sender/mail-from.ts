import { startTask } from "@atrium/feature-suite/parts";
import type { EmailFilter } from "@atrium/contract/types/email";
import type { Account, JmapClient } from "@atrium/jmap";
import { navigate } from "@atrium/shell";
import { into } from "../actions/patches.ts";
import { mailboxesOf } from "../mailboxes/use-mailboxes.ts";
import { pathOf, placeOf, withThread } from "../place/place.ts";
import { t } from "../strings/index.ts";

/** Who wrote a mail. */
export interface Sender {
  readonly name: string;
  readonly email: string;
}

/** Lists everything of a sender. */
export function findMailFrom({ email }: Sender, account: Account, home: Account): void {
  const place = { kind: "search", text: `from:${email}` } as const;
  navigate(pathOf(account === home ? place : { ...place, account: account.id }));
}

/** How many mails of a sender are anywhere but in Trash. */
export async function countMailFrom(
  client: JmapClient,
  account: Account,
  sender: Sender,
): Promise<number> {
  const { total } = await client.call("Email/query", {
    accountId: account.id,
    filter: allFrom(account, sender),
    limit: 1,
    calculateTotal: true,
  });
  return total ?? 0;
}

/** Moves everything of a sender to Trash, with progress and a way back. What was open of it is left. */
export function trashMailFrom(account: Account, { name, email }: Sender): void {
  const trash = mailboxesOf(account).byRole("trash")?.id;
  if (trash === undefined) return;
  // The server's search knows words; who wrote is an address, all of it.
  const source = { filter: allFrom(account, { name, email }), only: { from: email } };
  void startTask(account, "changeEmails", t("bulkTrashFrom", { name }), {
    source,
    changes: into(trash),
  });
  const place = placeOf(location.pathname);
  if (place?.thread !== undefined)
    navigate(pathOf(withThread(place, undefined)), { replace: true });
}

function allFrom(account: Account, { email }: Sender): EmailFilter {
  const trash = mailboxesOf(account).byRole("trash")?.id;
  const from = { from: email };
  if (trash === undefined) return from;
  return { operator: "AND", conditions: [from, { inMailboxOtherThan: [trash] }] };
}
