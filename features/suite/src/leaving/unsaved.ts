import type { SessionInfo } from "@atrium/contract/api/session";
import { createClient, httpTransport, type JmapClient } from "@atrium/jmap";
import { countPending } from "@atrium/jmap/pending";
import { onDevice } from "@atrium/shell";

let helper: { readonly person: string; readonly client: JmapClient } | undefined;

/** How many changes and messages of a person have not reached the server, of all windows of this browser. */
export async function unsaved({ personId: person, accountId }: SessionInfo): Promise<number> {
  const kept = await onDevice();
  const [pending, ...others] = await Promise.all([
    countPending(person),
    ...kept.map((one) => one.unsaved(person)),
  ]);
  if (pending > 0) await sendPending(person, accountId);
  return others.reduce((sum, count) => sum + count, pending);
}

/** The window that made them may be closed, and this one without a client that sends them. */
async function sendPending(person: string, accountId: string): Promise<void> {
  if (helper?.person === person) return;
  helper = { person, client: createClient(httpTransport(), { person }) };
  const { client } = helper;
  client.account(accountId);
  const { accounts } = await client.session().catch(() => ({ accounts: {} }));
  for (const id of Object.keys(accounts)) client.account(id);
}
