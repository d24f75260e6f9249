import { CAPABILITY } from "@atrium/contract/types/wire";
import { createClient, httpTransport, type Account, type JmapClient } from "@atrium/jmap";
import { sessionLost } from "@atrium/shell";
import { subscribe } from "@atrium/state";

let connected: { readonly person: string; readonly client: JmapClient } | undefined;

/**
 * This window's connection to a person's mail, which shares what it knows, and its push line, with their other
 * windows. It asks nothing until a section that is about mail is opened.
 */
export function clientOf(person: string): JmapClient {
  if (connected?.person !== person) {
    connected?.client.close();
    connected = { person, client: createClient(httpTransport(), { person }) };
  }
  return connected.client;
}

/** Follows the person signing out and in again, until the answer is called; `back` is called when they are back. */
export function followSession(client: JmapClient, back: () => void): () => void {
  const leave = client.onSignedOut(sessionLost);
  const goOn = subscribe((event) => {
    if (event.type !== "signed-in") return;
    client.resume();
    back();
  });
  return () => {
    leave();
    goOn();
  };
}

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
