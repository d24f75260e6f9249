import { Email } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import type { Account } from "@atrium/jmap";
import { OPEN, SUMMARY_WANT } from "../properties.ts";

/**
 * Gets what is shown first of a conversation that will probably be opened: what its messages are, and the newest.
 * Nobody waits for it: when it fails, opening asks again and says so.
 */
export async function prefetch(account: Account, threadId: string): Promise<boolean> {
  const ids = account.get(Thread, threadId)?.emailIds ?? [];
  const newest = account.fetch(Email, ids.slice(-1), OPEN);
  return Promise.all([newest, account.fetch(Email, ids, SUMMARY_WANT)]).then(
    () => ids.length > 0,
    () => false,
  );
}
