import { Email } from "@atrium/contract/types/email";
import { Thread } from "@atrium/contract/types/thread";
import type { Account } from "@atrium/jmap";
import { MAX_AHEAD } from "@atrium/mail-html";
import { startTransition, useEffect, useState } from "react";
import { afterPaint } from "./after-paint.ts";
import { prefetch } from "./prefetch.ts";
import type { Opened } from "./use-conversation.ts";

/** What stands beside the open conversation in the list, and whose it is. */
export interface Neighbour extends Opened {
  readonly account: Account;
}

/**
 * Gets what is probably opened after this, and answers what of it is complete and may be rendered out of sight.
 * @param next and @param previous stay the same objects while they are the same conversations.
 */
export function useAhead(
  next: Neighbour | undefined,
  previous: Neighbour | undefined,
): Neighbour | undefined {
  const [ahead, setAhead] = useState<Neighbour>();
  useEffect(() => {
    let isOver = false;
    const get = async (): Promise<void> => {
      const isHere = next && (await prefetch(next.account, next.threadId));
      // Drawn when nothing else is to be done.
      if (isHere && !isOver && isLight(next)) startTransition(() => setAhead(next));
      if (previous && !isOver) await prefetch(previous.account, previous.threadId);
    };
    const stop = afterPaint(() => void get());
    return () => {
      isOver = true;
      stop();
    };
  }, [next, previous]);
  return ahead;
}

/** What takes long to draw is drawn when it is opened: nobody should wait for what they did not ask for. */
function isLight({ account, threadId }: Neighbour): boolean {
  const ids = account.get(Thread, threadId)?.emailIds ?? [];
  const characters = ids
    .flatMap((id) => Object.values(account.get(Email, id)?.bodyValues ?? {}))
    .reduce((sum, { value }) => sum + value.length, 0);
  return characters <= MAX_AHEAD;
}
