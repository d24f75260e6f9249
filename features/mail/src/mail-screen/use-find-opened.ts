import { Thread } from "@atrium/contract/types/thread";
import { useRecord, type QueryView } from "@atrium/jmap";
import { useEffect, useRef, useState } from "react";
import { useMail } from "../mail.tsx";
import type { Place } from "../place/place.ts";
import type { ListShare, MailList } from "./mail-list.ts";
import type { Cursor } from "./use-cursor.ts";

/** Rows around the open one that are fetched with it. */
const AROUND = 25;
/** The newest messages of a conversation that are tried: one of them stands for it in the list. */
const MOST_TRIED = 5;

/** Fetches the part of the list in which a conversation is that was opened by its address, where the list then goes. */
export function useFindOpened(
  list: MailList,
  view: QueryView,
  place: Place,
  { openRow }: Cursor,
): void {
  const { client } = useMail();
  const [opened] = useState(place.thread);
  const { account } = list.shares[0]!;
  const emailIds = useRecord(account, Thread, opened ?? "")?.emailIds;
  const wasSought = useRef(false);
  const isSought = opened !== undefined && opened === place.thread && openRow < 0 && !list.isMerged;
  const isReady = isSought && view.status === "ready" && emailIds !== undefined;
  useEffect(() => {
    if (!isReady || wasSought.current) return undefined;
    let isOver = false;
    const seek = async (): Promise<void> => {
      const [share] = list.shares;
      for (const anchor of emailIds.slice(-MOST_TRIED).toReversed()) {
        const position = await positionOf(client, share!, anchor);
        if (isOver) return;
        if (position === undefined) continue;
        list.query.show(Math.max(0, position - AROUND), position + AROUND);
        break;
      }
      wasSought.current = true;
    };
    // It is open all the same when it is not found.
    seek().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [isReady, emailIds, client, list]);
}

/** Where a message is in the list; `undefined` where it does not stand for its conversation there. */
async function positionOf(
  client: ReturnType<typeof useMail>["client"],
  { account, query: { definition } }: ListShare,
  anchor: string,
): Promise<number | undefined> {
  const { filter, sort, args } = definition;
  try {
    const { position } = await client.call("Email/query", {
      accountId: account.id,
      ...(filter && { filter }),
      ...(sort && { sort }),
      ...args,
      anchor,
      limit: 1,
    });
    return position;
  } catch {
    return undefined;
  }
}
