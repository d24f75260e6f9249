import { Email } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import type { Account } from "@atrium/jmap";
import { OPEN } from "../properties.ts";

/** Gets the newest message of a conversation that will probably be opened. */
export function prefetch(account: Account, threadId: string | undefined): void {
  const thread = threadId === undefined ? undefined : account.get(Thread, threadId);
  const newest = thread?.emailIds.at(-1);
  // Nobody waits for it: when it fails, opening asks again and says so.
  if (newest !== undefined) account.fetch(Email, [newest], OPEN).catch(() => undefined);
}
