import type { SessionInfo } from "@atrium/contract/api/session";
import { unsavedDrafts } from "@atrium/feature-compose/parts";
import { createClient, httpTransport, type JmapClient } from "@atrium/jmap";
import { waitingActs } from "@atrium/jmap/waiting";

let helper: { readonly person: string; readonly client: JmapClient } | undefined;

/** How many changes and messages of a person have not reached the server, of all windows of this browser. */
export async function unsaved({ personId: person, accountId }: SessionInfo): Promise<number> {
  const [acts, drafts] = await Promise.all([waitingActs(person), unsavedDrafts(person)]);
  if (acts > 0) await sayThem(person, accountId);
  return acts + drafts;
}

/** The window that did it may be gone, and this one be none of mail: whoever waits helps. */
async function sayThem(person: string, accountId: string): Promise<void> {
  if (helper?.person === person) return;
  helper = { person, client: createClient(httpTransport(), { person }) };
  const { client } = helper;
  client.account(accountId);
  const { accounts } = await client.session().catch(() => ({ accounts: {} }));
  for (const id of Object.keys(accounts)) client.account(id);
}
